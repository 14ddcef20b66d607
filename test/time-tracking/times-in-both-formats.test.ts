// The examples of the rules about time, in JSON and in XML. Values of a JSON answer are compared as XML text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { elementsOf, parseXml, type Elements } from '../support/xml.ts';
import { booking, pause, work, type Times } from './booking.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer/timer.ts';

/** An answer in either format, its values as text. */
interface Said {
  readonly status: number;
  readonly envelope: Elements;
  /** The rows of `Results`. */
  readonly rows: readonly Elements[];
  /** The rows of a resource in `Affected`. */
  affected(resource: string): readonly Elements[];
}

onEveryEngine(
  'time rules in JSON and XML',
  (place) => {
    const { at, today } = storyClock(place);
    let serial = 0;

    for (const format of ['json', 'xml'] as const) {
      const employ = (more: object = {}): Promise<Timer> =>
        hireWithTimer(place, `${format}-${(serial += 1)}`, {
          timezone: 'Europe/Vienna',
          payroll_accounting_starts_at: '2026-01-01',
          ...more,
        });
      const ask = async (
        { client }: Pick<Timer, 'client'>,
        [method, path]: readonly [method: string, path: string],
        body: object = {},
      ): Promise<Said> => {
        const headers = format === 'xml' ? { accept: 'application/xml' } : {};
        const sent = method === 'GET' ? { query: body as Record<string, string> } : { body };
        const answer = await client.request(method, path, { headers, ...sent });
        const envelope =
          format === 'xml' ? parseXml(answer.text).response : (elementsOf(answer.json) as Elements);
        return {
          status: answer.status,
          envelope,
          rows: listOf(envelope['Results']),
          affected: (resource) => listOf(envelope['Affected']?.[resource]),
        };
      };
      const book = (timer: Timer, times: Times, more: object = {}): Promise<Said> =>
        ask(timer, ['POST', 'timeTrackings/create'], { ...booking(timer.person, times), ...more });
      const tell = (timer: Timer, action: string, body: object = {}): Promise<Said> =>
        ask(timer, ['PUT', `timeTrackings/${action}`], body);
      const story = (what: string, run: () => Promise<void>): void => void test(`${format}: ${what}`, run);

      const nights: readonly (readonly [times: Times, seconds: string])[] = [
        [{ start: '2026-03-28 22:00', end: '2026-03-29 06:00' }, '25200'],
        [{ start: '2026-10-24 22:00', end: '2026-10-25 06:00' }, '32400'],
        [
          {
            start: '2026-05-04 23:00',
            end: '2026-05-05 01:00',
            zone: 'America/New_York',
            endZone: 'America/Los_Angeles',
          },
          '18000',
        ],
      ];
      for (const [times, seconds] of nights)
        story(`${times.start} to ${times.end} has ${seconds} seconds`, async () => {
          const { rows } = await book(await employ(), times);
          assertParts(rows, [
            {
              start_time: `${times.start}:00`,
              end_time: `${times.end}:00`,
              start_time_timezone: times.zone ?? 'Europe/Vienna',
              end_time_timezone: times.endZone ?? 'Europe/Vienna',
              duration: seconds,
            },
          ]);
        });

      story('refuses 02:30 in the spring gap, takes the first of two in autumn', async () => {
        const timer = await employ();
        const gap = await book(timer, { start: '2026-03-29 02:30', end: '2026-03-29 06:00' });
        assert.deepEqual([gap.status, gap.envelope['Error']], [422, '422']);
        assert.match(gap.envelope['ErrorMessage'], /2026-03-29 03:00:00/);
        const twice = { start: '2026-10-25 02:30', end: '2026-10-25 04:00' };
        const first = await book(timer, twice);
        assertParts(first.rows, [{ start_time_offset: '7200', end_time_offset: '3600', duration: '9000' }]);
        const second = await book(await employ(), twice, { start_time_offset: 3600 });
        assertParts(second.rows, [{ start_time_offset: '3600', duration: '5400' }]);
      });

      story('counts hours by local date and numbers ISO weeks', async () => {
        const timer = await employ();
        for (const [start, end] of [
          ['2026-06-01 21:00', '2026-06-02 03:00'],
          ['2026-03-29 00:00', '2026-03-30 00:00'],
          ['2026-04-10 00:00', '2026-04-11 00:00'],
          ['2026-10-25 00:00', '2026-10-26 00:00'],
        ] as const)
          assert.equal((await book(timer, { start, end })).status, 200);
        const expected = [
          ['2026-06-01', '3', '2026', '23'],
          ['2026-06-02', '3', '2026', '23'],
          ['2026-03-29', '23', '2026', '13'],
          ['2026-04-10', '24', '2026', '15'],
          ['2026-10-25', '25', '2026', '43'],
          ['2027-01-01', '0', '2026', '53'],
        ] as const;
        for (const [date, working_time, year, week] of expected) {
          const query = { user_id: timer.person, date };
          const { rows } = await ask(timer, ['GET', 'timesheetAccountings/read'], query);
          assertParts(rows, [{ date, working_time, year, week }]);
        }
      });

      story('a start 5 minutes ago is live, 5:01 is not, the future is refused', async () => {
        const day = today('10:00');
        const claims = [
          ['09:55:00', '1'],
          ['09:54:59', '0'],
        ] as const;
        for (const [time, live] of claims) {
          const timer = await employ({ timezone: 'UTC' });
          const { rows } = await tell(timer, 'start', { task_id: work, start_time: `${day} ${time}` });
          assertParts(rows, [{ start_time: `${day} ${time}`, is_start_live: live }]);
        }
        const early = await tell(await employ({ timezone: 'UTC' }), 'start', {
          task_id: work,
          start_time: `${day} 10:00:01`,
        });
        assert.equal(early.envelope['Error'], '422');
      });

      story('accepts touching trackings, refuses one second of overlap and zero length', async () => {
        const timer = await employ();
        const { rows } = await book(timer, { start: '2026-05-05 10:00', end: '2026-05-05 11:00' });
        const next = await book(timer, { start: '2026-05-05 11:00', end: '2026-05-05 12:00' });
        assertParts(next.rows, [{ duration: '3600' }]);
        const over = await book(timer, { start: '2026-05-05 09:00', end: '2026-05-05 10:00:01' });
        assert.equal(over.envelope['Error'], '422');
        assert.deepEqual(over.envelope['ErrorExtended'].data, {
          id: rows[0]?.['id'],
          start_time: '2026-05-05 10:00:00',
          end_time: '2026-05-05 11:00:00',
        });
        const none = await book(timer, { start: '2026-05-06 10:00', end: '2026-05-06 10:00' });
        assert.equal(none.envelope['Error'], '422');
        const noted = await tell(timer, `update/${rows[0]?.['id']}`, { notes: 'x' });
        assertParts(noted.rows, [{ notes: 'x', duration: '3600' }]);
      });

      story('an insert lists the trimmed trackings in Affected', async () => {
        const timer = await employ();
        await book(timer, { start: '2026-05-05 10:00', end: '2026-05-05 12:00' });
        const times = { start: '2026-05-05 10:30', end: '2026-05-05 11:00' };
        const inserted = await book(timer, times, { _insert_into_conflicting: 1 });
        assertParts(inserted.affected('timeTrackings'), [
          { start_time: '2026-05-05 10:00:00', end_time: '2026-05-05 10:30:00', duration: '1800' },
          { start_time: '2026-05-05 11:00:00', end_time: '2026-05-05 12:00:00', duration: '3600' },
        ]);
      });

      story('start, toggle, stop and split answer with the changed trackings', async () => {
        const day = today('08:00');
        const timer = await employ({ timezone: 'UTC' });
        assertParts((await tell(timer, 'start', { task_id: work })).rows, [{ status: '1', end_time: '' }]);
        at('09:00');
        const second = await tell(timer, 'start', { task_id: pause });
        assertParts(second.affected('timeTrackings'), [{ end_time: `${day} 09:00:00`, duration: '3600' }]);
        at('09:15');
        assertParts((await ask(timer, ['GET', 'timeTrackings/current'])).rows, [{ duration: '900' }]);
        at('09:30');
        const stopped = await tell(timer, 'toggle');
        assertParts(stopped.rows, [{ end_time: `${day} 09:30:00`, duration: '1800', status: '2' }]);
        const nothing = await tell(timer, 'stop');
        assert.deepEqual(
          [nothing.status, nothing.envelope['Success'], nothing.envelope['NumResults'], nothing.rows],
          [200, '1', '0', []],
        );
        const cut = { time: `${day} 09:10:00`, task_id: work };
        assertParts((await tell(timer, `split/${stopped.rows[0]?.['id']}`, cut)).rows, [
          { start_time: `${day} 09:00:00`, end_time: `${day} 09:10:00`, duration: '600' },
          { start_time: `${day} 09:10:00`, end_time: `${day} 09:30:00`, duration: '1200' },
        ]);
      });

      story('a late stop is cut to the next start and marks the day', async () => {
        const day = today('08:00');
        const timer = await employ({ timezone: 'UTC' });
        await tell(timer, 'start', { task_id: work, client_unique_id: 'phone' });
        at('11:00');
        await tell(timer, 'start', { task_id: pause });
        at('12:30');
        const late = { client_unique_id: 'phone', end_time: `${day} 12:00:00` };
        const stopped = await tell(timer, 'stop', late);
        assertParts(stopped.rows, [{ end_time: `${day} 11:00:00`, duration: '10800' }]);
        const marked = { date: day, plausibility_conflict_violation: '1' };
        assertParts(stopped.affected('timesheetAccountings'), [marked]);
      });

      story('uploads out of order end earlier starts and list them in Affected', async () => {
        const day = today('12:00');
        const timer = await employ({ timezone: 'UTC' });
        const late = (time: string) => ({ time: `${day} ${time}:00`, is_offline_tracking: 1 });
        const start = { ...late('09:00'), task_id: pause, client_unique_id: 'b' };
        assertParts((await tell(timer, 'start', start)).rows, [{ end_time: '' }]);
        assert.deepEqual((await tell(timer, 'start', start)).envelope['NumResults'], '1');
        const first = { ...late('08:00'), task_id: work, client_unique_id: 'a' };
        assertParts((await tell(timer, 'start', first)).rows, [
          { end_time: `${day} 09:00:00`, duration: '3600' },
        ]);
        const between = await tell(timer, 'start', { ...late('08:30'), task_id: pause });
        assertParts(between.rows, [{ duration: '1800' }]);
        const cut = [{ end_time: `${day} 08:30:00`, duration: '1800' }];
        assertParts(between.affected('timeTrackings'), cut);
      });

      story('requests a backdated entry, books it once on approval and locks it', async () => {
        const timer = await employ({ manual_timetracking: 0 });
        const asked = await book(
          timer,
          { start: '2026-05-05 08:00', end: '2026-05-05 09:00' },
          { _request_user_comment: 'forgot' },
        );
        assertParts(asked.rows, [{ id: '', duration: '3600' }]);
        const [request] = asked.affected('changeTimeTrackingRequests');
        assertParts([request ?? {}], [{ status: 'PENDING', new_end_time: '2026-05-05 09:00:00' }]);
        const machine = { client: place.machine };
        const approve = ['PUT', `changeTimeTrackingRequests/approve/${request?.['id']}`] as const;
        const [granted] = (await ask(machine, approve)).affected('timeTrackings');
        assertParts([granted ?? {}], [{ start_time: '2026-05-05 08:00:00', duration: '3600' }]);
        assert.equal((await ask(machine, approve)).envelope['Error'], '422');
        const id = granted?.['id'];
        assertParts((await ask(machine, ['PUT', `timeTrackings/approve/${id}`])).rows, [
          { approved_by_admin: '1' },
        ]);
        const frozen = await ask(machine, ['PUT', `timeTrackings/update/${id}`], { notes: 'x' });
        assert.equal(frozen.envelope['ErrorExtended'].errorCode, 'locked');
      });
    }
  },
  timerOptions,
);

/** Rows as a list: XML has one element for a single one, and none for none. */
function listOf(rows: Elements | readonly Elements[] | string | undefined): readonly Elements[] {
  if (rows === undefined || rows === '') return [];
  return Array.isArray(rows) ? rows : [rows as Elements];
}

/** Checks members of rows, in order. */
function assertParts(rows: readonly Elements[], parts: readonly object[]): void {
  const shown = rows.map((row, index) =>
    Object.fromEntries(Object.keys(parts[index] ?? {}).map((name) => [name, row[name]])),
  );
  assert.deepEqual(shown, parts);
}
