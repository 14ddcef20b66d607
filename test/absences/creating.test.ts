// Creating, validating, changing and deleting absences, and the requests that the server refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, dayRows, daysOf, decide, enter, officeOf, specialLeave } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;

onEveryEngine(
  'creating and changing absences',
  (place) => {
    const office = officeOf(place);
    const { nextDay, request } = office;

    test('lets a person delete requests only; a supervisor deletes approved absences', async () => {
      const open = await request();
      assert.equal((await office.anna.delete(`absences/delete/${open['id']}`)).status, 200);
      assert.deepEqual(await daysOf(place.machine, open['id']), []);
      const granted = await request();
      written(await decide(office.boss, 'approve', granted['id']));
      assertRefused(await office.anna.delete(`absences/delete/${granted['id']}`), notAllowed);
      assert.equal((await office.boss.delete(`absences/delete/${granted['id']}`)).status, 200);
      const own = await enter(place.machine, absence(office.ids.personnel, nextDay()));
      assertRefused(await office.personnel.delete(`absences/delete/${own['id']}`), notAllowed);
    });

    test('changes comment and replacement rights, and refuses other fields', async () => {
      const row = await request();
      const changed = written(
        await office.anna.put('absences/update', {
          id: row['id'],
          request_comment: 'Mountains',
          substitute_enabled: true,
          individual_value_1: 'x',
        }),
      );
      assert.deepEqual(
        [changed['request_comment'], changed['substitute_enabled'], changed['individual_value_1']],
        ['Mountains', 1, 'x'],
      );
      assert.equal((await dayRows(office.anna, { request_id: row['id'] }))[0]?.['comment'], 'Mountains');
      for (const [field, value] of Object.entries({
        from_date: '2027-01-01',
        to_date: '2028-01-01',
        type_id: 3,
        subtype_id: 12,
        user_id: office.ids.bert,
        status: 1,
        duration: 3,
        granted_comment: 'by myself',
        granted_user_id: office.ids.anna,
      })) {
        const answer = await office.anna.put('absences/update', { id: row['id'], [field]: value });
        assertRefused(answer, { status: 422, code: 'read_only_field', field });
        const isEntered = !['status', 'granted_comment', 'granted_user_id'].includes(field);
        const told = isEntered ? /cannot be changed afterwards/ : /is set by the server/;
        assert.match(answer.json['ErrorMessage'], told, field);
      }
      written(await decide(office.anna, 'cancel', row['id']));
      assertRefused(
        await office.anna.put('absences/update', { id: row['id'], request_comment: 'again' }),
        notAllowed,
      );
    });

    test('names the entry or exit date when it refuses days outside employment', async () => {
      const person = await hire(place.machine, 'briefly', {
        entry_date: '2027-06-08',
        exit_date: '2027-06-10',
      });
      for (const [from, to, why] of [
        ['2027-06-04', '2027-06-07', 'is not employed before 2027-06-08, the entry_date'],
        ['2027-06-11', '2027-06-14', 'is not employed after 2027-06-10, the exit_date'],
      ] as const) {
        const answer = await place.machine.post('absences/create', absence(person, from, to));
        assertRefused(answer, { status: 422, code: 'rule_broken', field: 'from_date' });
        assert.equal(
          answer.json['ErrorMessage'],
          `from_date is ${from}, to_date ${to}; user ${person} ${why}, and there is nothing to be absent from.`,
        );
      }
    });

    test('refuses dates in the wrong order and absences longer than five years', async () => {
      for (const [from, to] of [
        ['2027-06-08', '2027-06-07'],
        ['2027-06-07', '2032-06-11'],
        ['0001-01-01', '9999-12-31'],
      ] as const) {
        assertRefused(await place.machine.post('absences/create', absence(office.ids.anna, from, to)), {
          status: 422,
          code: 'invalid_value',
          field: 'to_date',
        });
      }
    });

    test('refuses unknown absence types; a missing subtype_id is 0', async () => {
      for (const pair of [
        { type_id: 3, subtype_id: 999 },
        { type_id: 9, subtype_id: 0 },
        { type_id: 3, subtype_id: undefined },
      ]) {
        const answer = await place.machine.post(
          'absences/create',
          absence(office.ids.anna, '2027-06-07', '2027-06-07', pair),
        );
        assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'type_id' });
      }
      const { subtype_id: _, ...left } = absence(office.ids.anna, '2027-06-07');
      assert.equal((await enter(place.machine, left))['subtype_id'], 0);
    });

    test('lets only a sole administrator decide on their own absences', async () => {
      const lone = await place.installation.addAccount('lone', 'Europe/Vienna');
      const own = await enter(lone.administrator, absence(1, '2027-02-01'));
      assert.deepEqual([own['status'], own['granted_user_id']], [1, 1]);
      assert.equal(written(await decide(lone.administrator, 'cancel', own['id']))['status'], 3);
      const second = await hire(lone.machine, 'second', { internal_user_group: 1 });
      const asked = await enter(lone.administrator, absence(1, '2027-02-01'));
      assert.equal(asked['status'], 0);
      assertRefused(await decide(lone.administrator, 'approve', asked['id']), notAllowed);
      written(await lone.machine.put(`users/update/${second}`, { active: 0 }));
      assert.equal(written(await decide(lone.administrator, 'approve', asked['id']))['status'], 1);
    });

    test('answers validate like create and stores nothing', async (t) => {
      const { clock } = place.installation;
      // Both say when.
      clock.stoppedAt = Date.now() + clock.shift;
      t.after(() => delete clock.stoppedAt);
      const [from, free] = [nextDay(), nextDay()];
      const entity = absence(office.ids.anna, from, from, { ...specialLeave, request_comment: 'Wedding' });
      const stored = (await office.anna.get('absences/read', { user_id: office.ids.anna })).json;
      const valid = written(await office.anna.post('absences/validate', entity));
      assert.equal(valid['id'], null);
      const after = (await office.anna.get('absences/read', { user_id: office.ids.anna })).json;
      assert.deepEqual(after['Results'], stored['Results']);
      const { id, ...created } = await enter(office.anna, entity);
      const { id: _, ...shown } = valid;
      assert.equal(typeof id, 'number');
      assert.deepEqual(shown, created);
      for (const [wrong, refusal] of [
        [entity, { status: 422, code: 'conflict', field: 'from_date' }],
        [
          { ...entity, from_date: free, to_date: free, duration: 7 },
          { status: 422, code: 'invalid_value', field: 'duration' },
        ],
        [{ ...entity, user_id: office.ids.bert }, notAllowed],
        [
          { ...entity, from_date: '' },
          { status: 400, code: 'missing_parameter' },
        ],
      ] as const) {
        const refused = [
          assertRefused(await office.anna.post('absences/validate', wrong), refusal),
          assertRefused(await office.anna.post('absences/create', wrong), refusal),
        ];
        if (refusal !== notAllowed) assert.equal(refused[0]?.['ErrorMessage'], refused[1]?.['ErrorMessage']);
      }
    });

    test('creates the valid items of a batch, and reads forms under holidayRequests', async () => {
      const from = nextDay();
      const { anna, bert, boss } = office.ids;
      written(await office.bert.post('absences/create', absence(bert, from)));
      const answer = await place.machine.post(
        'absences/create',
        [anna, bert, boss].map((person) => absence(person, from)),
      );
      assert.equal(answer.status, 200);
      assert.deepEqual(
        answer.json['Results'].map(({ Success }: Envelope) => Success),
        [true, false, true],
      );
      const form = new URLSearchParams({ user_id: String(bert), type_id: '1', from_date: nextDay() });
      form.set('to_date', form.get('from_date') as string);
      assert.equal(written(await office.bert.post('holidayRequests/create', form))['status'], 0);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
