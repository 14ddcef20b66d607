// What Hourbook aims for. Every target is a ratio or a size that means the same on any machine; only the replay says what
// the machine at hand carries.

/** The least that is accepted, and what is wanted. */
export interface Target {
  readonly text: string;
  readonly floor: number;
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly unit?: 'µs' | 'ms' | 'MB' | 'people';
}

/** All targets in the order of the table. */
export const targets = {
  authenticated: {
    text: 'authenticated route / bare node:http, same bytes',
    floor: 0.45,
    goal: 0.55,
    better: 'higher',
  },
  listWarm: {
    text: 'list of 100, warm / bare node:http, same bytes',
    floor: 0.35,
    goal: 0.45,
    better: 'higher',
  },
  listCold: {
    text: 'list of 100, cold / plain better-sqlite3 → stringify in Fastify',
    floor: 0.8,
    goal: 1.0,
    better: 'higher',
  },
  listsFlat: {
    text: "a person's lists: 10 times the rows / the rows, time",
    floor: 1.2,
    goal: 1.05,
    better: 'lower',
  },
  personMonth: {
    text: "a person's month by start_time, never asked before / bare node:http",
    floor: 0.25,
    goal: 0.4,
    better: 'higher',
  },
  listUnchanged: {
    text: 'unchanged list repeated (ETag) / bare node:http',
    floor: 0.5,
    goal: 0.65,
    better: 'higher',
  },
  oneById: {
    text: 'one by id, repeated / bare node:http, same bytes',
    floor: 0.5,
    goal: 0.6,
    better: 'higher',
  },
  oneByIdNew: {
    text: 'one by id, never asked before / bare node:http',
    floor: 0.25,
    goal: 0.35,
    better: 'higher',
  },
  createRoute: {
    text: 'durable create, no working time account / authenticated route',
    floor: 0.35,
    goal: 0.6,
    better: 'higher',
  },
  createBare: {
    text: 'durable create, no working time account / bare node:http',
    floor: 0.12,
    goal: 0.2,
    better: 'higher',
  },
  createBareAccounts: {
    text: 'durable create with working time accounts / bare node:http',
    floor: 0.07,
    goal: 0.12,
    better: 'higher',
  },
  createCommitEach: {
    text: 'durable create / a commit for each request',
    floor: 1.5,
    goal: 2.5,
    better: 'higher',
  },
  createAccounts: {
    text: 'durable create with working time accounts / without',
    floor: 0.6,
    goal: 0.8,
    better: 'higher',
  },
  batch: { text: 'batch of 100, rows a second / single creates', floor: 2, goal: 3, better: 'higher' },
  deltaSize: {
    text: 'delta of 50: 10 times the rows / the rows, time',
    floor: 1.5,
    goal: 1.1,
    better: 'lower',
  },
  deltaEmpty: {
    text: 'delta with nothing changed, database part',
    floor: 40,
    goal: 10,
    better: 'lower',
    unit: 'µs',
  },
  xml: { text: 'XML / JSON, encoding time of 100 rows', floor: 6, goal: 2.5, better: 'lower' },
  start: { text: 'start to listening, shipped / node empty.ts', floor: 3.5, goal: 2.5, better: 'lower' },
  startSources: {
    text: 'start to listening, from sources / node empty.ts',
    floor: 8,
    goal: 5,
    better: 'lower',
  },
  tail: { text: 'p99 / p50, list of 100 at 32 connections', floor: 10, goal: 3, better: 'lower' },
  memory: { text: 'idle memory', floor: 110, goal: 90, better: 'lower', unit: 'MB' },
  otherAccounts: {
    text: 'cost of a request with 10,000 other accounts / with none',
    floor: 1.3,
    goal: 1.05,
    better: 'lower',
  },
  lateChange: {
    text: 'booking of ten years ago corrected / of last week, time',
    floor: 1.5,
    goal: 1.1,
    better: 'lower',
  },
  lateChangePeople: {
    text: "a person's first day corrected: 10 times the people / the people, time",
    floor: 1.3,
    goal: 1.05,
    better: 'lower',
  },
  balanceYears: {
    text: "a day's balance after 56 years / after one, time",
    floor: 1.3,
    goal: 1.05,
    better: 'lower',
  },
  monthOfAll: {
    text: "a month of everybody's days: 10 times the people / the people, time a person",
    floor: 1.5,
    goal: 1.1,
    better: 'lower',
  },
  rebuildTime: {
    text: 'accounts from scratch: 10 times the people / the people, time a person',
    floor: 1.3,
    goal: 1.1,
    better: 'lower',
  },
  rebuildMemory: {
    text: 'accounts from scratch: 10 times the people / the people, memory',
    floor: 2,
    goal: 1.3,
    better: 'lower',
  },
  postgresList: { text: 'PostgreSQL / SQLite, list of 100', floor: 0.3, goal: 0.6, better: 'higher' },
  postgresOne: { text: 'PostgreSQL / SQLite, one by id', floor: 0.2, goal: 0.4, better: 'higher' },
  postgresCreate: { text: 'PostgreSQL / SQLite, durable create', floor: 0.3, goal: 0.5, better: 'higher' },
  postgresBatch: { text: 'PostgreSQL / SQLite, batch of 100', floor: 0.4, goal: 0.5, better: 'higher' },
  postgresDelta: { text: 'PostgreSQL / SQLite, delta of 50', floor: 0.2, goal: 0.5, better: 'higher' },
  postgresPlainList: {
    text: 'on PostgreSQL: list of 100, cold / pg alone, same statements',
    floor: 0.5,
    goal: 0.8,
    better: 'higher',
  },
  postgresPlainOne: {
    text: 'on PostgreSQL: one by id / pg alone, same statements',
    floor: 0.5,
    goal: 0.8,
    better: 'higher',
  },
  postgresPlainDelta: {
    text: 'on PostgreSQL: delta of 50 / pg alone, same statements',
    floor: 0.5,
    goal: 0.8,
    better: 'higher',
  },
  postgresPlainCreate: {
    text: 'on PostgreSQL: durable create / pg alone, same statements, each its own transaction',
    floor: 0.7,
    goal: 1.0,
    better: 'higher',
  },
  workersCreate: { text: 'durable create, two workers / one process', floor: 0.9, goal: 1, better: 'higher' },
  workersCreateTail: {
    text: 'p99 of durable creates, two workers / one process',
    floor: 2,
    goal: 1.2,
    better: 'lower',
  },
  workersList: {
    text: 'list of 100, cold, two workers / one process',
    floor: 1.05,
    goal: 1.5,
    better: 'higher',
  },
  replay: {
    text: 'a company of 200 at 50 times its pace, p99 of all answers',
    floor: 100,
    goal: 25,
    better: 'lower',
    unit: 'ms',
  },
  people: {
    text: 'people that one process carries when they are busiest',
    floor: 10_000,
    goal: 100_000,
    better: 'higher',
    unit: 'people',
  },
  attacks: {
    text: "p99 of another account's reads during attacks",
    floor: 250,
    goal: 100,
    better: 'lower',
    unit: 'ms',
  },
} as const satisfies Record<string, Target>;

/** A key of {@link targets}. */
export type TargetName = keyof typeof targets;

/** How a measured value stands to its target. */
export function verdict(name: TargetName, value: number): 'goal' | 'floor' | 'missed' {
  const { better, floor, goal } = targets[name];
  const reached = (limit: number): boolean => (better === 'higher' ? value >= limit : value <= limit);
  return reached(goal) ? 'goal' : reached(floor) ? 'floor' : 'missed';
}
