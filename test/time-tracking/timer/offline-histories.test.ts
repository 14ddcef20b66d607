// Random mornings of starts, stops and toggles, live or uploaded late and repeated, with trackings that are entered by hand
// or approved between them, against the naive fold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Client, Envelope } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { booking, hire, pause, work, written } from '../booking.ts';
import { fold, isBarred, type Barrier, type TimerEvent } from './naive-fold.ts';
import { rowsOf } from './timer-acts.ts';
import { storyClock, timerOf, timerOptions, type Timer } from './timer.ts';

/** A call at a minute of the morning, live or recorded without connection. */
interface Happening extends TimerEvent {
  /** Minutes after which it is uploaded, and uploaded again; none: it happens live. */
  readonly uploads: readonly number[];
}

/** What somebody does by hand at a minute: enters a tracking, or approves one that has ended. */
interface Hand {
  readonly what: 'enter' | 'approve';
  readonly due: number;
  readonly start: number;
  readonly length: number;
  /** Which of those that have ended. */
  readonly pick: number;
}

const happening: fc.Arbitrary<Happening> = fc
  .record({
    kind: fc.constantFrom('start', 'start', 'stop', 'toggle', 'toggle'),
    at: fc.nat({ max: 59 }),
    task: fc.constantFrom(work, pause),
    uploads: fc.array(fc.nat({ max: 90 }), { maxLength: 2 }),
  })
  // What a live toggle means, its user sees at once.
  .filter(({ kind, uploads }) => kind !== 'toggle' || uploads.length > 0)
  .map(({ kind, ...more }) => ({
    kind,
    ...more,
    name: more.uploads.length === 0 ? null : `${kind}-${more.at}`,
  }));

/** What is entered lies in the past: a live start is refused while something is planned behind it. */
const hand: fc.Arbitrary<Hand> = fc
  .record({
    what: fc.constantFrom('enter', 'approve'),
    due: fc.nat({ max: 140 }),
    start: fc.nat({ max: 59 }),
    length: fc.integer({ min: 1, max: 20 }),
    pick: fc.nat({ max: 99 }),
  })
  .filter(({ due, start, length }) => start + length <= due);

const mornings = fc.record({
  happenings: fc.uniqueArray(happening, { selector: ({ at }) => at, minLength: 1, maxLength: 8 }),
  hands: fc.array(hand, { maxLength: 3 }),
});

function timeOf(day: string, minute: number): string {
  const [hour, rest] = [8 + Math.floor(minute / 60), minute % 60];
  return `${day} ${[hour, rest, 0].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

function minuteOf(time: string): number {
  return (Number(time.slice(11, 13)) - 8) * 60 + Number(time.slice(14, 16));
}

onEveryEngine(
  'random mornings with and without connection',
  (place) => {
    const { at, today } = storyClock(place);
    let serial = 0;

    test('random mixes of live, late and repeated calls equal the naive fold', async () => {
      await fc.assert(
        fc.asyncProperty(mornings, async ({ happenings, hands }) => {
          const date = today('07:00');
          const admin = await place.account.login('admin');
          const person = await hire(admin, `phone-${(serial += 1)}`, { timezone: 'UTC' });
          const phone = timerOf(person, admin, admin);
          const coming = happenings.flatMap((one) =>
            (one.uploads.length === 0 ? [0] : one.uploads).map((wait) => ({ one, due: one.at + wait })),
          );
          const barriers: Barrier[] = [];
          const fixed = new Set<string>();
          const answered = new Set<Happening>();
          const acts = [...coming, ...hands.map((one) => ({ one, due: one.due }))];
          for (const { due, one } of acts.toSorted((a, b) => a.due - b.due)) {
            at(timeOf(date, due).slice(11));
            if ('what' in one) {
              const rows = (await rowsOf(admin, person)).filter(
                (row) => row['end_time'] !== null && !fixed.has(lineOf(row)),
              );
              const done = await doByHand(admin, person, { one, date, row: rows[one.pick % rows.length] });
              if (done === null) continue;
              barriers.push(done.barrier);
              fixed.add(done.line);
            } else {
              const { status, text, json } = await tell(phone, one, date);
              assert.equal(status, 200, text);
              // Where a barrier begins, a stop may still have ended what ran: then that is its answer.
              const touches = (row: Envelope): boolean =>
                [row['start_time'], row['end_time']].includes(timeOf(date, one.at));
              const isDone = answered.has(one) || json['NumResults'] > 0;
              const isKept = isBarred(one, barriers) && !isDone;
              if (isBarred(one, barriers)) assert.ok(json['Results'].every(touches), text);
              assert.equal(json['Warnings']?.length, isKept ? 1 : undefined, text);
              if (isDone) answered.add(one);
            }
          }
          const lines = fold(happenings, barriers).map(
            ({ task, start, end }) =>
              `${timeOf(date, start)} ${task} – ${end === null ? 'running' : timeOf(date, end)}`,
          );
          assert.deepEqual(
            (await rowsOf(admin, person)).map(lineOf),
            [...lines, ...fixed].toSorted(),
            JSON.stringify(barriers),
          );
        }),
        { ...runs({ test: 40, long: 100, soak: 4000 }), endOnFailure: true },
      );
    });

    const tell = (phone: Timer, { kind, at: minute, task, uploads, name }: Happening, day: string) =>
      phone[kind]({
        user_id: phone.person,
        ...(kind === 'stop' ? {} : { task_id: task }),
        ...(uploads.length === 0
          ? {}
          : { time: timeOf(day, minute), timezone: 'UTC', is_offline_tracking: 1, client_unique_id: name }),
      });

    /** Does it, and answers what stays as it is from now on; `null`: the server refuses it, or there is nothing to do. */
    const doByHand = async (
      admin: Client,
      person: number,
      { one: { what, start, length }, date, row }: { one: Hand; date: string; row: Envelope | undefined },
    ): Promise<{ readonly barrier: Barrier; readonly line: string } | null> => {
      const entered = booking(person, {
        start: timeOf(date, start),
        end: timeOf(date, start + length),
        zone: 'UTC',
      });
      if (what === 'approve' && row === undefined) return null;
      const answer = await (what === 'enter'
        ? admin.post('timeTrackings/create', entered)
        : admin.put(`timeTrackings/approve/${row?.['id']}`, {}));
      assert.ok([200, 422].includes(answer.status), answer.text);
      if (answer.status === 422) return null;
      const line = lineOf(written(answer));
      if (what === 'enter') return { barrier: { start, end: start + length }, line };
      const [begunBy, endedBy] = [minuteOf(row?.['start_time']), minuteOf(row?.['end_time'])];
      return { barrier: { start: begunBy, end: endedBy, begunBy, endedBy }, line };
    };
  },
  timerOptions,
);

function lineOf({ task_id: task, start_time: start, end_time: end }: Envelope): string {
  return `${start} ${task} – ${end ?? 'running'}`;
}
