// Random doings with a timer: chosen without knowing what is booked, made into acts when it is their turn.
import fc from 'fast-check';
import type { Act, Booked } from './timer-model.ts';

/** One call of a user; `pick` chooses among the booked trackings. */
export interface Doing {
  readonly kind: Act['kind'];
  /** Seconds since the doing before it. */
  readonly pause: number;
  readonly task: number;
  readonly pick: number;
  /** Seconds from the beginning of the day. */
  readonly from: number;
  readonly length: number;
  readonly insert: boolean;
  /** When a timer is said to have been touched: as it happens, at a claimed moment, or without connection. */
  readonly claim: 'none' | 'claimed' | 'offline';
  /** How many seconds ago that was; the future is refused. */
  readonly ago: number;
  /** Uploads share few names, so that they are repeated. */
  readonly name: string | null;
  /** Which of the clients does it. */
  readonly client: number;
  /** Whose timer it is. */
  readonly person: number;
  /** Where the clocks stand, as a number into whatever list of zones there is. */
  readonly zone: number;
}

const weights: Readonly<Record<Act['kind'], number>> = {
  start: 6,
  stop: 4,
  toggle: 4,
  split: 2,
  create: 3,
  update: 3,
  delete: 1,
  approve: 1,
  current: 2,
};
const minute = 60;

/** Any doing on one of these tasks. */
export function doing(tasks: readonly number[]): fc.Arbitrary<Doing> {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({
    weight,
    arbitrary: fc.constant(kind as Act['kind']),
  }));
  const minutes = (most: number, least = 0): fc.Arbitrary<number> =>
    fc.integer({ min: least, max: most }).map((number) => number * minute);
  return fc.record({
    kind: fc.oneof(...kinds),
    pause: fc.oneof(fc.constant(0), minutes(30)),
    task: fc.constantFrom(...tasks),
    pick: fc.nat({ max: 99 }),
    from: minutes(240),
    length: minutes(60, 1),
    insert: fc.boolean(),
    claim: fc.constantFrom('none', 'none', 'claimed', 'offline'),
    ago: fc.oneof(minutes(8), minutes(240, -2)),
    name: fc.option(fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6'), { freq: 2 }),
    client: fc.nat({ max: 99 }),
    person: fc.nat({ max: 99 }),
    zone: fc.nat({ max: 99 }),
  });
}

/** What a history mixes with starts, stops and toggles as they happen: late uploads, or changes by hand. */
type Mixture = 'uploads' | 'edits';

/** Either mixture. */
export const mixtures: fc.Arbitrary<Mixture> = fc.constantFrom('uploads', 'edits');

/**
 * The doing as the mixture has it: `uploads` replaces updates, splits and deletions by creates and inserts nothing; `edits` uploads
 * nothing late. A history with both would ask what an upload means that comes before a row that a user has moved
 * since: the specification does not say, and the model need not agree with the server.
 */
export function inMixture(mixture: Mixture, one: Doing): Doing {
  if (mixture === 'uploads')
    return { ...one, insert: false, kind: byHand.includes(one.kind) ? 'create' : one.kind };
  const claim = one.claim === 'offline' ? 'claimed' : one.claim;
  return { ...one, claim, name: one.kind === 'create' ? null : one.name };
}

const byHand: readonly Act['kind'][] = ['split', 'update', 'delete'];

/** The act on what is booked at `now`; `null` when there is nothing to do it to. The note tells it from all others. */
export function actOf(
  one: Doing,
  { now, booked, note }: { now: number; booked: readonly Pick<Booked, 'id' | 'start'>[]; note: string },
): Act | null {
  const { kind, task, insert, from, length, name } = one;
  const picked = booked[one.pick % Math.max(1, booked.length)];
  const offline = one.claim === 'offline';
  // Whole minutes, so that moments that are claimed meet those that are booked.
  const claimed = Math.floor((now - one.ago) / minute) * minute;
  const call = { at: one.claim === 'none' ? null : claimed, offline, name, note };
  const span = { start: from, end: from + length };
  switch (kind) {
    case 'start':
    case 'toggle':
      return { kind, task, insert, ...call };
    case 'stop':
      return { kind, ...call };
    case 'create':
      return { kind, task, insert, name, note, ...span };
    case 'current':
      return { kind };
    default:
      if (picked === undefined) return null;
  }
  const { id, start } = picked;
  switch (kind) {
    case 'split':
      return { kind, id, at: start + length, task, note };
    case 'update':
      return { kind, id, insert, note, ...span };
    case 'delete':
    case 'approve':
      return { kind, id };
  }
}
