// The work schedules of the company.
import type { CoreTime, Schedule, ScheduleDay } from './facts.ts';

const usual = { daily: 10, weekly: 48, rest: 11, weeklyRest: 35 } as const;
const asAccount = { breaks: null, gapsAreBreaks: null, longestGap: null, edits: [] } as const;
const core: CoreTime = { from: '09:00:00', to: '15:00:00', late: 15, early: 30 };

/** By name. The first two exist in every new account. */
export const schedules: readonly Schedule[] = [
  { name: 'Full time', days: week(8, 8, 8, 8, 8), limits: usual, ...asAccount },
  { name: 'Part time', days: week(4, 4, 4, 4, 4), limits: usual, ...asAccount },
  { name: 'Germany', days: week(8, 8, 8, 8, 8), limits: usual, ...asAccount, breaks: 'german' },
  { name: 'Three days', days: week(7.6, 7.6, 7.6), limits: usual, ...asAccount },
  {
    name: 'Core time',
    days: [
      ...[1, 2, 3, 4].map(() => ({ hours: 8.5, core })),
      { hours: 4, half: true, core: { ...core, to: '12:00:00' } },
      { hours: 0 },
      { hours: 0 },
    ],
    limits: { ...usual, daily: 9.5, weekly: 42 },
    breaks: 'german',
    gapsAreBreaks: true,
    longestGap: 1,
    edits: [{ from: '2026-05-04', weekday: 5, hours: 5 }],
  },
  {
    name: 'Hotel',
    days: week(0, 0, 8.25, 8.25, 8.25, 8.25, 5.5),
    limits: { daily: null, weekly: 50, rest: 10, weeklyRest: 36 },
    breaks: 'own',
    gapsAreBreaks: false,
    longestGap: null,
    edits: [],
  },
  {
    name: 'Nights',
    days: week(7.75, 7.75, 7.75, 7.75, 7),
    limits: { daily: 9, weekly: 40, rest: 11, weeklyRest: null },
    breaks: null,
    gapsAreBreaks: null,
    longestGap: 2,
    edits: [],
  },
];

function week(...hours: readonly number[]): readonly ScheduleDay[] {
  return Array.from({ length: 7 }, (_, day) => ({ hours: hours[day] ?? 0 }));
}
