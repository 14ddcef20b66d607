// Reminders of missing hours and of requests that wait: who gets them, when, and once. 2026-03-09 is a Monday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { remindPeople } from '#accounts/remind-people.ts';
import { absence, holiday } from '../absences/absence.ts';
import { setSetting } from '../holidays/holidays.ts';
import { column } from '../sql/scratch.ts';
import type { Envelope } from '../support/client.ts';
import { setClock } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

/** Mails stay in the outbox: no server listens at this port. Times of the scenario are far ahead of any login. */
const flags = {
  'smtp-url': 'smtp://127.0.0.1:9',
  'mail-from': 'hours@acme.example',
  'public-url': 'https://time.acme.example',
  'access-token-lifetime': '604800',
};
const [hoursMissing, requestsWaiting] = [14, 15];

onEveryEngine(
  'reminders',
  (place) => {
    let emil: number;
    let boss: number;
    let silent: number;
    before(async () => {
      const { machine } = place;
      const terms = { entry_date: '2026-02-02', email_address: 'emil@acme.example' };
      emil = await hire(machine, 'emil', terms);
      boss = await hire(machine, 'boss', { email_address: 'boss@acme.example' });
      silent = await hire(machine, 'silent', { entry_date: '2026-02-02' });
      // Left on the Friday before the Monday of the reminders.
      const left = { entry_date: '2026-02-02', exit_date: '2026-03-06', email_address: 'left@acme.example' };
      await hire(machine, 'left', left);
      written(
        await machine.put('departments/update/1', { supervisor_id: boss, supervisor_assistant_id: silent }),
      );
      for (const day of ['02', '04'])
        await machine.create(
          'timeTrackings',
          booking(emil, { start: `2026-03-${day} 08:00`, end: `2026-03-${day} 12:00` }),
        );
      await machine.create('absences', absence(emil, '2026-03-05', '2026-03-05', { ...holiday }));
    });

    const remind = () => remindPeople(place.installation.app.engine);
    const told = async (notification_type: number): Promise<readonly Envelope[]> =>
      (await place.machine.get('notifications/read', { notification_type })).json['Results'];
    const mailsTo = async (id: number, notice: string): Promise<readonly Record<string, string>[]> => {
      const sql = 'select data from mail_outbox where account_id = ? and user_id = ? order by id';
      const { id: account } = place.account;
      const data = await place.installation.app.engine.database.read(account, (tx) =>
        column(tx, sql, account, id),
      );
      return data.map((text) => JSON.parse(String(text))).filter((one) => one.notice === notice);
    };

    test('stay away while no day is chosen, and before six in the morning', async () => {
      await remind();
      await setSetting(place.machine, 'missing_hours_day', 'monday');
      await setSetting(place.machine, 'decider_digest_day', 'daily');
      await remind();
      assert.deepEqual([await told(hoursMissing), await told(requestsWaiting)], [[], []]);
    });

    test('name the working days of last week without a booking, once', async () => {
      setClock(place.installation.clock, '2026-03-09T05:00:30Z');
      await remind();
      await remind();
      const notices = await told(hoursMissing);
      assert.deepEqual(
        notices.map(({ user_id, email_send_status }) => [user_id, email_send_status]),
        [
          [emil, 1],
          [silent, 0],
        ],
      );
      assert.deepEqual(await mailsTo(silent, 'hoursMissing'), []);
      const [mail, ...others] = await mailsTo(emil, 'hoursMissing');
      assert.deepEqual(others, []);
      assert.deepEqual(
        [mail?.['days'], mail?.['missing'], mail?.['first'], mail?.['last'], mail?.['screen']],
        ['2026-03-03,2026-03-06', String(16 * 3600), '2026-03-02', '2026-03-08', 'week'],
      );
    });

    test('list requests for who decides them, once a day', async () => {
      await place.machine.create('absences', absence(boss, '2026-04-01'));
      const emils = await place.account.login('emil');
      const request = await emils.create('absences', absence(emil, '2026-03-18', '2026-03-19'));
      assert.equal(request['status'], 0);
      setClock(place.installation.clock, '2026-03-10T05:00:30Z');
      await remind();
      await remind();
      const [mail, ...others] = await mailsTo(boss, 'requestsWaiting');
      assert.deepEqual(others, []);
      assert.deepEqual(
        [
          mail?.['listed'],
          mail?.['unlisted'],
          mail?.['person_0'],
          mail?.['kind_0'],
          mail?.['first_0'],
          mail?.['last_0'],
        ],
        ['1', '0', 'emil Person', 'Holiday', '2026-03-18', '2026-03-19'],
      );
      assert.deepEqual(
        (await told(requestsWaiting)).map(({ user_id, email_send_status }) => [user_id, email_send_status]),
        [
          [boss, 1],
          [silent, 0],
        ],
      );
      assert.deepEqual(await mailsTo(silent, 'requestsWaiting'), []);
      assert.equal((await told(hoursMissing)).length, 2);
      setClock(place.installation.clock, '2026-03-11T05:00:30Z');
      await remind();
      assert.equal((await told(requestsWaiting)).length, 4);
    });

    test('leave out a decider who has left', async () => {
      written(await place.machine.put(`users/update/${silent}`, { exit_date: '2026-03-11' }));
      setClock(place.installation.clock, '2026-03-12T05:00:30Z');
      await remind();
      assert.deepEqual(
        (await told(requestsWaiting)).slice(4).map(({ user_id }) => user_id),
        [boss],
      );
    });
  },
  { flags, startsAt: '2026-03-09T04:30:00Z' },
);
