// Random requests and decisions about the absences of one person, and a model of their results: plain lists and loops
// over two weeks of June. The model knows neither HTTP nor the rules of the server.
import fc from 'fast-check';

/** The actors: the person, the replacement and the supervisor. */
export type Actor = 'person' | 'replacement' | 'supervisor';

/** One attempt of an actor; `pick` chooses among the absences that were entered. */
export type Attempt =
  | {
      readonly kind: 'enter';
      readonly by: 'person' | 'supervisor';
      readonly sick: boolean;
      readonly from: number;
      readonly to: number;
      readonly replaced: boolean;
    }
  | {
      readonly kind: 'decide';
      readonly by: Actor;
      readonly action: 'approve' | 'reject' | 'cancel';
      readonly pick: number;
    }
  | { readonly kind: 'delete'; readonly by: Actor; readonly pick: number }
  | { readonly kind: 'holiday'; readonly date: number };

/** An absence of the model; dates are numbered from 0, a Monday. */
export interface Absence {
  readonly sick: boolean;
  readonly from: number;
  readonly to: number;
  readonly replaced: boolean;
  readonly status: number;
  /** What its days cost once nothing changes them any more. */
  readonly kept: readonly (readonly [date: number, value: number])[] | null;
}

/** Everything there is; an absence that was deleted leaves its place empty. */
export interface World {
  readonly absences: readonly (Absence | null)[];
  readonly holidays: ReadonlySet<number>;
}

/** Number of dates in a history. */
export const dateCount = 9;
/** Nothing yet. */
export const emptyWorld: World = { absences: [], holidays: new Set() };

const actor = fc.constantFrom<Actor>('person', 'replacement', 'supervisor');
const date = fc.nat({ max: dateCount - 1 });
/** Mostly one of the latest: older ones are often over. */
const pick = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 1 }) }, fc.nat({ max: 99 }));

/** Any attempt. */
export const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        kind: fc.constant('enter' as const),
        by: fc.constantFrom('person' as const, 'supervisor' as const, 'supervisor' as const),
        sick: fc.boolean(),
        from: date,
        length: fc.nat({ max: 4 }),
        replaced: fc.boolean(),
      })
      .map(({ length, ...rest }) => ({ ...rest, to: Math.min(dateCount - 1, rest.from + length) })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      by: actor,
      action: fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), by: actor, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('holiday' as const), date }) },
);

/** The place that `pick` chooses, counted from the latest. */
export function picked({ absences }: World, number: number): number {
  return absences.length === 0 ? 0 : absences.length - 1 - (number % absences.length);
}

/** The world afterwards; `null`: the attempt is refused. */
export function apply(world: World, one: Attempt): World | null {
  if (one.kind === 'holiday') {
    return { ...world, holidays: world.holidays.symmetricDifference(new Set([one.date])) };
  }
  if (one.kind === 'enter') return enter(world, one);
  const place = picked(world, one.pick);
  const absence = world.absences[place];
  if (absence === undefined || absence === null) return null;
  if (one.kind === 'delete') {
    const may = one.by === 'supervisor' || (one.by === 'person' && [0, 5].includes(absence.status));
    return may ? { ...world, absences: world.absences.with(place, null) } : null;
  }
  const status = ways[`${absence.status} ${one.action} ${one.by}`];
  if (status === undefined || (one.by === 'replacement' && !absence.replaced)) return null;
  const kept = status === 2 || status === 3 ? daysOf(world, absence) : null;
  return { ...world, absences: world.absences.with(place, { ...absence, status, kept }) };
}

/** All transitions: status, action and actor → new status. */
const ways: Readonly<Record<string, number>> = {
  '0 approve supervisor': 1,
  '0 reject supervisor': 2,
  '0 cancel supervisor': 3,
  '0 cancel person': 3,
  '1 cancel supervisor': 3,
  '1 cancel person': 3,
  '5 approve replacement': 0,
  '5 reject replacement': 2,
  '5 reject supervisor': 2,
  '5 cancel supervisor': 3,
  '5 cancel person': 3,
};

function enter(world: World, one: Attempt & { kind: 'enter' }): World | null {
  const { by, sick, from, to, replaced } = one;
  const status = by === 'supervisor' ? 1 : replaced ? 5 : 0;
  const absence: Absence = { sick, from, to, replaced, status, kept: null };
  const works = range(from, to).some((day) => isWorkday(world, day));
  const collides = world.absences.some(
    (other) =>
      other !== null &&
      [0, 1, 5].includes(other.status) &&
      other.from <= to &&
      from <= other.to &&
      !(sick && !other.sick && other.status === 1),
  );
  if ((!works && !sick) || collides) return null;
  return { ...world, absences: [...world.absences, absence] };
}

/** The dates of an absence with the cost of each. */
export function daysOf(world: World, absence: Absence): readonly (readonly [number, number])[] {
  if (absence.kept !== null) return absence.kept;
  const ill = (day: number): boolean =>
    !absence.sick &&
    absence.status === 1 &&
    world.absences.some(
      (other) => other !== null && other.sick && other.status === 1 && other.from <= day && day <= other.to,
    );
  return range(absence.from, absence.to)
    .map((day) => [day, isWorkday(world, day) && !ill(day) ? 1 : 0] as const)
    .filter(([, value]) => value > 0 || absence.sick);
}

function isWorkday({ holidays }: World, day: number): boolean {
  return day % 7 < 5 && !holidays.has(day);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
