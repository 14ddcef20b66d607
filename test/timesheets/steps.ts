// What happens to a person's account in random histories: steps as data, made by fast-check. It knows no HTTP.
import fc from 'fast-check';

/** The kinds of tasks in bookings. */
export const taskKinds = ['work', 'pause', 'travel', 'paid pause'] as const;
/** One of {@link taskKinds}. */
export type TaskKind = (typeof taskKinds)[number];

/** Types of absences in histories. */
export const absenceKinds = [
  'holiday',
  'reduction',
  'sick leave',
  'certified sick leave',
  'special leave',
  'home office',
  'appointment',
] as const;
/** One of {@link absenceKinds}. */
export type AbsenceName = (typeof absenceKinds)[number];

/** A booking in minutes since the first midnight of the history, in steps of three, so that hours are exact. */
export interface Worked {
  readonly from: number;
  readonly length: number;
  readonly task: TaskKind;
  readonly zone: number;
}

/** One step; `pick` chooses among what is there, `day` counts from the first date of the history. */
export type Step =
  | { readonly kind: 'book'; readonly work: Worked; readonly insert: boolean }
  | { readonly kind: 'move'; readonly pick: number; readonly work: Worked; readonly insert: boolean }
  | { readonly kind: 'drop' | 'split'; readonly pick: number; readonly part: number }
  | { readonly kind: 'timer'; readonly action: 'start' | 'stop' | 'toggle'; readonly wait: number }
  | { readonly kind: 'night'; readonly days: number }
  | {
      readonly kind: 'absence';
      readonly type: AbsenceName;
      readonly day: number;
      readonly length: number;
      readonly half: 'none' | 'begin' | 'end';
      readonly asked: boolean;
    }
  | {
      readonly kind: 'decide';
      readonly action: 'approve' | 'reject' | 'cancel' | 'delete';
      readonly pick: number;
    }
  | { readonly kind: 'schedule' | 'department'; readonly pick: number; readonly day: number }
  | { readonly kind: 'edit'; readonly weekday: number; readonly hours: number }
  | { readonly kind: 'festival'; readonly day: number; readonly value: number }
  | { readonly kind: 'approve' | 'unapprove'; readonly by: 'person' | 'boss' | 'admin'; readonly day: number }
  | { readonly kind: 'pay' | 'add'; readonly day: number; readonly hours: number }
  | { readonly kind: 'adjust'; readonly day: number; readonly days: number }
  | {
      readonly kind: 'employment';
      readonly field: 'entry_date' | 'exit_date' | 'payroll_accounting_starts_at';
      readonly day: number | null;
    }
  | { readonly kind: 'initial'; readonly hours: number }
  | { readonly kind: 'return'; readonly day: number; readonly gap: number; readonly hours: number }
  | { readonly kind: 'breaks'; readonly rule: BreakName; readonly day: number | null }
  | { readonly kind: 'gaps'; readonly areBreaks: boolean; readonly longest: number }
  | { readonly kind: 'model'; readonly model: BreakName | null; readonly day: number }
  | { readonly kind: 'step'; readonly minutes: number }
  | { readonly kind: 'all-in'; readonly hours: number | null; readonly day: number }
  | { readonly kind: 'rule'; readonly rule: 0 | 1 | null; readonly cycle: 0 | 1; readonly day: number }
  | {
      readonly kind: 'ruling';
      readonly rule: 0 | 1;
      readonly payout: number | null;
      readonly expires: boolean;
      readonly maximum: number | null;
    }
  | { readonly kind: 'quota'; readonly minutes: number | null; readonly day: number };

/** Models of breaks in histories. */
const breakNames = ['german', 'austrian', 'swiss', 'none', 'off', 'own'] as const;
/** One of them. */
export type BreakName = (typeof breakNames)[number];

/** Number of dates in a history. */
export const dateCount = 21;
const day = fc.nat({ max: dateCount - 1 });
const pick = fc.nat({ max: 99 });

const work: fc.Arbitrary<Worked> = fc.record({
  from: fc.nat({ max: dateCount * 480 - 1 }).map((steps) => steps * 3),
  length: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 220 }).map((steps) => steps * 3) },
    { weight: 1, arbitrary: fc.constantFrom(360, 363, 540, 543, 600, 603) },
    { weight: 1, arbitrary: fc.integer({ min: 400, max: 900 }).map((steps) => steps * 3) },
  ),
  task: fc.constantFrom('work', 'work', 'work', 'work', ...taskKinds),
  zone: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) }),
});

const insert = fc.boolean();

/** Any step. Much is booked, some of it is refused. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('book' as const), work, insert }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), pick, work, insert }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('drop' as const, 'split' as const),
      pick,
      part: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('timer' as const),
      action: fc.constantFrom('start' as const, 'stop' as const, 'toggle' as const),
      wait: fc.nat({ max: 30 }).map((steps) => steps * 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('night' as const), days: fc.constantFrom(1, 1, 2, 9) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('absence' as const),
      type: fc.constantFrom(...absenceKinds),
      day,
      length: fc.nat({ max: 5 }),
      half: fc.constantFrom('none' as const, 'none' as const, 'begin' as const, 'end' as const),
      asked: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      action: fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const, 'delete' as const),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('schedule' as const, 'schedule' as const, 'department' as const),
      pick,
      day,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      weekday: fc.nat({ max: 6 }),
      hours: fc.constantFrom(4, 6, 9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('festival' as const), day, value: fc.constantFrom(0, 0.5, 1) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve' as const, 'approve' as const, 'unapprove' as const),
      by: fc.constantFrom('person' as const, 'boss' as const, 'admin' as const),
      day,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pay' as const), day, hours: fc.constantFrom(0, 1.25, 8) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      day,
      hours: fc.constantFrom(0, 2.5, -1.75, 96),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('adjust' as const), day, days: fc.constantFrom(2, -0.5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('employment' as const),
      field: fc.constantFrom(
        'entry_date' as const,
        'exit_date' as const,
        'payroll_accounting_starts_at' as const,
      ),
      day: fc.option(day, { freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      day,
      gap: fc.integer({ min: 1, max: 6 }),
      hours: fc.constantFrom(0, 5.25, 40),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('initial' as const),
      hours: fc.constantFrom(0, 12.5, -3.75, 240),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('breaks' as const),
      rule: fc.constantFrom(...breakNames),
      day: fc.option(day),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('gaps' as const),
      areBreaks: fc.boolean(),
      longest: fc.constantFrom(4, 2.5, 0.75),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('model' as const),
      model: fc.option(fc.constantFrom(...breakNames), { freq: 3 }),
      day,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('step' as const), minutes: fc.constantFrom(15, 30, 75) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('all-in' as const),
      hours: fc.constantFrom(null, 0, 2.5, 31),
      day,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rule' as const),
      rule: fc.constantFrom(0 as const, 0 as const, 1 as const, null),
      cycle: fc.constantFrom(0 as const, 0 as const, 1 as const),
      day,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ruling' as const),
      rule: fc.constantFrom(0 as const, 1 as const),
      payout: fc.constantFrom(null, 8, 20),
      expires: fc.boolean(),
      maximum: fc.constantFrom(null, 5, 15),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('quota' as const),
      minutes: fc.constantFrom(null, 15, 45),
      day,
    }),
  },
);
