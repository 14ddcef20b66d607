// What the company agreed with its twelve people, and when they are absent. One person stands for each case of payroll.
import type { Absence, AbsenceKind, Dated, Employment, Person, Terms } from './facts.ts';

/** A person without what the random year adds, and with what it is to look like. */
export interface Sketch extends Terms {
  readonly absences: readonly Absence[];
  readonly adjustments?: Person['adjustments'];
  readonly payouts?: Person['payouts'];
  readonly additions?: Person['additions'];
  readonly approved?: readonly string[];
  /** How the person works. */
  readonly works: 'office' | 'shifts' | 'nights' | 'travels';
  /** Hours booked as a multiple of what the schedule asks for. */
  readonly zeal: number;
}

const [vienna, berlin] = ['Europe/Vienna', 'Europe/Berlin'] as const;
const allYear: Employment = { entry: '2026-01-01', exit: null, accountStart: null, initialBalance: 0 };

/** Everyone, in the order in which they are hired. */
export const sketches: readonly Sketch[] = [
  // Halves of days of holiday, home office and special leave; ten carried days, of which some expire.
  {
    ...austrian('anna'),
    employments: [{ ...allYear, entry: '2019-03-01', accountStart: '2026-01-01', initialBalance: 4.25 }],
    holiday: { amount: 25, carried: 10 },
    absences: [
      { ...away('holiday', '2026-02-16', '2026-02-19'), beginsHalf: true, endsHalf: true },
      away('home office', '2026-03-05'),
      { ...away('home office', '2026-03-12'), beginsHalf: true },
      { ...away('holiday', '2026-03-20'), beginsHalf: true },
      { ...away('home office', '2026-03-20'), beginsHalf: true },
      away('special leave', '2026-04-10'),
      { ...away('special leave', '2026-04-13'), beginsHalf: true },
      away('holiday', '2026-08-03', '2026-08-14'),
      { ...away('holiday', '2026-12-24'), beginsHalf: true },
      away('holiday', '2026-12-28', '2027-01-05'),
      away('holiday', '2027-02-15', '2027-02-17'),
    ],
    adjustments: [
      { date: '2026-02-02', days: -1.5 },
      { date: '2026-06-01', days: 2 },
    ],
    approved: ['2026-01-12', '2026-01-13', '2026-01-14', '2026-02-19', '2026-02-20'],
    works: 'office',
    zeal: 1.02,
  },
  // Full time in Germany.
  {
    ...german('bernd'),
    absences: [away('holiday', '2026-07-13', '2026-07-31'), away('sick leave', '2026-11-02', '2026-11-04')],
    works: 'office',
    zeal: 1,
  },
  // Part time with five short days, then three long ones.
  {
    ...austrian('clara', [
      { from: null, value: 'Part time' },
      { from: '2026-05-01', value: 'Three days' },
    ]),
    absences: [away('holiday', '2026-04-27', '2026-05-06'), away('holiday', '2026-09-01', '2026-09-09')],
    works: 'office',
    zeal: 1.05,
  },
  // Core time, and a schedule that the company changes in May while he has it.
  {
    ...german('dieter', [{ from: null, value: 'Core time' }]),
    absences: [
      away('holiday', '2026-02-05', '2026-02-13'),
      { ...away('holiday', '2026-06-19'), beginsHalf: true },
      away('holiday', '2026-10-01', '2026-10-02'),
      away('sick leave with certificate', '2026-10-02'),
      away('sick leave', '2026-10-09'),
    ],
    works: 'office',
    zeal: 1,
  },
  // Leaves in August.
  {
    ...austrian('emil'),
    employments: [{ ...allYear, exit: '2026-08-14', initialBalance: 12.5 }],
    holiday: { amount: 25, carried: 3 },
    absences: [away('holiday', '2026-08-03', '2026-08-14')],
    works: 'office',
    zeal: 1.01,
  },
  // Leaves in April and comes back in September.
  {
    ...austrian('ruth'),
    employments: [
      { ...allYear, exit: '2026-04-30', initialBalance: 2 },
      { ...allYear, entry: '2026-09-01', initialBalance: 3.5 },
    ],
    absences: [away('holiday', '2026-04-20', '2026-04-24')],
    works: 'office',
    zeal: 1,
  },
  // Ill for a part of her holiday, on whole and half days.
  {
    ...austrian('gerda'),
    breakModel: { from: '2026-04-01', value: 'swiss' },
    holiday: { amount: 30, carried: 0 },
    absences: [
      away('holiday', '2026-07-06', '2026-07-24'),
      away('sick leave with certificate', '2026-07-09', '2026-07-14'),
      { ...away('sick leave', '2026-07-17'), beginsHalf: true },
      { ...away('holiday', '2026-11-13'), beginsHalf: true },
      { ...away('sick leave', '2026-11-13'), beginsHalf: true },
      away('holiday', '2026-12-21', '2026-12-31'),
      away('sick leave', '2026-12-23', '2026-12-24'),
    ],
    works: 'office',
    zeal: 1,
  },
  // Overtime is paid out and taken as time off; he travels between three zones.
  {
    ...german('hugo'),
    employments: [{ ...allYear, entry: '2020-10-01', accountStart: '2026-01-01', initialBalance: 90 }],
    absences: [
      away('time off for overtime', '2026-03-06'),
      { ...away('time off for overtime', '2026-05-15'), beginsHalf: true },
      away('time off for overtime', '2026-12-28', '2026-12-31'),
      away('holiday', '2026-08-17', '2026-08-28'),
    ],
    payouts: [
      { date: '2026-03-31', hours: 10 },
      { date: '2026-09-30', hours: 7.25 },
    ],
    additions: [
      { date: '2026-06-30', hours: 1.5 },
      { date: '2026-10-12', hours: -2.75 },
    ],
    works: 'travels',
    zeal: 1.14,
  },
  // Ten hours of overtime a month are in the salary, five in the month in which she comes.
  {
    ...austrian('ines'),
    employments: [{ ...allYear, entry: '2026-04-16' }],
    allIn: { from: '2026-04-16', hours: 10 },
    absences: [away('holiday', '2026-09-14', '2026-09-18')],
    works: 'office',
    zeal: 1.22,
  },
  // Split shifts in a hotel without breaks between bookings; what is above 12 hours is paid, and a month keeps 6 at most.
  {
    ...austrian('karl', [{ from: null, value: 'Hotel' }]),
    balanceRule: {
      from: '2026-01-01',
      cycle: 'month',
      payoutAbove: 12,
      expires: false,
      cap: 6,
    },
    absences: [away('holiday', '2026-10-07', '2026-10-18')],
    works: 'shifts',
    zeal: 1.25,
  },
  // Her balance expires each quarter; she moves from Austria to Germany and has a model of breaks that only warns.
  {
    ...austrian('lisa'),
    calendars: [
      { from: null, value: 'AT' },
      { from: '2026-07-01', value: 'DE-NW' },
    ],
    breakModel: { from: null, value: 'off' },
    departments: [
      { from: null, value: 'Vienna' },
      { from: '2026-07-01', value: 'Cologne' },
    ],
    balanceRule: {
      from: '2026-01-01',
      cycle: 'quarter',
      payoutAbove: null,
      expires: true,
      cap: null,
    },
    absences: [away('holiday', '2026-06-29', '2026-07-03'), away('holiday', '2026-10-26', '2026-10-30')],
    works: 'office',
    zeal: 1.2,
  },
  // Night shifts by plan, over both nights in which the clocks change, with paid breaks.
  {
    ...austrian('nora', [{ from: null, value: 'Nights' }]),
    paidBreaks: [
      { from: '2026-01-01', value: 15 },
      { from: '2026-09-01', value: 20 },
    ],
    absences: [
      away('holiday', '2026-05-18', '2026-05-29'),
      away('sick leave', '2026-09-22', '2026-09-25'),
      away('holiday', '2026-11-09', '2026-11-13'),
    ],
    works: 'nights',
    zeal: 1,
  },
];

function austrian(name: string, schedules: Terms['schedules'] = only('Full time')): Terms {
  return terms(name, { zone: vienna, calendars: only('AT'), departments: only('Vienna'), schedules });
}

function german(name: string, schedules: Terms['schedules'] = only('Germany')): Terms {
  return terms(name, { zone: berlin, calendars: only('DE-NW'), departments: only('Cologne'), schedules });
}

function terms(name: string, place: Pick<Terms, 'zone' | 'calendars' | 'departments' | 'schedules'>): Terms {
  return { name, ...place, employments: [allYear], holiday: { amount: 25, carried: 0 } };
}

function only<T>(value: T): readonly Dated<T>[] {
  return [{ from: null, value }];
}

function away(kind: AbsenceKind, from: string, to = from): Absence {
  return { kind, from, to };
}
