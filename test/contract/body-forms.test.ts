// Bodies as real programs send them: multipart forms, bracket names, numbered objects, single children, odd decimals.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parseMultipart } from '#request/parse-multipart.ts';
import { send, type Answer } from '../support/client.ts';
import { assertRefused, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { runs } from '../support/property.ts';

const project = { mother_id: 1, name: 'Bridge' };

/** A multipart body as browsers write it, with its content type. */
async function multipart(
  fields: Iterable<readonly [string, string | Blob]>,
): Promise<{ body: Buffer; type: string }> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as string);
  const encoded = new Response(form);
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' };
}

onOwnInstallations('forms of bodies', { why: 'the account has the usual name' }, (place) => {
  const post = (path: string, body: unknown, headers = {}): Promise<Answer> =>
    place.machine.post(path, body, headers);
  const postMultipart = async (path: string, fields: Iterable<readonly [string, string | Blob]>) => {
    const { body, type } = await multipart(fields);
    return post(path, body, { 'content-type': type });
  };
  /** Names of the tasks below a project, in the order of their ids. */
  const tasksBelow = async ({ id }: Shown): Promise<readonly string[]> =>
    rowsOf(await place.machine.get('tasks/read', { mother_id: id as number })).map((row) => row['name']);

  it('takes multipart/form-data without files as a form', async () => {
    const syn = 'Löten, "Schweißen"\r\n& Co = 1+1 😀';
    assert.equal(rowOf(await postMultipart('skills/create', [['syn', syn]]))['syn'], syn);
    const nested = JSON.stringify({ tasks: [{ name: 'Survey' }] });
    const fields = Object.entries(project).map(([name, value]) => [name, String(value)] as const);
    const row = rowOf(await postMultipart('projects/create', [...fields, ['nestedEntities', nested]]));
    assert.deepEqual(await tasksBelow(row), ['Survey']);
  });

  it('refuses a multipart form with a file, without a boundary or cut off', async () => {
    const refusal = { status: 400, code: 'malformed_body' } as const;
    const file = new Blob(['x'], { type: 'text/plain' });
    assertRefused(await postMultipart('skills/create', [['syn', file]]), refusal);
    const { body, type } = await multipart([['syn', 'Cut']]);
    const cut = await post('skills/create', body.subarray(0, -6), { 'content-type': type });
    assertRefused(cut, refusal);
    assertRefused(await post('skills/create', body, { 'content-type': 'multipart/form-data' }), refusal);
  });

  it('takes a field for a file in which none was chosen as not sent', async () => {
    const { body, type } = await multipart([
      ['syn', 'Sewing'],
      ['attachment', new File([], 'chosen', { type: 'application/octet-stream' })],
    ]);
    const unchosen = body.toString().replace('filename="chosen"', 'filename=""');
    const answer = await post('skills/create', Buffer.from(unchosen), { 'content-type': type });
    assert.equal(rowOf(answer)['syn'], 'Sewing');
  });

  it('takes a multipart form at the token endpoint', async () => {
    const { clientId, clientSecret } = place.account;
    const { body, type } = await multipart([
      ['grant_type', 'client_credentials'],
      ['client_id', clientId],
      ['client_secret', clientSecret],
    ]);
    const url = `${place.installation.address}/acme/auth/oauth2/token`;
    const answer = await send(url, { method: 'POST', body, headers: { 'content-type': type } });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['token_type'], 'bearer');
  });

  it('refuses a compressed body with 415, at the token endpoint too', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync('{"syn":"Zipped"}');
    const answer = await post('skills/create', body, headers);
    const refusal = { status: 415, code: 'unsupported_encoding', error: 400 } as const;
    assert.match(assertRefused(answer, refusal)['ErrorMessage'], /gzip/);
    assert.equal(answer.headers.get('accept-encoding'), 'identity');
    const url = `${place.installation.address}/acme/auth/oauth2/token`;
    const login = await send(url, { method: 'POST', body, headers });
    assert.equal(login.status, 415);
    assert.equal(login.json['error'], 'invalid_request');
    const identity = { ...headers, 'content-encoding': 'identity' };
    rowOf(await post('skills/create', '{"syn":"Plain"}', identity));
  });

  it('takes an object with whole numbers for keys as a batch, in ascending order', async () => {
    const keys = ['30', '4', '18446744073709551616', '5', '4294967296'];
    const body = `{${keys.map((key) => `"${key}":{"syn":"${key}"}`).join(',')}}`;
    const answer = await post('skills/create', body, { 'content-type': 'application/json' });
    assert.equal(answer.json['isBatch'], 1, answer.text);
    const names = rowsOf(answer).map((item) => item['Results'][0]['syn']);
    assert.deepEqual(names, ['4', '5', '30', '4294967296', '18446744073709551616']);
    const updated = await place.machine.put('skills/update', {
      7: { id: answer.json['Results'][1]['Results'][0]['id'], syn: 'seven' },
    });
    assert.equal(rowsOf(updated)[0]?.['Results'][0]['syn'], 'seven');
  });

  it('takes a form with numbered brackets as a batch', async () => {
    const body = new URLSearchParams([
      ['1[syn]', 'One'],
      ['0[syn]', 'Zero'],
    ]);
    const answer = await post('skills/create', body);
    assert.deepEqual(
      rowsOf(answer).map((item) => item['Results'][0]['syn']),
      ['Zero', 'One'],
    );
  });

  for (const [form, nestedEntities] of [
    ['an array', { tasks: [{ name: 'Survey' }] }],
    ['a single object', { tasks: { name: 'Survey' } }],
    ['a numbered object', { tasks: { 3: { name: 'Survey' } } }],
    ['JSON text', '{"tasks":{"name":"Survey"}}'],
  ] as const) {
    it(`takes children as ${form}`, async () => {
      const row = rowOf(await post('projects/create', { ...project, nestedEntities }));
      assert.deepEqual(await tasksBelow(row), ['Survey']);
    });
  }

  it('takes a single object for the children that a read shows', async () => {
    const nestedEntities = { tasks: [{ name: 'Survey' }] };
    const { id } = rowOf(await post('projects/create', { ...project, nestedEntities }));
    const query = { id, nestedEntities: '{"tasks":{}}' };
    const shown = rowOf(await place.machine.get('projects/read', query));
    assert.equal(shown['nestedEntities']['tasks'].length, 1);
  });

  for (const type of ['urlencoded', 'multipart']) {
    it(`takes bracket names in a ${type} form`, async () => {
      const fields: [string, string][] = [
        ['mother_id', '1'],
        ['name', 'Tower'],
        ['nestedEntities[tasks][1][name]', 'Design'],
        ['nestedEntities[tasks][0][name]', 'Survey'],
        ['nestedEntities[projects][0][name]', 'Roof'],
        ['nestedEntities[projects][0][nestedEntities][tasks][name]', 'Slate'],
      ];
      const answer = await (type === 'multipart'
        ? postMultipart('projects/create', fields)
        : post('projects/create', new URLSearchParams(fields)));
      const row = rowOf(answer);
      assert.equal(answer.json['SuccessNested'], true, answer.text);
      assert.deepEqual(await tasksBelow(row), ['Survey', 'Design']);
      const roof = rowOf(await place.machine.get('projects/read', { mother_id: row['id'] as number }));
      assert.deepEqual([roof['name'], ...(await tasksBelow(roof))], ['Roof', 'Slate']);
    });
  }

  it('takes children as JSON text under a bracket name', async () => {
    const tasks = JSON.stringify([{ name: 'Survey' }, { name: 'Design' }]);
    const body = new URLSearchParams({ mother_id: '1', name: 'Quay', 'nestedEntities[tasks]': tasks });
    assert.deepEqual(await tasksBelow(rowOf(await post('projects/create', body))), ['Survey', 'Design']);
    body.set('nestedEntities[tasks]', 'Survey');
    assertRefused(await post('projects/create', body), {
      status: 422,
      code: 'invalid_value',
      field: 'nestedEntities',
    });
  });

  it('begins a child at each name with empty brackets', async () => {
    const names = ['Survey', 'Design'].map((name) => ['nestedEntities[tasks][][name]', name]);
    const body = new URLSearchParams([['mother_id', '1'], ['name', 'Pier'], ...names]);
    assert.deepEqual(await tasksBelow(rowOf(await post('projects/create', body))), ['Survey', 'Design']);
  });

  it('refuses bracket names that contradict each other or never end', async () => {
    for (const pairs of [
      [
        ['nestedEntities', '{}'],
        ['nestedEntities[tasks][0][name]', 'A'],
      ],
      [
        ['nestedEntities[tasks]', 'x'],
        ['nestedEntities[tasks][0][name]', 'A'],
      ],
      [
        ['nestedEntities[tasks][0][name]', 'B'],
        ['nestedEntities[tasks][0][name]', 'A'],
      ],
    ]) {
      const answer = await post('projects/create', new URLSearchParams([['mother_id', '1'], ...pairs]));
      assertRefused(answer, { status: 422, code: 'contradiction', field: 'nestedEntities' });
    }
    const deep = `x${'[a]'.repeat(100_000)}=1`;
    const answer = await post('skills/create', deep, { 'content-type': 'application/x-www-form-urlencoded' });
    assertRefused(answer, { status: 400, code: 'malformed_body' });
  });

  it('takes decimals without digits on one side of the point', async () => {
    const { id } = rowsOf(await place.machine.get('absenceTypes/read'))[0] as Shown;
    for (const [sent, stored] of [
      ['.5', 0.5],
      ['5.', 5],
      ['5.0', 5],
      ['0.50', 0.5],
      ['+.25', 0.25],
    ] as const) {
      const update = { id, cycle_max_days: sent };
      assert.equal(rowOf(await place.machine.put('absenceTypes/update', update))['cycle_max_days'], stored);
    }
    for (const sent of ['.', '', '1.2.3', '.5.', '5,0', '1e1']) {
      const answer = await place.machine.put('absenceTypes/update', { id, cycle_max_days: sent });
      if (sent !== '') assertRefused(answer, { status: 422, code: 'invalid_value', field: 'cycle_max_days' });
    }
  });

  it('takes 5.0 where an integer is meant, and no other fraction', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Whole' });
    assert.equal(rowOf(await place.machine.get('skills/read', { id: `${id}.0` }))['id'], id);
    assert.equal(rowOf(await place.machine.put('skills/update', { id: `${id}.`, syn: 'Same' }))['id'], id);
    const refusal = { status: 422, code: 'invalid_value', field: 'id' } as const;
    for (const bad of [`${id}.5`, '.0', '.']) {
      assertRefused(await place.machine.get('skills/read', { id: bad }), refusal);
    }
  });

  it('takes _since as date, DateTime and ISO 8601 with fraction and offset', async () => {
    const { id } = await place.machine.create('skills', { syn: 'New' });
    // Of what is more than five seconds ahead of the server, everything is sent: these are two to three seconds ahead.
    const now = Date.now() + 3000;
    const shifted = (hours: number): string => new Date(now + hours * 3_600_000).toISOString().slice(0, 19);
    const hit = [
      shifted(-1),
      `${shifted(-1)}.123Z`,
      `${shifted(1)}+02:00`,
      `${shifted(1)}+0200`,
      `${shifted(-3)}-02`,
    ];
    const miss = [shifted(0), `${shifted(0)}.5Z`, `${shifted(2)}+02:00`, `${shifted(-2)}-02:00`];
    const found = async (_since: string): Promise<boolean> =>
      rowsOf(await place.machine.get('skills/read', { _since, id })).length === 1;
    for (const text of [...hit, shifted(-24).slice(0, 10), `${shifted(-1).replace('T', ' ')}Z`])
      assert.equal(await found(text), true, text);
    for (const text of miss) assert.equal(await found(text), false, text);
    const ahead = await place.machine.get('skills/read', { _since: '2999-01-01', id });
    assert.deepEqual([rowsOf(ahead).length, ahead.json['FullResync']], [1, 1]);
    const unencoded = await place.machine.request('GET', `skills/read/?id=${id}&_since=${shifted(1)}+02:00`);
    assert.equal(rowsOf(unencoded).length, 1, 'a plus sign that was not encoded');
    for (const bad of [
      'yesterday',
      '2026-13-01',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01 ',
    ]) {
      const answer = await place.machine.get('skills/read', { _since: bad });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: '_since' });
    }
  });
});

it('reads every multipart form that a browser writes', async () => {
  const text = fc.string({ unit: 'grapheme' }).map((one) => one.toWellFormed());
  // Browsers write line ends in values as CR LF, and those in names percent-encoded.
  const value = text.filter((one) => !/[\r\n]/.test(one));
  const name = value.filter((one) => one !== '' && !one.includes('%') && !one.includes('\\'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value)), async (fields) => {
      const { body, type } = await multipart(fields);
      assert.deepEqual(parseMultipart(body, type), fields);
    }),
    runs({ test: 200, long: 1_000, soak: 20_000 }),
  );
});
