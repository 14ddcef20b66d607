// The server refreshes statuses that change with time: at once for each reader, in delta answers, and only once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '#app';
import { extendCalendars } from '#accounts/extend-calendars.ts';
import { settleDue } from '#accounts/settle-due.ts';
import { readConfig } from '#config';
import type { Row } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { absence, enter } from '../absences/absence.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { coreSchedule, presenceOf } from './presence.ts';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';

const stored = (place: Pick<Installation, 'app' | 'account'>, person: number): Promise<Row> =>
  inAccount(place, (view) => view.get('userStatusOverview', person) as Row);

onEveryEngine(
  'reads of due statuses',
  (place) => {
    const at = (moment: string): void => setClock(place.installation, moment);

    test('refreshes lists, filters, counts, aggregates and deltas in the due second', async () => {
      const { machine } = place;
      at('2026-06-01 12:00');
      const reads: readonly (readonly [string, object, (json: Envelope) => unknown])[] = [
        ['userStatusOverview/read', { status: 3 }, (json) => json['NumResults']],
        ['userStatusOverview/read', { _aggregate__status: 'max' }, (json) => json['Results'][0].status / 3],
        [
          'fetchData/read',
          { _include: 'userStatusOverview', userStatusOverview__status: 3 },
          (json) => json['Results'].userStatusOverview.NumResults,
        ],
        [
          'deltaSync/read',
          { _include: 'userStatusOverview', userStatusOverview__status: 3 },
          (json) => json['Results'].userStatusOverview.NumResults,
        ],
      ];
      const days = ['2026-06-02', '2026-06-03', '2026-06-05', '2026-06-08'];
      for (const [index, [path, query, found]] of reads.entries()) {
        const day = days[index] as string;
        const person = await hire(machine, `reader-${index}`, { timezone: 'UTC' });
        const { id } = await enter(machine, absence(person, day));
        const ask = async (): Promise<unknown> => found((await machine.get(path, { ...query })).json);
        at(`${dateAfter(day, -1)} 23:59:59`);
        assert.equal(await ask(), 0, path);
        at(`${day} 00:00`);
        assert.equal(await ask(), 1, path);
        assert.equal((await machine.delete(`absences/delete/${id}`)).status, 200);
      }
    });

    test('answers 200 to a former ETag once a status has changed', async () => {
      const { machine } = place;
      at('2026-06-08 23:59:59');
      const person = await hire(machine, 'tagged', { timezone: 'UTC' });
      await enter(machine, absence(person, '2026-06-09'));
      const path = `userStatusOverview/read/${person}`;
      const tag = (await machine.get(path)).headers.get('etag') as string;
      assert.equal((await machine.get(path, {}, { 'if-none-match': tag })).status, 304);
      at('2026-06-09 00:00');
      const answer = await machine.get(path, {}, { 'if-none-match': tag });
      assert.deepEqual([answer.status, answer.json['Results'][0].status], [200, 3]);
    });

    test('returns only changed statuses to delta clients after days', async () => {
      const { machine } = place;
      at('2026-06-09 12:00');
      const schedule = await coreSchedule(machine, 'Core');
      const [person, same] = [
        await hire(machine, 'turns', { timezone: 'UTC' }),
        await hire(machine, 'same', { timezone: 'UTC', timesheet_template_id: schedule }),
      ];
      await enter(machine, absence(person, '2026-06-12', '2026-06-15'));
      const changed = async (since: string): Promise<readonly number[]> =>
        (await machine.get('deltaSync/read', { _include: 'userStatusOverview', _since: since })).json[
          'Results'
        ].userStatusOverview.Results.map((row: Envelope) => row['user_id']);
      const ask = async (): Promise<string> =>
        (await machine.get('deltaSync/read', { _include: 'userStatusOverview' })).json['RequestStartTime'];
      at('2026-06-10 08:00');
      await ask();
      at('2026-06-10 08:01');
      const first = await ask();
      const before = await stored(place.installation, same);
      at('2026-06-11 08:00');
      assert.deepEqual(await changed(first), [], 'another day with the same core time is no news');
      const after = await stored(place.installation, same);
      assert.ok((after['turns_at'] as number) > (before['turns_at'] as number));
      assert.deepEqual(
        [after['updated'], after['row_revision']],
        [before['updated'], before['row_revision']],
      );
      at('2026-06-11 08:01');
      const second = await ask();
      at('2026-06-14 12:00');
      assert.deepEqual(await changed(second), [person, same], 'leave began, and core time ended');
      const row = await presenceOf(machine, person);
      assert.equal(row['updated'], '2026-06-14 12:00:00');
      at('2026-06-20 12:00');
      assert.equal((await presenceOf(machine, person))['status'], 0);
    });

    test('schedules no refresh without a coming change', async () => {
      at('2026-06-22 12:00');
      const person = await hire(place.machine, 'calm', { timezone: 'UTC' });
      const turnsAt = async (): Promise<unknown> => (await stored(place.installation, person))['turns_at'];
      const day = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;
      assert.equal(await turnsAt(), null);
      const { id } = await enter(place.machine, absence(person, '2026-06-29', '2026-06-30'));
      assert.equal(await turnsAt(), day('2026-06-29'));
      at('2026-06-29 08:00');
      await presenceOf(place.machine, person);
      assert.equal(await turnsAt(), day('2026-06-30'));
      assert.equal((await place.machine.delete(`absences/delete/${id}`)).status, 200);
      assert.equal(await turnsAt(), null);
    });
  },
  timerOptions,
);

for (const engine of storageEngines) {
  describe(`refresh of due statuses (${engine.name})`, () => {
    test('refreshes 230 users in the first answer', async (t) => {
      const place = await startInstallation({ engine, ...timerOptions, startsAt: '2026-06-01T12:00:00Z' });
      t.after(() => place.close());
      const { machine } = place.account;
      const people: number[] = [];
      for (let number = 0; number < 230; number += 1)
        people.push(await hire(machine, `one-${number}`, { timezone: 'UTC' }));
      for (let first = 0; first < people.length; first += 100) {
        const batch = people.slice(first, first + 100).map((person) => absence(person, '2026-06-03'));
        assert.equal((await machine.post('absences/create', batch)).json['Success'], true);
      }
      setClock(place, '2026-06-03 00:00');
      const { json } = await machine.get('userStatusOverview/read', { status: 3, _limit: 1000 });
      assert.equal(json['NumResults'], people.length);
    });

    test('refreshes once when two processes start after days offline', async (t) => {
      const database = await engine.create();
      t.after(() => database.remove());
      const flags = { database: database.url, 'argon2-memory': '64 KiB', 'argon2-iterations': '1' };
      let now = '2026-06-01T12:00:00Z';
      const open = () => openApp(readConfig({ flags, env: {} }), { clock: () => Date.parse(now) });
      const place = await startInstallation({
        ...timerOptions,
        engine: { name: engine.name, create: async () => ({ ...database, remove: async () => {} }) },
      });
      const { account } = place;
      setClock(place, '2026-06-01 12:00');
      const person = await hire(account.machine, 'off', { timezone: 'UTC' });
      await enter(account.machine, absence(person, '2026-06-03'));
      await enter(account.machine, absence(person, '2026-06-10', '2026-06-11'));
      const before = await stored(place, person);
      await place.close();
      now = '2026-06-11T12:00:00Z';
      const apps = [await open(), await open()];
      t.after(() => Promise.all(apps.map((app) => app.close())));
      await Promise.all(apps.map(({ engine: one }) => settleDue(one)));
      for (const app of apps) {
        const row = await stored({ app: { ...place.app, engine: app.engine }, account }, person);
        assert.deepEqual(
          [row['status'], row['row_revision'], row['turns_at']],
          [3, (before['row_revision'] as number) + 1, Date.parse('2026-06-12T00:00:00Z') / 1000],
        );
      }
    });

    test('refreshes in the background without a reader', async (t) => {
      const place = await startInstallation({ engine, ...timerOptions });
      t.after(() => place.close());
      setClock(place, '2026-06-02 12:00');
      const person = await hire(place.account.machine, 'unseen', { timezone: 'UTC' });
      await enter(place.account.machine, absence(person, '2026-06-03'));
      setClock(place, '2026-06-03 00:00');
      const isOnLeave = async (): Promise<boolean> => (await stored(place, person))['status'] === 3;
      for (let turn = 0; !(await isOnLeave()); turn += 1) {
        // At least 60 seconds, for crowded machines.
        assert.ok(turn < 3_000, 'nothing happened');
        await sleep(20);
      }
    });

    test('follows a calendar that is filled after its year has begun', async (t) => {
      const place = await startInstallation({ engine, ...timerOptions });
      t.after(() => place.close());
      const { machine } = place.account;
      const schedule = await coreSchedule(machine, 'Core');
      const person = await hire(machine, 'newyear', { timesheet_template_id: schedule });
      const coreTime = async (): Promise<unknown> => (await stored(place, person))['core_time_start'];
      // The server was off for years: until its calendars have grown, the first of January is a Monday like any other.
      setClock(place, '2029-01-01 10:00');
      await settleDue(place.app.engine);
      assert.equal(await coreTime(), '09:00:00');
      await extendCalendars(place.app.engine);
      assert.equal(await coreTime(), null);
    });

    test('refreshes statuses of an older version', async (t) => {
      const place = await startInstallation({ engine, ...timerOptions });
      t.after(() => place.close());
      const { machine } = place.account;
      setClock(place, '2026-06-02 12:00');
      const [away, works] = [await hire(machine, 'away'), await hire(machine, 'works')];
      await enter(machine, absence(away, '2026-06-02'));
      const running = booking(works, { start: '2026-06-02 08:00', end: null });
      written(await machine.post('timeTrackings/create', running));
      setClock(place, '2026-06-02 12:01');
      const since = (await machine.get('userStatusOverview/read')).json['RequestStartTime'];
      setClock(place, '2026-06-02 13:00');
      // As the version before left them, and as the migration finds them.
      await place.app.engine.database.write(place.account.id, async (tx) => {
        const set = 'status = 0, current_absence_ids = null, turns_at = 0';
        const ofAccount = `where account_id = ${place.account.id}`;
        for (const sql of [
          `update user_status_overview set ${set} ${ofAccount} and id = ${away}`,
          `update user_status_overview set turns_at = 0 ${ofAccount}`,
        ])
          await tx.run({ sql, parameters: [] });
      });
      const { json } = await machine.get('userStatusOverview/read', { _since: since });
      assert.deepEqual(
        json['Results'].map((row: Envelope) => [row['user_id'], row['status']]),
        [[away, 3]],
      );
      assert.equal((await presenceOf(machine, works))['status'], 1);
    });
  });
}
