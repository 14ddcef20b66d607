// The check of concurrent histories accepts what one order explains and refuses what no order explains.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { seed } from '../../support/property.ts';
import { pause, work } from '../booking.ts';
import { linearise, type Entry, type Seen } from './linearise.ts';
import { expectedOf } from './timer-acts.ts';
import { actOf, doing, type Doing } from './timer-doings.ts';
import { after, emptySheet, type Act, type Booked, type Sheet } from './timer-model.ts';

/** A doing, the client that does it, and the seconds that the client waits before and after. */
const step = fc.record({
  one: doing([work, pause]),
  client: fc.nat({ max: 3 }),
  early: fc.double({ min: 0, max: 9, noNaN: true }),
  late: fc.double({ min: 0, max: 9, noNaN: true }),
});
const steps = fc.array(step, { minLength: 2, maxLength: 20 });
const runs = { seed, numRuns: 1000 };

describe('the check of concurrent histories', () => {
  it('accepts every history made in one order and ends with its rows', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { seen, sheet } = happened(all);
        assert.deepEqual(linearise(shuffled(seen)).booked, sheet.booked);
      }),
      runs,
    );
  });

  const wrongs: Readonly<Record<string, (seen: readonly Seen[]) => readonly Seen[] | null>> = {
    'an answer with an unknown id': (seen) =>
      changed(seen, 0, (act) => ({ ...act, told: { status: 200, ids: [4711], affected: [] } })),
    'an act that was answered 422 and written': (seen) =>
      changed(seen, firstWriter(seen), (act) => ({ ...act, told: { status: 422, ids: [], affected: [] } })),
    'a changelog entry with other values': (seen) =>
      changed(seen, firstWriter(seen), (act) => ({ ...act, entries: act.entries.map(elsewhere) })),
    'an acknowledged act without a changelog entry': (seen) =>
      changed(seen, firstWriter(seen), (act) => ({ ...act, entries: [] })),
    'a changelog order that contradicts the times of the acts': (seen) => {
      const writers = seen.filter(({ entries }) => entries.length > 0);
      const [first, last] = [writers[0], writers.at(-1)];
      if (first === undefined || last === undefined || first.answered >= last.sent) return null;
      return seen.map((act) =>
        act === first ? { ...act, entries: act.entries.map((entry) => ({ ...entry, id: 1e6 })) } : act,
      );
    },
  };
  for (const [name, spoil] of Object.entries(wrongs)) {
    it(`refuses ${name}`, () => {
      fc.assert(
        fc.property(steps, (all) => {
          const spoilt = spoil(happened(all).seen);
          fc.pre(spoilt !== null);
          assert.throws(() => linearise(spoilt), /no order explains/);
        }),
        runs,
      );
    });
  }

  it('refuses an answer that ignores an acknowledged write', () => {
    const begun: Act = {
      kind: 'start',
      task: work,
      insert: false,
      at: null,
      offline: false,
      name: null,
      note: 'a',
    };
    const first = seenAs({ act: begun, client: 0, at: 1 }, emptySheet);
    const stop: Act = { kind: 'stop', at: null, offline: false, name: null, note: 'b' };
    const unaware = seenAs({ act: stop, client: 1, at: 5 }, emptySheet);
    assert.equal(linearise([first.seen, { ...unaware.seen, sent: 0 }]).booked.length, 1);
    assert.throws(() => linearise([first.seen, unaware.seen]), /no order explains/);
  });
});

interface Step {
  readonly one: Doing;
  readonly client: number;
  readonly early: number;
  readonly late: number;
}

/** What the clients see when the steps happen in their order, five seconds apart. */
function happened(all: readonly Step[]): { readonly seen: readonly Seen[]; readonly sheet: Sheet } {
  const seen: Seen[] = [];
  const free = new Map<number, number>();
  let sheet = emptySheet;
  for (const [index, { one, client, early, late }] of all.entries()) {
    const at = 10_000 + index * 5;
    const act = actOf(one, { now: at, booked: sheet.booked, note: String(index) });
    if (act === null) continue;
    const next = seenAs({ act, client, at }, sheet, seen);
    sheet = next.sheet;
    const sent = Math.max(at - early, free.get(client) ?? 0);
    // A client that waits for its answer sends nothing meanwhile.
    const again = all.slice(index + 1).findIndex((other) => other.client === client);
    const answered = Math.min(at + late, again === -1 ? Infinity : at + (again + 1) * 5 - 0.5);
    free.set(client, answered);
    seen.push({ ...next.seen, sent, answered });
  }
  return { seen, sheet };
}

/** One act as its client sees it when it happens at a second. */
function seenAs(
  { act, client, at }: { act: Act; client: number; at: number },
  sheet: Sheet,
  before: readonly Seen[] = [],
): { readonly seen: Seen; readonly sheet: Sheet } {
  const logged = before.flatMap(({ entries }) => entries);
  let fresh = 100 + logged.length;
  const ids = new Map<number, number>();
  const idAt = (start: number): number => ids.get(start) ?? (ids.set(start, (fresh += 1)), fresh);
  const done = after(sheet, act, { now: at, idAt });
  const end = done?.sheet ?? sheet;
  const entries = changes(sheet.booked, end.booked).map(([tracking, row], index): Entry => ({
    id: logged.length + index + 1,
    at,
    tracking,
    row,
  }));
  const told = expectedOf(sheet.booked, done);
  return { seen: { client, act, sent: at, answered: at, told, entries }, sheet: end };
}

function changes(
  before: readonly Booked[],
  now: readonly Booked[],
): readonly (readonly [number, Entry['row']])[] {
  const gone = before.filter(({ id }) => !now.some((one) => one.id === id));
  const come = now.filter((one) => !before.some((other) => isDeepStrictEqual(other, one)));
  return [
    ...gone.map(({ id }) => [id, null] as const),
    ...come.map(({ id, start, end, task }) => [id, { start, end, task }] as const),
  ];
}

function changed(seen: readonly Seen[], index: number, change: (act: Seen) => Seen): readonly Seen[] | null {
  return seen[index] === undefined ? null : seen.map((act, each) => (each === index ? change(act) : act));
}

/** The first act that wrote or deleted a row: no order explains its loss. */
function firstWriter(seen: readonly Seen[]): number {
  return seen.findIndex(({ entries }) => entries.length > 0);
}

function elsewhere(entry: Entry): Entry {
  return { ...entry, row: entry.row === null ? { start: 1, end: 2, task: work } : { ...entry.row, end: 7 } };
}

function shuffled(seen: readonly Seen[]): readonly Seen[] {
  return seen.toSorted((a, b) => a.answered - b.answered);
}
