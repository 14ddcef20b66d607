// Uploads that come late, repeated and out of order, among live starts and stops, lead to what they would have led to in
// order. HOURBOOK_TEST_SEED and HOURBOOK_TEST_RUNS repeat and lengthen a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { assertPart, hire, pause, work, written } from './booking.ts';
import { assertNothing, hireWithTimer, storyClock, timerOf, timerOptions, type Timer } from './timer.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const numRuns = Number(process.env['HOURBOOK_TEST_RUNS'] ?? 40);

/** Something that happened at a minute of the morning, by a clock that is connected or by a phone that is not. */
interface Happening {
  /** A toggle is meant as things stand then, not as they are known when it is uploaded. */
  readonly kind: 'start' | 'stop' | 'toggle';
  readonly minute: number;
  readonly task: number;
  /** Minutes after which it is uploaded, and uploaded again; none: it happens live. */
  readonly uploads: readonly number[];
}

const happening: fc.Arbitrary<Happening> = fc
  .record({
    kind: fc.constantFrom('start', 'start', 'stop', 'toggle', 'toggle'),
    minute: fc.nat({ max: 59 }),
    task: fc.constantFrom(work, pause),
    uploads: fc.array(fc.nat({ max: 90 }), { maxLength: 2 }),
  })
  .filter(({ kind, uploads }) => kind !== 'toggle' || uploads.length > 0);

/** What is booked when everything comes in order. */
function inOrder(happenings: readonly Happening[], day: string): readonly string[] {
  const lines: string[] = [];
  let running: string | null = null;
  for (const { kind, minute, task } of happenings.toSorted((a, b) => a.minute - b.minute)) {
    if (running !== null) lines.push(`${running} – ${timeOf(day, minute)}`);
    const starts: boolean = kind === 'start' || (kind === 'toggle' && running === null);
    running = starts ? `${task}: ${timeOf(day, minute)}` : null;
  }
  return running === null ? lines : [...lines, `${running} – running`];
}

function timeOf(day: string, minute: number): string {
  const [hour, rest] = [8 + Math.floor(minute / 60), minute % 60];
  return `${day} ${[hour, rest, 0].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

onEveryEngine(
  `a timer without connection (HOURBOOK_TEST_SEED=${seed})`,
  (place) => {
    const { at, today } = storyClock(place);

    test('a live stop that found nothing ends what is uploaded late, until it is forgotten', async () => {
      const first = today('10:00');
      const ivy = await hireWithTimer(place, 'ivy');
      assertNothing(await ivy.stop());
      at('12:00');
      const late = (time: string): object => ({
        task_id: work,
        time: `${first} ${time}`,
        is_offline_tracking: 1,
      });
      assertPart(written(await ivy.start(late('09:00:00'))), { end_time: `${first} 10:00:00` });
      for (let day = 0; day < 3; day += 1) today('12:00');
      await purgeDeletions(place.installation.app.engine.database, { keptSeconds: 2 * 86_400 });
      const again = timerOf(ivy.person, await place.account.login('ivy'), await place.account.login('admin'));
      written(await place.machine.delete(`timeTrackings/delete/${(await rowsOf(ivy))[0]?.['id']}`));
      assertPart(written(await again.start(late('09:00:00'))), { end_time: null });
    });

    test('tags that were read without connection, told backwards, switch between their tasks as they were held', async () => {
      const day = today('12:00');
      const jon = await hireWithTimer(place, 'jon');
      for (const [unique_id, task_id] of [
        ['saw', work],
        ['desk', pause],
      ] as const)
        await place.machine.create('nfcTransponders', { unique_id, mode_id: 2, task_id });
      const held = ['08:00 saw', '09:00 desk', '10:00 desk', '11:00 saw', '11:30 saw'];
      for (const one of held.toReversed()) written200(await hold(jon, day, one));
      assert.deepEqual(await sheetOf(jon), [
        `${work}: ${day} 08:00:00 – ${day} 09:00:00`,
        `${pause}: ${day} 09:00:00 – ${day} 10:00:00`,
        `${work}: ${day} 11:00:00 – ${day} 11:30:00`,
      ]);
      const [, desk] = await rowsOf(jon);
      // Told again, each answers what it has come to mean.
      assertPart(written(await hold(jon, day, '09:00 desk')), { id: desk?.['id'] });
      assertPart(written(await hold(jon, day, '10:00 desk')), { id: desk?.['id'] });
      assert.equal((await rowsOf(jon)).length, 3);
    });

    test('what was deleted by hand does not come back, and what is approved stays', async () => {
      const day = today('12:00');
      const kim = await hireWithTimer(place, 'kim');
      const toggle = (time: string) =>
        kim.toggle({ task_id: work, time: `${day} ${time}`, is_offline_tracking: 1 });
      written(await toggle('10:00:00'));
      written(await toggle('11:00:00'));
      const [first] = await rowsOf(kim);
      written(await place.machine.put(`timeTrackings/approve/${first?.['id']}`, {}));
      written(await toggle('09:00:00'));
      const booked = [
        `${work}: ${day} 09:00:00 – ${day} 10:00:00`,
        `${work}: ${day} 10:00:00 – ${day} 11:00:00`,
      ];
      assert.deepEqual(await sheetOf(kim), booked);
      written(await toggle('11:30:00'));
      const [, , last] = await rowsOf(kim);
      written(await place.machine.delete(`timeTrackings/delete/${last?.['id']}`));
      written(await toggle('11:15:00'));
      assert.deepEqual(await sheetOf(kim), [...booked, `${work}: ${day} 11:15:00 – ${day} 11:30:00`]);
    });

    const hold = (timer: Timer, day: string, one: string) => {
      const [time, tag] = one.split(' ') as [string, string];
      const moment = { time: `${day} ${time}:00`, timezone: 'UTC', is_offline_tracking: 1 };
      return timer.toggle({ ...moment, _nfc_unique_id: tag, client_unique_id: `${timer.person} ${one}` });
    };

    test('in any order, repeated and among live ones, starts, stops and toggles lead to what they had led to in order', async () => {
      let serial = 0;
      const day = fc.uniqueArray(happening, { selector: ({ minute }) => minute, minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(day, async (happenings) => {
          const date = today('07:00');
          const admin = await place.account.login('admin');
          const phone = timerOf(
            await hire(admin, `phone-${(serial += 1)}`, { timezone: 'UTC' }),
            admin,
            admin,
          );
          const coming = happenings.flatMap((one) =>
            (one.uploads.length === 0 ? [0] : one.uploads).map((wait) => ({ one, due: one.minute + wait })),
          );
          for (const { one, due } of coming.toSorted((a, b) => a.due - b.due)) {
            at(timeOf(date, due).slice(11));
            written200(await tell(phone, one, date));
          }
          assert.deepEqual(await sheetOf(phone), inOrder(happenings, date));
        }),
        { seed, numRuns },
      );
    });

    const tell = (phone: Timer, { kind, minute, task, uploads }: Happening, day: string) =>
      phone[kind]({
        user_id: phone.person,
        ...(kind === 'stop' ? {} : { task_id: task }),
        ...(uploads.length === 0
          ? {}
          : {
              time: timeOf(day, minute),
              timezone: 'UTC',
              is_offline_tracking: 1,
              client_unique_id: `${kind}-${minute}`,
            }),
      });
  },
  timerOptions,
);

async function rowsOf({ client, person }: Timer): Promise<readonly Envelope[]> {
  const query = { user_id: person, _order_by: 'start_time' };
  return (await client.get('timeTrackings/read', query)).json['Results'];
}

/** As `inOrder` tells it. */
async function sheetOf(timer: Timer): Promise<readonly string[]> {
  const rows = await rowsOf(timer);
  return rows.map(
    ({ task_id: task, start_time: start, end_time: end }) => `${task}: ${start} – ${end ?? 'running'}`,
  );
}

function written200({ status, text }: { status: number; text: string }): void {
  assert.equal(status, 200, text);
}
