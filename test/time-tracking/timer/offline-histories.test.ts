// Random hours of starts, stops and toggles, live or uploaded late and repeated, with trackings that are entered by hand or
// approved between them, or days that are, against the naive fold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Client, Envelope } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { booking, hire, pause, work, written } from '../booking.ts';
import { fold, isBarred, type Barrier, type TimerEvent } from './naive-fold.ts';
import { rowsOf } from './timer-acts.ts';
import { setClock, storyClock, timerOf, timerOptions, type Timer } from './timer.ts';

/** A call at a minute of the hour, live or recorded without connection. */
interface Happening extends TimerEvent {
  /** Minutes after which it is uploaded, and uploaded again; none: it happens live. */
  readonly uploads: readonly number[];
}

/** At this minute a user enters a tracking by hand, approves one that has ended, or approves the second day. */
interface Hand {
  readonly what: 'enter' | 'approve' | 'close';
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
  .map(({ kind, ...more }) => ({
    kind,
    ...more,
    name: more.uploads.length === 0 ? null : `${kind}-${more.at}`,
  }));

/** Half past eleven at night: the second day begins after thirty minutes. */
const midnight = 30;

/** What is entered lies in the past: a live start is refused while something is planned behind it. */
const hand = (...whats: readonly Hand['what'][]): fc.Arbitrary<Hand> =>
  fc
    .record({
      what: fc.constantFrom(...whats),
      due: fc.nat({ max: 140 }),
      start: fc.nat({ max: 59 }),
      length: fc.integer({ min: 1, max: 20 }),
      pick: fc.nat({ max: 99 }),
    })
    .filter(({ due, start, length }) => start + length <= due)
    // A day can be approved once it has come; most calls are uploaded after that.
    .map((one) => (one.what === 'close' ? { ...one, due: midnight + (one.due % 10) } : one));

const happenings = fc.uniqueArray(happening, { selector: ({ at }) => at, minLength: 1, maxLength: 8 });
const mornings = fc.record({ happenings, hands: fc.array(hand('enter', 'approve'), { maxLength: 3 }) });
const midnights = fc.record({
  happenings,
  hands: fc.array(hand('enter', 'approve', 'close', 'close'), { minLength: 1, maxLength: 3 }),
});

interface Story {
  readonly happenings: readonly Happening[];
  readonly hands: readonly Hand[];
}

/** The hours of one story begin then. */
interface Scene {
  readonly day: string;
  readonly from: string;
}

function timeOf({ day, from }: Scene, minute: number): string {
  const moment = new Date(Date.parse(`${day}T${from}:00Z`) + minute * 60_000);
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

function minuteOf({ day, from }: Scene, time: string): number {
  return (Date.parse(`${time.replace(' ', 'T')}Z`) - Date.parse(`${day}T${from}:00Z`)) / 60_000;
}

onEveryEngine(
  'random hours with and without connection',
  (place) => {
    const { today } = storyClock(place);
    let serial = 0;

    /** Carries out the story for a new person, and compares the rows. */
    const assertFolded = async (from: string, story: Story): Promise<void> => {
      const scene: Scene = { day: today('07:00'), from };
      today('07:00');
      const admin = await place.account.login('admin');
      const more = { timezone: 'UTC', payroll_accounting_starts_at: '2026-06-01' };
      const person = await hire(admin, `phone-${(serial += 1)}`, more);
      const phone = timerOf(person, admin, admin);
      const coming = story.happenings.flatMap((one) =>
        (one.uploads.length === 0 ? [0] : one.uploads).map((wait) => ({ one, due: one.at + wait })),
      );
      const barriers: Barrier[] = [];
      const closed: Barrier[] = [];
      const fixed = new Set<string>();
      const accepted = new Set<Happening>();
      const answered = new Set<Happening>();
      const acts = [...coming, ...story.hands.map((one) => ({ one, due: one.due }))];
      for (const { due, one } of acts.toSorted((a, b) => a.due - b.due)) {
        setClock(place.installation, timeOf(scene, due));
        const rows = await rowsOf(admin, person);
        if ('what' in one && one.what === 'close') {
          const { kept, stop } = await close(phone, { scene, rows, due });
          if (stop !== null) accepted.add(stop);
          closed.push({ start: midnight, end: midnight + 24 * 60 }, ...kept.map(({ barrier }) => barrier));
          for (const { line } of kept) fixed.add(line);
        } else if ('what' in one) {
          const free = rows.filter((row) => row['end_time'] !== null && !fixed.has(lineOf(row)));
          const done = await doByHand(admin, person, { one, scene, row: free[one.pick % free.length] });
          if (done === null) continue;
          barriers.push(done.barrier);
          fixed.add(done.line);
        } else {
          const { status, text, json } = await tell(phone, one, scene);
          const isRunning = rows.some((row) => row['end_time'] === null);
          // What would change a day that is approved, or a tracking on it, is refused, and has not happened.
          const isLive = one.uploads.length === 0;
          const isConcerned = closed.length > 1 || (closed.length > 0 && (isLive || one.at >= midnight));
          if (status === 422 && isConcerned) continue;
          assert.equal(status, 200, text);
          accepted.add(meantBy(one, isRunning));
          // Where a barrier begins, a stop may still have ended what ran: then that is its answer.
          const touches = (row: Envelope): boolean =>
            [row['start_time'], row['end_time']].includes(timeOf(scene, one.at));
          const isDone = answered.has(one) || json['NumResults'] > 0;
          const isKept = isBarred(one, barriers) && !isDone;
          if (isBarred(one, barriers)) assert.ok(json['Results'].every(touches), text);
          assert.equal(json['Warnings']?.length, isKept ? 1 : undefined, text);
          if (isDone) answered.add(one);
        }
      }
      const folded = fold([...accepted], [...barriers, ...closed]);
      const lines = folded.map(
        ({ task, start, end }) =>
          `${timeOf(scene, start)} ${task} – ${end === null ? 'running' : timeOf(scene, end)}`,
      );
      const expected = [...lines, ...fixed].toSorted();
      assert.deepEqual(
        (await rowsOf(admin, person)).map(lineOf),
        expected,
        JSON.stringify([barriers, closed]),
      );
    };

    test('random mixes of live, late and repeated calls equal the naive fold', async () => {
      await fc.assert(
        fc.asyncProperty(mornings, (story) => assertFolded('08:00', story)),
        { ...runs({ test: 40, long: 100, soak: 4000 }), endOnFailure: true },
      );
    });

    test('random mixes around an approved midnight equal the naive fold', async () => {
      await fc.assert(
        fc.asyncProperty(midnights, (story) => assertFolded('23:30', story)),
        { ...runs({ test: 20, long: 60, soak: 3000 }), endOnFailure: true },
      );
    });

    const tell = (phone: Timer, { kind, at: minute, task, uploads, name }: Happening, scene: Scene) =>
      phone[kind]({
        user_id: phone.person,
        ...(kind === 'stop' ? {} : { task_id: task }),
        ...(uploads.length === 0
          ? {}
          : { time: timeOf(scene, minute), timezone: 'UTC', is_offline_tracking: 1, client_unique_id: name }),
      });

    /** Does it, and answers what stays as it is from now on; `null`: the server refuses it, or there is nothing to do. */
    const doByHand = async (
      admin: Client,
      person: number,
      { one: { what, start, length }, scene, row }: { one: Hand; scene: Scene; row: Envelope | undefined },
    ): Promise<Kept | null> => {
      const entered = booking(person, {
        start: timeOf(scene, start),
        end: timeOf(scene, start + length),
        zone: 'UTC',
      });
      if (what === 'approve' && row === undefined) return null;
      const answer = await (what === 'enter'
        ? admin.post('timeTrackings/create', entered)
        : admin.put(`timeTrackings/approve/${row?.['id']}`, {}));
      assert.ok([200, 422].includes(answer.status), answer.text);
      if (answer.status === 422) return null;
      if (what !== 'enter') return keptAs(scene, written(answer));
      return { barrier: { start, end: start + length }, line: lineOf(written(answer)) };
    };

    /** Approves the second day after what runs was stopped, and answers that stop and what lies on the day. */
    const close = async (
      phone: Timer,
      { scene, rows, due }: { scene: Scene; rows: readonly Envelope[]; due: number },
    ): Promise<{ readonly kept: readonly Kept[]; readonly stop: Happening | null }> => {
      const { client, person } = phone;
      // Nothing else happens in that second.
      const at = due + 0.5;
      setClock(place.installation, timeOf(scene, at));
      const isOpen = rows.some((row) => row['end_time'] === null);
      if (isOpen) written(await phone.stop({ user_id: person }));
      const date = timeOf(scene, midnight).slice(0, 10);
      written(await client.put('timesheetAccountings/approve', { user_id: person, date }));
      const reaching = (await rowsOf(client, person)).filter(
        (row) => row['end_time'] > timeOf(scene, midnight),
      );
      const stop: Happening = { kind: 'stop', at, task: null, name: null, uploads: [] };
      return { kept: reaching.map((row) => keptAs(scene, row)), stop: isOpen ? stop : null };
    };
  },
  timerOptions,
);

/** What a live toggle means, its user sees at once; whatever is uploaded later, it meant that. */
function meantBy(one: Happening, isRunning: boolean): Happening {
  if (one.kind !== 'toggle' || one.uploads.length > 0) return one;
  return { ...one, kind: isRunning ? 'stop' : 'start' };
}

/** A tracking that stays as it is. */
interface Kept {
  readonly barrier: Barrier;
  readonly line: string;
}

/** One that the timer made. */
function keptAs(scene: Scene, row: Envelope): Kept {
  const [begunBy, endedBy] = [minuteOf(scene, row['start_time']), minuteOf(scene, row['end_time'])];
  return { barrier: { start: begunBy, end: endedBy, begunBy, endedBy }, line: lineOf(row) };
}

function lineOf({ task_id: task, start_time: start, end_time: end }: Envelope): string {
  return `${start} ${task} – ${end ?? 'running'}`;
}
