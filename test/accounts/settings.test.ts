// `generalSettings` and `translations`: the server checks their values, and settings take effect with the next
// response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { settingValues } from './setting-values.ts';

onEveryEngine('generalSettings', (place) => {
  const idOf = async (setting_type: string): Promise<number> =>
    (await place.machine.get('generalSettings/read', { setting_type })).json['Results'][0].id;
  const set = async (setting_type: string, setting_value: string) =>
    place.machine.put(`generalSettings/update/${await idOf(setting_type)}`, { setting_value });

  for (const [setting, { taken, refused }] of Object.entries(settingValues)) {
    test(`${setting} accepts valid and refuses invalid values`, async () => {
      const id = await idOf(setting);
      for (const [sent, kept] of taken) {
        const row = written(await place.machine.put(`generalSettings/update/${id}`, { setting_value: sent }));
        assert.equal(row['setting_value'] ?? '', kept);
      }
      for (const setting_value of refused) {
        const answer = await place.machine.put('generalSettings/update', { id, setting_value });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'setting_value' });
      }
      const items = [...refused, taken[0]?.[0]].map((setting_value) => ({ id, setting_value }));
      const { json } = await place.machine.put('generalSettings/update', items);
      assert.deepEqual(
        json['Results'].map((item: Envelope) => item['Success']),
        items.map((_, index) => index === items.length - 1),
      );
      assert.equal(json['NumErrors'], refused.length);
      written(await place.machine.put(`generalSettings/update/${id}`, { setting_value: taken.at(-1)?.[1] }));
    });
  }

  test('has test values for every setting', async () => {
    const { json } = await place.machine.get('generalSettings/read');
    const declared = new Set<string>(json['Results'].map((row: Envelope) => row['setting_type']));
    const differing = [...declared.symmetricDifference(new Set(Object.keys(settingValues)))];
    const files = 'src/domain/settings/catalogue.ts and test/accounts/setting-values.ts';
    assert.ok(differing.length === 0, `${files} differ in ${differing.join(', ')}`);
  });

  test('takes setting_type in place of the id, singly and in a batch', async () => {
    const { machine } = place;
    const named = { setting_type: 'company_name', setting_value: 'By name' };
    const row = written(await machine.put('generalSettings/update', named));
    assert.deepEqual([row['id'], row['setting_value']], [await idOf('company_name'), 'By name']);
    const { json } = await machine.put('generalSettings/update', [
      { setting_type: 'company_name', setting_value: 'Acme' },
      { setting_type: 'no_such_setting', setting_value: '1' },
      { setting_type: 'gaps_are_breaks', setting_value: '7' },
      { id: await idOf('gaps_are_breaks'), setting_value: '1' },
    ]);
    const told = json['Results'].map((item: Envelope) => item['ErrorExtended']?.errorCode ?? item['Success']);
    assert.deepEqual(told, [true, 'unknown_reference', 'invalid_value', true]);
    assert.equal(written(await machine.get(`generalSettings/read/${row['id']}`))['setting_value'], 'Acme');
  });

  test('refuses an unknown setting_type, and one that is not that of the id', async () => {
    const { machine } = place;
    const refused = await machine.put('generalSettings/update', { setting_type: 'x', setting_value: '1' });
    assertRefused(refused, { status: 422, code: 'unknown_reference', field: 'setting_type' });
    const none = await machine.put('generalSettings/update', { setting_value: '1' });
    assertRefused(none, { status: 400, code: 'missing_parameter', field: 'id' });
    const id = await idOf('company_name');
    const both = { id, setting_type: 'gaps_are_breaks', setting_value: '1' };
    const differing = await machine.put('generalSettings/update', both);
    assertRefused(differing, { status: 422, code: 'read_only_field', field: 'setting_type' });
  });

  test('refuses writes of other fields, create and delete', async () => {
    const id = await idOf('company_name');
    for (const change of [
      { setting_type: 'other' },
      { default_value: 'x' },
      { datatype: 'number' },
      { is_updatable_by_customer: 0 },
    ]) {
      assertRefused(await place.machine.put(`generalSettings/update/${id}`, change), {
        status: 422,
        code: 'read_only_field',
      });
    }
    const row = written(await place.machine.get(`generalSettings/read/${id}`));
    written(await place.machine.put('generalSettings/update', { ...row, setting_value: 'Acme' }));
    assertRefused(await place.machine.post('generalSettings/create', { setting_value: 'x' }), {
      status: 404,
      code: 'unknown_address',
    });
    assertRefused(await place.machine.delete(`generalSettings/delete/${id}`), {
      status: 404,
      code: 'unknown_address',
    });
  });

  test('server_timezone changes timestamps from the next response on', async () => {
    const before = written(await place.machine.get('users/read/1'))['updated'];
    written(await set('server_timezone', 'Asia/Kathmandu'));
    const answer = await place.machine.get('users/read/1');
    assert.equal(answer.json['ServerTimeZone'], 'Asia/Kathmandu');
    assert.equal(Date.parse(`${written(answer)['updated']}Z`) - Date.parse(`${before}Z`), 20_700_000);
    assert.equal((await place.machine.get('serverTime/read')).json['Results'][0].utc_offset, 20_700);
    written(await set('server_timezone', 'UTC'));
    assert.equal(written(await place.machine.get('users/read/1'))['updated'], before);
  });

  test('gives new people the default time zone, country and language', async () => {
    for (const [setting, value] of [
      ['default_user_timezone', 'Asia/Tokyo'],
      ['default_country', 'JP'],
      ['default_language', 'de'],
    ] as const) {
      written(await set(setting, value));
    }
    const id = await hire(place.machine, 'tokyo', { timezone: null });
    const { timezone, country_id, language_id } = written(await place.machine.get(`users/read/${id}`));
    assert.deepEqual(
      { timezone, country_id, language_id },
      { timezone: 'Asia/Tokyo', country_id: 392, language_id: 2 },
    );
  });

  test('maximum_tracking_hours limits elapsed time, not local clock time', async () => {
    const person = await hire(place.machine, 'long');
    written(await set('maximum_tracking_hours', '8'));
    const night = booking(person, { start: '2026-10-24 22:00', end: '2026-10-25 05:00' });
    written(await place.machine.post('timeTrackings/create', night));
    const longer = booking(person, { start: '2026-10-26 08:00:00', end: '2026-10-26 16:00:01' });
    assertRefused(await place.machine.post('timeTrackings/create', longer), {
      status: 422,
      code: 'rule_broken',
      field: 'end_time',
    });
    written(await set('maximum_tracking_hours', '0'));
    written(await place.machine.post('timeTrackings/create', longer));
  });

  test('a tolerance of 0 minutes marks only the current second as live', async () => {
    written(await set('live_start_tolerance_minutes', '0'));
    const person = await hire(place.machine, 'exact');
    const start = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const row = written(
      await place.machine.post('timeTrackings/create', booking(person, { start, end: null, zone: 'UTC' })),
    );
    assert.equal(row['is_start_live'], 0);
    written(await set('live_start_tolerance_minutes', '5'));
  });
});

onEveryEngine('translations', (place) => {
  test('stores one text for each key and language', async () => {
    const { machine } = place;
    const entity = { translation_key: 'HELLO', language_id: 1, value: 'Hello' };
    const english = written(await machine.post('translations/create', entity));
    written(await machine.post('translations/create', { ...entity, language_id: 2, value: 'Grüß Gott' }));
    assertRefused(await machine.post('translations/create', entity), {
      status: 422,
      code: 'not_unique',
      field: 'translation_key',
    });
    assertRefused(await machine.post('translations/create', { ...entity, language_id: 9 }), {
      status: 422,
      code: 'unknown_reference',
      field: 'language_id',
    });
    assert.equal(
      written(await machine.put(`translations/update/${english['id']}`, { value: 'Hi' }))['value'],
      'Hi',
    );
    for (const change of [{ translation_key: 'OTHER' }, { language_id: 2 }]) {
      const answer = await machine.put(`translations/update/${english['id']}`, change);
      assertRefused(answer, { status: 422, code: 'read_only_field' });
    }
    const found = await machine.get('translations/read', {
      translation_key: 'HELLO',
      _order_by: 'language_id',
      _resolve: 'language_id',
    });
    assert.deepEqual(
      found.json['Results'].map((row: Envelope) => row['value']),
      ['Hi', 'Grüß Gott'],
    );
    assert.equal((await machine.delete(`translations/delete/${english['id']}`)).status, 200);
    written(await machine.post('translations/create', entity));
  });

  test('requires translation_key, language_id and value', async () => {
    for (const entity of [
      { language_id: 1, value: 'v' },
      { language_id: 1, translation_key: 'k' },
      { translation_key: 'k', value: 'v' },
    ]) {
      assertRefused(await place.machine.post('translations/create', entity), {
        status: 400,
        code: 'missing_parameter',
      });
    }
  });
});
