// What Team month shows of a day of a person's account. Of 300 people a month has 9,300 days: all fields of them would be twice as
// much to carry and to read.
import type { AccountDay } from './rows.ts';
import { violationFields, type ViolationField } from './week.ts';

const sums = [
  'id',
  'user_id',
  'date',
  'target_working_hours',
  'total_working_time',
  'working_time_daily_balance',
  'working_time_total_balance',
  'approved_by_user',
  'approved_by_admin',
] as const satisfies readonly (keyof AccountDay)[];

/** The part of a row of `timesheetAccountings`. */
export type DaySum = Pick<AccountDay, (typeof sums)[number] | ViolationField>;

/** Its fields, as a read takes them. */
export const daySumFields: string = [...sums, ...violationFields].join();
