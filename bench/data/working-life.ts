// A database with one person who has worked for years, Monday to Friday, mornings and afternoons. Ten weeks are booked
// through the service and copied in SQL; their account is not counted yet: `accounts rebuild` does that.
import { startService, type ServiceAccess } from '../servers/service.ts';
import { foundAccount } from './found-account.ts';
import { multiplyTrackings } from './multiply-trackings.ts';

const account = 'bench';
const day = 86_400_000;
const hour = 3_600_000;
const weeks = 10;
const days = weeks * 7;
/** Bookings of ten weeks; the service takes them in one batch. */
export const bookingsOfTenWeeks = weeks * 5 * 2;
/** The task that every new account has. */
const work = 4;

/** A company of one person and how to reach it. */
export interface WorkingLife {
  readonly access: ServiceAccess;
  readonly accountId: number;
  readonly userId: number;
  /** Ids of their bookings are 1 to this, in the order of their times. */
  readonly trackings: number;
  /** Their first day at work, a Monday. */
  readonly entryDate: string;
}

/** Makes it: `tenWeeks` times ten weeks, the last of which ended with the week before this one. */
export async function seedWorkingLife(
  command: string,
  { file, tenWeeks }: { readonly file: string; readonly tenWeeks: number },
): Promise<WorkingLife> {
  const { accountId, credentials } = await foundAccount(command, { file, account });
  const access = { command, file, account, ...credentials };
  const today = Math.floor(Date.now() / day);
  // 1970-01-01 was a Thursday.
  const first = (today - ((today + 3) % 7) - tenWeeks * days) * day;
  const entryDate = dateText(first);
  const service = await startService(access);
  try {
    const [person] = (
      await service.send('POST', 'users/create', {
        username: 'worker',
        firstname: 'Worker',
        lastname: 'Of many years',
        password: 'correct horse battery',
        entry_date: entryDate,
        timesheet_holiday_calc_yearly_amount: 25,
      })
    ).envelope.Results;
    const userId = Number(person?.['id']);
    await service.send('POST', 'timeTrackings/create', bookingsFrom(userId, first));
    await service.send('POST', 'absences/create', nextHoliday(userId, today));
    return { access, accountId, userId, trackings: tenWeeks * bookingsOfTenWeeks, entryDate };
  } finally {
    await service.stop();
    multiplyTrackings({ file, accountId, days, copies: tenWeeks });
  }
}

/** On which date the person's booking with this id lies. */
export function dateOfTracking({ entryDate }: WorkingLife, id: number): string {
  const workday = Math.floor((id - 1) / 2);
  return dateText(Date.parse(entryDate) + (Math.floor(workday / 5) * 7 + (workday % 5)) * day);
}

function bookingsFrom(userId: number, first: number): readonly Record<string, unknown>[] {
  return Array.from({ length: weeks * 5 }, (_, number) => {
    const midnight = first + (Math.floor(number / 5) * 7 + (number % 5)) * day;
    return [booking(userId, midnight + 8 * hour), booking(userId, midnight + 12.5 * hour)];
  }).flat();
}

/** A week of next year. */
function nextHoliday(userId: number, today: number): Record<string, unknown> {
  const year = Number(dateText(today * day).slice(0, 4)) + 1;
  return {
    user_id: userId,
    type_id: 1,
    subtype_id: 0,
    from_date: `${year}-07-05`,
    to_date: `${year}-07-11`,
  };
}

function booking(userId: number, start: number): Record<string, unknown> {
  return {
    user_id: userId,
    task_id: work,
    start_time: timeText(start),
    end_time: timeText(start + 4 * hour),
    start_time_timezone: 'UTC',
    end_time_timezone: 'UTC',
  };
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

function dateText(milliseconds: number): string {
  return timeText(milliseconds).slice(0, 10);
}
