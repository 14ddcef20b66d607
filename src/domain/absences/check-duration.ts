// How long an absence is follows from its dates and the person's calendar; a duration that was sent must say the same.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row } from '#resource/rule.ts';
import { isInHours } from '../absence-days/absence-kind.ts';
import {
  costOfDates,
  durationOf,
  type Calendar,
  type CostlyDay,
  type Taken,
} from '../absence-days/count-days.ts';
import { spanOf } from './span-of.ts';

/** Hundredths of the hours of a day by the clock. */
const wholeClock = 2400;

/** Keeps the hours that an absence in hours asks for on its date; throws when they are none, or more than there are. */
export function settleHours(
  { after }: Change<'absences'>,
  type: Row<'absenceTypes'>,
  calendar: Calendar,
): void {
  if (!isInHours(after) || after.from_date !== after.to_date) return;
  const sent = after.duration;
  after.requested_hours = hoursAskedFor(after, { type, sent, calendar });
}

/** What the length of an absence follows from. */
interface Measures {
  readonly type: Row<'absenceTypes'>;
  /** Whose absence it is: a row of `users`. */
  readonly person: Row<'users'>;
  readonly calendar: Calendar;
  /** What others take of the dates. */
  readonly taken: Taken;
}

/** Sets the duration and answers what each date costs; throws when another duration was sent, or nobody works then. */
export function checkDuration(
  { after }: Change<'absences'>,
  { type, person, calendar, taken }: Measures,
): readonly CostlyDay[] {
  const sent = after.duration;
  const days = costOfDates(spanOf(after, type), calendar, taken);
  const duration = durationOf(days);
  if (duration === 0 && type.allow_entry_on_non_working_days !== 1) throw daysOff(after, person);
  if (sent !== null && sent !== duration) throw mismatch(after, sent, `${duration / 100}`, duration);
  after.duration = duration;
  return days;
}

/** On one date a person may be away for fewer hours than they would work. */
function hoursAskedFor(
  after: Row<'absences'>,
  { type, sent, calendar }: { type: Row<'absenceTypes'>; sent: number | null; calendar: Calendar },
): number | null {
  const { hours } = calendar(after.from_date);
  const most = hours === 0 && type.allow_entry_on_non_working_days === 1 ? wholeClock : hours;
  if (sent !== null && sent > 0 && sent <= most) return sent;
  if (sent !== null && most > 0) {
    throw mismatch(after, sent, `more than 0 and at most ${most / 100}`, most);
  }
  return after.begin == null ? null : hours;
}

function mismatch(after: Row<'absences'>, sent: number, right: string, duration: number): ApiError {
  const unit = isInHours(after) ? 'hours' : 'days';
  const message =
    `duration is ${sent / 100}; from ${after.from_date} to ${after.to_date} it must be ${right} ${unit} ` +
    'by the work schedule and the public holidays.';
  return new ApiError('invalid_value', message, { field: 'duration', data: { duration: duration / 100 } });
}

function daysOff(
  { from_date: from, to_date: to, user_id: user }: Row<'absences'>,
  { entry_date: entry, exit_date: exit }: Row<'users'>,
): ApiError {
  const sent = `from_date is ${from}, to_date ${to}`;
  const why =
    typeof entry === 'string' && to < entry
      ? `user ${user} is not employed before ${entry}, the entry_date`
      : typeof exit === 'string' && exit < from
        ? `user ${user} is not employed after ${exit}, the exit_date`
        : `user ${user} works on none of these days`;
  const message = `${sent}; ${why}, and there is nothing to be absent from.`;
  return new ApiError('rule_broken', message, { field: 'from_date' });
}
