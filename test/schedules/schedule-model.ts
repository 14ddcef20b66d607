// Random changes of schedules, and of who has which from when; and a model of what then holds on each date: plain
// arrays of days, nothing remembered but what every day says. It knows no HTTP and none of the server's rules.
import fc from 'fast-check';

/** One thing that happens; `person` and `schedule` are places in the model's lists. */
export type Step =
  | { readonly kind: 'pass'; readonly days: number }
  | { readonly kind: 'day'; readonly schedule: number; readonly weekday: number; readonly hours: number }
  | { readonly kind: 'limit'; readonly schedule: number; readonly hours: number }
  | { readonly kind: 'give'; readonly person: number; readonly schedule: number; readonly offset: number }
  | { readonly kind: 'date'; readonly person: number; readonly offset: number }
  | { readonly kind: 'replace'; readonly person: number; readonly schedule: number };

/** What a schedule says: hours on Monday to Sunday (0: a day off), and the most hours of a day. */
export interface Plan {
  readonly week: readonly number[];
  readonly limit: number;
}

/** A schedule: its present plan, and its plan on each day of the history. */
interface Schedule {
  readonly now: Plan;
  readonly said: readonly Plan[];
}

/** Days are numbered from 0. Day 0 also represents all earlier days. */
export interface World {
  readonly today: number;
  readonly schedules: readonly Schedule[];
  /** For each person the schedule of each day. */
  readonly people: readonly (readonly number[])[];
}

/** The first day of a history, a Monday like day 0. */
export const firstDay = 21;
const mostSteps = 18;
const longestPass = 3;
const farthest = 14;

/** How many days, people and schedules there are: no step reaches past the days. */
export const size = {
  days: firstDay + mostSteps * longestPass + farthest + 1,
  people: 2,
  schedules: 2,
} as const;

/** A schedule as it is made. */
const fresh: Plan = { week: [8, 8, 8, 8, 8, 0, 0], limit: 10 };

/** Each person begins with the first schedule. */
export const firstWorld: World = {
  today: firstDay,
  schedules: Array.from({ length: size.schedules }, () => ({ now: fresh, said: everyDay(fresh) })),
  people: Array.from({ length: size.people }, () => everyDay(0)),
};

const schedule = fc.nat({ max: size.schedules - 1 });
const person = fc.nat({ max: size.people - 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      days: fc.integer({ min: 1, max: longestPass }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('day' as const),
      schedule,
      weekday: fc.integer({ min: 1, max: 7 }),
      hours: fc.constantFrom(0, 4, 8),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      schedule,
      hours: fc.integer({ min: 9, max: 11 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      person,
      schedule,
      offset: fc.integer({ min: -farthest, max: farthest }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('date' as const),
      person,
      offset: fc.integer({ min: -farthest, max: farthest }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), person, schedule }) },
);

/** Any history. */
export const story: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 1,
  maxLength: mostSteps,
  size: 'max',
});

/** The world afterwards. */
export function apply(world: World, one: Step): World {
  switch (one.kind) {
    case 'pass':
      return { ...world, today: world.today + one.days };
    case 'day': {
      const plan = planNow(world, one.schedule);
      return withPlan(world, one.schedule, { ...plan, week: plan.week.with(one.weekday - 1, one.hours) });
    }
    case 'limit':
      return withPlan(world, one.schedule, { ...planNow(world, one.schedule), limit: one.hours });
    case 'give': {
      const has = world.people[one.person] as readonly number[];
      const [day, begins] = [world.today + one.offset, beginningOf(has)];
      const isSaidAgain = has.at(-1) === one.schedule && begins < day;
      // What a person has already, no later day takes from them.
      if (isSaidAgain && begins <= world.today) return world;
      const former = isSaidAgain ? withoutLast(has) : has;
      return withPerson(world, one.person, former.toSpliced(...from(day, one.schedule)));
    }
    case 'date': {
      const has = world.people[one.person] as readonly number[];
      // What holds since ever has no first day that could be put right.
      if (beginningOf(has) === 0) return world;
      const day = world.today + one.offset;
      return withPerson(world, one.person, withoutLast(has).toSpliced(...from(day, has.at(-1) as number)));
    }
    case 'replace':
      // The old person leaves before the new one arrives: a schedule loses its past with its last user.
      return withPerson(withPerson(world, one.person, []), one.person, everyDay(one.schedule));
  }
}

/** The first day of those on which a person has the schedule that they have in the end. */
function beginningOf(has: readonly number[]): number {
  return has.findLastIndex((one) => one !== has.at(-1)) + 1;
}

/** The schedules of a person as if the last one had never been given. */
function withoutLast(has: readonly number[]): readonly number[] {
  const begins = beginningOf(has);
  return has.toSpliced(...from(begins, has[begins - 1] as number));
}

/** What holds for a person on a day. */
export function planOn({ people, schedules }: World, place: number, day: number): Plan {
  return schedules[people[place]?.[day] as number]?.said[day] as Plan;
}

/** How often a schedule says something else than the day before. */
export function changesOf({ schedules }: World, place: number): number {
  const said = schedules[place]?.said ?? [];
  return said.filter((plan, day) => day > 0 && !isSame(plan, said[day - 1] as Plan)).length;
}

function planNow({ schedules }: World, place: number): Plan {
  return (schedules[place] as Schedule).now;
}

function withPlan(world: World, place: number, now: Plan): World {
  const { said } = world.schedules[place] as Schedule;
  const changed = {
    now,
    said: isUsed(world, place) ? said.toSpliced(...from(world.today, now)) : everyDay(now),
  };
  return { ...world, schedules: world.schedules.with(place, changed) };
}

function withPerson(world: World, place: number, has: readonly number[]): World {
  const next = { ...world, people: world.people.with(place, has) };
  const schedules = next.schedules.map((one, number) =>
    isUsed(next, number) ? one : { ...one, said: everyDay(one.now) },
  );
  return { ...next, schedules };
}

function isUsed({ people }: World, place: number): boolean {
  return people.some((has) => has.includes(place));
}

function everyDay<Value>(value: Value): readonly Value[] {
  return Array.from({ length: size.days }, () => value);
}

/** Arguments of `toSpliced` that put the value on every day from this one on. */
function from<Value>(day: number, value: Value): [start: number, count: number, ...values: Value[]] {
  const count = size.days - day;
  return [day, count, ...Array.from({ length: count }, () => value)];
}

function isSame(one: Plan, other: Plan): boolean {
  return one.limit === other.limit && one.week.every((hours, index) => hours === other.week[index]);
}
