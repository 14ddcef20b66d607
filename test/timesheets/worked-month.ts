// June 2026 of five people, as a payroll clerk would write it down. Corpus Christi is Thursday the 4th. The company takes
// missing breaks off by the German rule. Time between two bookings of a day is a break from a quarter of an hour to four
// hours.
// Left of the bar: what happened. 08:00-16:30 is work, ~12:00-12:45 a recorded break, an end with + lies on the next day.
// Right of it: target, work, breaks, balance of the day, balance in all, and what the law finds wrong. Days that are not
// named are days off without work.

/** The month of one person. */
export interface WorkedMonth {
  readonly person: object;
  readonly days: string;
  /** Sums of target, work and breaks. */
  readonly sums: string;
}

/** By name. */
export const june: Readonly<Record<string, WorkedMonth>> = {
  // Full time, with ten hours from before. A sick day, half a day of holiday, overtime made, taken and paid out.
  fiona: {
    person: {
      entry_date: '2019-03-01',
      payroll_accounting_starts_at: '2026-06-01',
      payroll_accounting_initial_value_working_time_total_balance: 10,
    },
    days: `
      01 08:00-16:30                            | 8  8     0.5  0     10
      02 08:00-12:00 ~12:00-12:45 12:45-17:15   | 8  8.5   0.75 0.5   10.5
      03 07:30-18:00                            | 8  9.75  0.75 1.75  12.25
      04                                        | 0  0     0    0     12.25
      05 08:00-14:00                            | 8  6     0    -2    10.25
      08 08:00-16:30                            | 8  8     0.5  0     10.25
      09 08:00-16:30                            | 8  8     0.5  0     10.25
      10 sick                                   | 0  0     0    0     10.25
      11 08:00-16:30                            | 8  8     0.5  0     10.25
      12 half-holiday 08:00-12:00               | 4  4     0    0     10.25
      15 08:00-16:00                            | 8  7.5   0.5  -0.5  9.75
      16 07:00-19:00                            | 8  11.25 0.75 3.25  13     day
      17 05:00-13:30                            | 8  8     0.5  0     13     rest
      18 reduction                              | 0  0     0    0     5
      19 08:00-16:30                            | 8  8     0.5  0     5
      22 08:00-16:30 paid:3                     | 8  8     0.5  0     2
      23 08:00-16:30                            | 8  8     0.5  0     2
      24 08:00-16:30                            | 8  8     0.5  0     2
      25 08:00-16:30                            | 8  8     0.5  0     2
      26 08:00-16:30                            | 8  8     0.5  0     2
      27 10:00-12:00                            | 0  2     0    2     4
      29 08:00-16:30                            | 8  8     0.5  0     4
      30 08:00-16:30                            | 8  8     0.5  0     4
    `,
    sums: '148 153 9.25',
  },
  // Part time, four hours a day by the schedule: five from Monday to Thursday, and most Fridays off.
  paul: {
    person: { entry_date: '2026-06-01', timesheet_template_id: 2 },
    days: `
      01 09:00-14:00 | 4 5 0 1  1
      02 09:00-14:00 | 4 5 0 1  2
      03 09:00-14:00 | 4 5 0 1  3
      04             | 0 0 0 0  3
      05             | 4 0 0 -4 -1
      08 09:00-14:00 | 4 5 0 1  0
      09 09:00-14:00 | 4 5 0 1  1
      10 09:00-14:00 | 4 5 0 1  2
      11 09:00-14:00 | 4 5 0 1  3
      12             | 4 0 0 -4 -1
      15 09:00-14:00 | 4 5 0 1  0
      16 09:00-14:00 | 4 5 0 1  1
      17 09:00-14:00 | 4 5 0 1  2
      18 09:00-14:00 | 4 5 0 1  3
      19             | 4 0 0 -4 -1
      22 half-holiday 09:00-11:00 | 2 2 0 0 -1
      23 09:00-14:00 | 4 5 0 1  0
      24 09:00-14:00 | 4 5 0 1  1
      25 09:00-14:00 | 4 5 0 1  2
      26 09:00-13:00 | 4 4 0 0  2
      29 09:00-14:00 | 4 5 0 1  3
      30 09:00-14:00 | 4 5 0 1  4
    `,
    sums: '82 86 0',
  },
  // Nights from Monday to Thursday, the first without a break. Midnight divides them, and breaks are those of the date.
  nina: {
    person: { entry_date: '2026-06-08', exit_date: '2026-06-21' },
    days: `
      08 21:00-07:30+                              | 8 3    0    -5   -5
      09 21:00-02:00+ ~02:00+-02:30+ 02:30+-07:30+ | 8 9.75 0.75 1.75 -3.25
      10 21:00-02:00+ ~02:00+-02:30+ 02:30+-07:30+ | 8 9.75 0.75 1.75 -1.5
      11 21:00-02:00+ ~02:00+-02:30+ 02:30+-07:30+ | 8 9.75 0.75 1.75 0.25
      12                                           | 8 7    0.5  -1   -0.75
      15 holiday                                   | 0 0    0    0    -0.75
      16 holiday                                   | 0 0    0    0    -0.75
      17 holiday                                   | 0 0    0    0    -0.75
      18 holiday                                   | 0 0    0    0    -0.75
      19 holiday                                   | 0 0    0    0    -0.75
    `,
    sums: '40 39.25 2.75',
  },
  // Leaves on the 17th, after three days of holiday: nothing is counted afterwards.
  lea: {
    person: { entry_date: '2026-06-01', exit_date: '2026-06-17' },
    days: `
      01 08:00-16:30 | 8 8 0.5 0 0
      02 08:00-16:30 | 8 8 0.5 0 0
      03 08:00-16:30 | 8 8 0.5 0 0
      04             | 0 0 0   0 0
      05 08:00-16:30 | 8 8 0.5 0 0
      08 08:00-16:30 | 8 8 0.5 0 0
      09 08:00-16:30 | 8 8 0.5 0 0
      10 08:00-17:00 | 8 8.5 0.5 0.5 0.5
      11 08:00-16:30 | 8 8 0.5 0 0.5
      12 08:00-16:30 | 8 8 0.5 0 0.5
      15 holiday     | 0 0 0   0 0.5
      16 holiday     | 0 0 0   0 0.5
      17 holiday     | 0 0 0   0 0.5
    `,
    sums: '72 72.5 4.5',
  },
  // Joins on the 15th; on the 23rd at home, which counts as work.
  jan: {
    person: { entry_date: '2026-06-15' },
    days: `
      15 08:00-16:45 | 8 8.25 0.5 0.25 0.25
      16 08:00-16:45 | 8 8.25 0.5 0.25 0.5
      17 08:00-16:45 | 8 8.25 0.5 0.25 0.75
      18 08:00-16:45 | 8 8.25 0.5 0.25 1
      19 08:00-16:45 | 8 8.25 0.5 0.25 1.25
      22 08:00-16:45 | 8 8.25 0.5 0.25 1.5
      23 home        | 8 0    0   0    1.5
      24 08:00-16:45 | 8 8.25 0.5 0.25 1.75
      25 08:00-16:45 | 8 8.25 0.5 0.25 2
      26 08:00-16:45 | 8 8.25 0.5 0.25 2.25
      29 08:00-16:45 | 8 8.25 0.5 0.25 2.5
      30 08:00-16:45 | 8 8.25 0.5 0.25 2.75
    `,
    sums: '96 90.75 5.5',
  },
  // Never books a break. On the 2nd, 9th and 15th the gaps are a minute too short or too long; on the 10th there are two.
  gabi: {
    person: { entry_date: '2026-06-01', exit_date: '2026-06-16' },
    days: `
      01 08:00-12:00 12:30-16:30             | 8 8    0.5  0     0
      02 08:00-12:00 12:14-16:14             | 8 7.5  0.5  -0.5  -0.5
      03 08:00-12:00 12:15-16:15             | 8 7.75 0.5  -0.25 -0.75
      04                                     | 0 0    0    0     -0.75
      05 07:00-11:00 15:00-19:00             | 8 8    4    0     -0.75
      08 08:00-13:00 13:30-18:00             | 8 9.25 0.75 1.25  0.5
      09 07:00-11:00 15:01-19:01             | 8 7.5  0.5  -0.5  0
      10 08:00-10:00 10:15-13:00 14:00-17:15 | 8 8    1.25 0     0
      11 08:00-12:00 ~12:00-12:15 12:30-16:30 | 8 8   0.5  0     0
      12 08:00-14:00                         | 8 6    0    -2    -2
      15 08:00-10:00 10:14-14:14             | 8 6    0    -2    -4
      16 08:00-08:15 12:15-12:30 16:30-16:45 | 8 0.75 8    -7.25 -11.25
    `,
    sums: '88 76.75 16.5',
  },
};
