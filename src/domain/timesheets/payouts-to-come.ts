// Overtime that is paid out on days to come: no balance shows it yet.
import type { ReadView, Row } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { employmentOn } from '../days/employment.ts';

/** Whose payouts, after which date, and the one day that is left out. */
interface PayoutsAsked {
  readonly user: Row<'users'>;
  /** A day of the employment whose payouts are meant. */
  readonly employedOn: string;
  readonly after: string;
  readonly except: string | null;
}

/** Seconds of overtime that are paid out after a date within the employment. */
export function paidAfter(view: ReadView, { user, employedOn, after, except }: PayoutsAsked): number {
  const employment = employmentOn(user, employedOn);
  if (employment === null) return 0;
  const days = view.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: user.id },
    { column: 'date', is: '>', value: after },
    { column: 'date', is: '>=', value: employment.from ?? allDates.from },
    { column: 'date', is: '<=', value: employment.to ?? allDates.to },
    { column: 'overtime_paid', is: '>', value: 0 },
  ]);
  const others = days.filter(({ date }) => date !== except);
  return others.reduce((sum, day) => sum + (day.overtime_paid ?? 0), 0);
}
