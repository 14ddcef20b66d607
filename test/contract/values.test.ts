// The server accepts and returns values of each type in the specified form (specification §2.2, decisions §3).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, readOne, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import { runs } from '../support/property.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

onEveryEngine('values', (place) => {
  const task = { name: 'Task', mother_id: 3 };
  const create = (fields: object): Promise<Shown> => place.machine.create('tasks', { ...task, ...fields });
  const post = (fields: object): Promise<Answer> =>
    place.machine.post('tasks/create', { ...task, ...fields });

  it('returns numbers as numbers, booleans as 1 or 0, and empty fields as null', async () => {
    const row = await create({ priority: 5, target_duration: 7.5, is_billable: true });
    assert.strictEqual(row['priority'], 5);
    assert.strictEqual(row['target_duration'], 7.5);
    assert.strictEqual(row['is_billable'], 1);
    assert.strictEqual(row['is_nonworking'], 0);
    assert.strictEqual(row['notes'], null);
    assert.strictEqual(row['deadline'], null);
  });

  it('returns Success and SuccessNested as booleans and counts as numbers', async () => {
    for (const { json } of [await post({}), await place.machine.get('tasks/read')]) {
      assert.strictEqual(json['Success'], true);
      assert.strictEqual(json['SuccessNested'], true);
      assert.strictEqual(json['NumResults'], json['Results'].length);
      assert.strictEqual(json['NumResultsNested'], json['NumResults']);
    }
  });

  it('returns all members that the official client requires', async () => {
    const { json } = await place.machine.get('tasks/read');
    for (const name of ['Host', 'Codeversion', 'RequestStartTime', 'RequestEndTime', 'ServerTimeZone']) {
      assert.equal(typeof json[name], 'string', name);
    }
    assert.match(json['RequestStartTime'], /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    assert.ok(json['RequestStartTime'] <= json['RequestEndTime']);
  });

  for (const [sent, kept] of [
    [1, 1],
    ['1', 1],
    [true, 1],
    ['true', 1],
    [0, 0],
    ['0', 0],
    [false, 0],
    ['false', 0],
    ['', 0],
    [null, 0],
  ] as const) {
    it(`stores ${JSON.stringify(sent)} as the Boolean ${kept}`, async () => {
      assert.strictEqual((await create({ is_billable: sent }))['is_billable'], kept);
    });
  }

  it('refuses other Booleans', async () => {
    for (const sent of [2, -1, 'yes', 'on', '01', 1.5]) {
      const refusal = { status: 422, code: 'invalid_value', field: 'is_billable' } as const;
      assertRefused(await post({ is_billable: sent }), refusal);
    }
  });

  it('accepts numbers as text, in JSON and in forms', async () => {
    const row = await create({ priority: '12', sort_order: '-3', target_duration: '7.25' });
    assert.deepEqual([row['priority'], row['sort_order'], row['target_duration']], [12, -3, 7.25]);
    const body = new URLSearchParams({ name: 'Form', mother_id: '3', priority: '12', is_billable: '1' });
    const fromForm = rowOf(await place.machine.post('tasks/create', body, form));
    assert.deepEqual([fromForm['priority'], fromForm['is_billable']], [12, 1]);
  });

  it('refuses integers with a fraction, an exponent, blanks or too many digits', async () => {
    for (const priority of [1.5, '1.5', '1e3', ' 1', '0x10', 2 ** 53, '9007199254740993', 'NaN']) {
      const refusal = { status: 422, code: 'invalid_value', field: 'priority' } as const;
      assertRefused(await post({ priority }), refusal);
    }
  });

  it('empties optional fields with empty text', async () => {
    const full = { notes: 'x', deadline: '2026-05-01', target_duration: 1, priority: 1, client_id: null };
    const { id } = await create(full);
    const emptied = { notes: '', deadline: '', target_duration: '', priority: '', client_id: '' };
    const row = rowOf(await place.machine.put(`tasks/update/${id}`, emptied));
    for (const name of Object.keys(emptied)) assert.strictEqual(row[name], null, name);
  });

  it('refuses to empty a required field', async () => {
    const { id } = await create({});
    const answer = await place.machine.put(`tasks/update/${id}`, { name: '' });
    assertRefused(answer, { status: 422, code: 'invalid_value', field: 'name' });
  });

  it('returns decimals exactly as sent, in JSON and in XML', async () => {
    const { id } = await create({});
    const hundredths = fc.integer({ min: 0, max: 999_999_999_999 });
    await fc.assert(
      fc.asyncProperty(hundredths, fc.boolean(), async (units, asText) => {
        const text = decimalText(units);
        const sent = asText ? text : Number(text);
        const answer = await place.machine.put(`tasks/update/${id}`, { target_duration: sent });
        assert.strictEqual(rowOf(answer)['target_duration'], Number(text));
        const inJson = /"target_duration":([^,}]+)/.exec(answer.text)?.[1];
        assert.equal(inJson, text);
        const xml = await place.machine.get(`tasks/read/${id}`, {}, { accept: 'application/xml' });
        assert.equal(/<target_duration>([^<]*)</.exec(xml.text)?.[1], text);
      }),
      runs({ test: 60, long: 150, soak: 6_000 }),
    );
  });

  it('refuses decimals with more than 10 digits left or 2 right of the point', async () => {
    for (const sent of ['10000000000', 1e10, '0.001', 0.125, '1.999', '1e2', '1,5', 'Infinity', '.5.']) {
      const refusal = { status: 422, code: 'invalid_value', field: 'target_duration' } as const;
      assertRefused(await post({ target_duration: sent }), refusal);
    }
  });

  it('accepts leading and trailing zeros', async () => {
    assert.strictEqual((await create({ target_duration: '007.2500' }))['target_duration'], 7.25);
    assert.strictEqual(
      (await create({ target_duration: '9999999999.99' }))['target_duration'],
      9999999999.99,
    );
  });

  it('returns any Unicode text exactly as sent', async () => {
    const { id } = await create({});
    const texts = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text !== '' && isText(text));
    await fc.assert(
      fc.asyncProperty(texts, async (notes) => {
        assert.strictEqual(rowOf(await place.machine.put(`tasks/update/${id}`, { notes }))['notes'], notes);
        assert.strictEqual((await readOne(place.machine, 'tasks', id))['notes'], notes);
        const body = new URLSearchParams({ t_iv_1: notes });
        const fromForm = await place.machine.put(`tasks/update/${id}`, body, form);
        assert.strictEqual(rowOf(fromForm)['t_iv_1'], notes);
      }),
      runs({ test: 60, long: 150, soak: 6_000 }),
    );
  });

  it('refuses lone surrogates and NUL in text', async () => {
    for (const notes of ['a\u0000b', 'a\ud800b']) {
      assertRefused(await post({ notes }), { status: 422, code: 'invalid_value', field: 'notes' });
    }
  });

  it('accepts only existing dates as YYYY-MM-DD', async () => {
    assert.equal((await create({ deadline: '2028-02-29' }))['deadline'], '2028-02-29');
    for (const deadline of ['2027-02-29', '2026-13-01', '2026-00-10', '01.02.2026', '2026-2-3', 20260203]) {
      assertRefused(await post({ deadline }), { status: 422, code: 'invalid_value', field: 'deadline' });
    }
  });

  it('accepts only existing times of day', async () => {
    const checkpoint = await place.machine.create('checkpoints', { name: 'Gate', start_time: '23:59:59' });
    assert.equal(checkpoint['start_time'], '23:59:59');
    for (const start_time of ['24:00:00', '12:60:00', 'noon', '12']) {
      const answer = await place.machine.post('checkpoints/create', { name: 'Gate', start_time });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'start_time' });
    }
  });

  it('refuses DateTime values that do not exist', async () => {
    for (const last_started of ['2026-02-30 10:00:00', '2026-02-03 25:00:00', 'yesterday', '2026-02-03']) {
      const refusal = { status: 422, code: 'invalid_value', field: 'last_started' } as const;
      assertRefused(await post({ last_started }), refusal);
    }
  });

  it('keeps 7 decimal places of coordinates and refuses invalid latitudes', async () => {
    const times = { start_time: '2026-04-01 08:00:00', end_time: '2026-04-01 09:00:00' };
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const tracking = { user_id: 1, task_id: 4, ...times, ...zones };
    const { id } = await place.machine.create('timeTrackings', {
      ...tracking,
      geo_start_lat: '-47.1234567',
      geo_start_long: 179.9999999,
      geo_end_lat: '0.0000001',
    });
    const answer = await place.machine.get(`timeTrackings/read/${id}`);
    const row = rowOf(answer);
    assert.strictEqual(row['geo_start_lat'], -47.1234567);
    assert.strictEqual(row['geo_start_long'], 179.9999999);
    assert.strictEqual(row['geo_end_lat'], 0.0000001);
    for (const geo_start_lat of ['90.0000001', '47.12345678', 'north']) {
      const refused = await place.machine.put(`timeTrackings/update/${id}`, { geo_start_lat });
      assertRefused(refused, { status: 422, code: 'invalid_value', field: 'geo_start_lat' });
    }
  });

  it('refuses changed read-only fields in an update, and accepts unchanged ones', async () => {
    const row = await create({ target_duration: '2.50' });
    const { id } = row;
    const { task_type: _, ...echo } = row;
    const answer = await place.machine.put(`tasks/update/${id}`, { ...echo, notes: 'seen' });
    assert.equal(rowOf(answer)['notes'], 'seen');
    const changed = await place.machine.put(`tasks/update/${id}`, { node_path: '1/2/3' });
    assertRefused(changed, { status: 422, code: 'read_only_field', field: 'node_path' });
  });

  it('numbers the rows of each account from 1', async () => {
    const other = await place.installation.addAccount('globex');
    await place.machine.create('skills', { syn: 'A' });
    const first = await other.machine.create('skills', { syn: 'B' });
    const second = await other.machine.create('skills', { syn: 'C' });
    assert.deepEqual([first['id'], second['id']], [1, 2]);
  });
});

onOwnInstallations('DateTime values in an account of Europe/Vienna', { why: 'moves the clock' }, (place) => {
  const setZone = (client: Client): Promise<Answer> =>
    client.put('generalSettings/update/1', { setting_value: 'Europe/Vienna' });
  const summer = Date.UTC(2026, 6, 1, 10, 0, 0);

  it('returns timestamps and the envelope in ServerTimeZone', async () => {
    const { clock } = place.installation;
    clock.shift = summer + 365 * 86_400_000 - Date.now();
    const { machine } = await place.installation.addAccount('wien');
    rowsOf(await setZone(machine));
    const fields = { name: 'T', mother_id: 3, last_started: '2026-12-24 18:00:00' };
    const answer = await machine.post('tasks/create', fields);
    const { ServerTimeZone, RequestStartTime, RequestEndTime } = answer.json;
    assert.equal(ServerTimeZone, 'Europe/Vienna');
    assert.match(RequestStartTime, /^2027-07-01 12:00:/);
    assert.match(RequestEndTime, /^2027-07-01 12:00:/);
    const row = rowOf(answer);
    assert.match(row['updated'], /^2027-07-01 12:00:/);
    assert.equal(row['last_started'], '2026-12-24 18:00:00');
    const [time] = rowsOf(await machine.get('serverTime/read'));
    assert.match(time?.['server_time'], /^2027-07-01 12:00:/);
    assert.equal(time?.['timezone'], 'Europe/Vienna');
    assert.equal(time?.['utc_offset'], 7200);
    const found = await machine.get('tasks/read', { last_started: '2026-12-24 18:00:00' });
    assert.deepEqual(
      rowsOf(found).map(({ id }) => id),
      [row['id']],
    );
    const refusal = await machine.get('tasks/read', { nofield: 1 });
    assert.equal(refusal.json['ServerTimeZone'], 'Europe/Vienna');
    assert.match(refusal.json['RequestStartTime'], /^2027-07-01 12:00:/);
  });

  it('keeps start_time and end_time in their own zones', async () => {
    const { machine } = await place.installation.addAccount('vienna');
    rowsOf(await setZone(machine));
    const times = { start_time: '2026-05-04 08:00:00', end_time: '2026-05-04 09:30:00' };
    const zones = { start_time_timezone: 'America/New_York', end_time_timezone: 'America/New_York' };
    const row = await machine.create('timeTrackings', { user_id: 1, task_id: 4, ...times, ...zones });
    assert.equal(row['start_time'], times.start_time);
    assert.equal(row['end_time'], times.end_time);
    assert.equal(row['start_time_timezone'], 'America/New_York');
  });
});

/** Hundredths as the shortest decimal text. */
function decimalText(units: number): string {
  const digits = String(units).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return digits.slice(0, -2) + (fraction === '' ? '' : `.${fraction}`);
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
