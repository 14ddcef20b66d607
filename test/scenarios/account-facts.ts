// The facts from which the model works out a person's account: read from the server where rules of their own have
// made them (trackings, days of absence, holidays), else as the story knows them.
import { datesBetween } from '#values/date-range.ts';
import { homeOffice } from './absence.ts';
import type { Envelope } from '../support/client.ts';
import { modelOf, type Amounts, type Away, type Known } from './account-model.ts';
import type { Plan } from './account-company.ts';
import { rowsOf, trackingsOf, type Story, type World } from './account-story.ts';
import { endOf, startOf } from './account-times.ts';

/** What people wrote on days: hours paid out and added, and the amounts that an approval froze. */
export interface Written {
  readonly paid: Map<string, number>;
  readonly added: Map<string, number>;
  readonly frozen: Map<string, Amounts>;
}

/** The first and the last date for which there must be rows; `null`: none must. */
export function accountRange({ record }: Story, lastDay: string): readonly [string, string] | null {
  const first = record.payroll_accounting_starts_at ?? record.entry_date;
  if (first === null) return null;
  const last = record.exit_date ?? lastDay;
  return [first, last < lastDay ? last : lastDay];
}

/** What the rows of these dates must show. */
export async function expectedOf(
  world: World,
  story: Story,
  { dates, paid, added, frozen }: Written & { readonly dates: readonly string[] },
): Promise<ReadonlyMap<string, Amounts>> {
  const { machine, person, calendar } = story;
  const trackings = await trackingsOf(story);
  const away = Map.groupBy(
    (await rowsOf(machine, 'absenceDays', { user_id: person, status: 1 })).filter(
      ({ type }) => type !== 'public_holiday',
    ),
    ({ date }) => date as string,
  );
  const holidays = new Map(
    (await rowsOf(machine, 'publicHolidays', { template_id: calendar })).map(({ date, value }) => [
      date,
      value,
    ]),
  );
  return modelOf({
    dates,
    initial: story.initial,
    bookings: trackings.map((row) => ({
      start: startOf(row),
      end: endOf(row),
      isBreak: row['is_nonworking'] === 1,
      isPaid: row['is_paid_non_working'] === 1,
    })),
    known: (date) => ({
      ...planned(world, story, date),
      holiday: holidays.get(date) ?? 0,
      away: (away.get(date) ?? []).map(awayOf),
      paidOut: paid.get(date) ?? 0,
      added: added.get(date) ?? 0,
      frozen: frozen.get(date) ?? null,
      counts: isCounted(story, date),
    }),
  });
}

function awayOf({ type, type_id, subtype_id, value, value_unit }: Envelope): Away {
  const works = type_id === homeOffice.type_id && subtype_id === homeOffice.subtype_id;
  return { kind: works ? 'work' : type, value, inHours: value_unit === 'hs' };
}

type Planned = Pick<Known, 'workday' | 'hours' | 'half' | 'core' | 'limits' | 'breaks'>;

function planned({ company, breaks }: World, { record, schedules }: Story, date: string): Planned {
  const entry = schedules.findLast(({ from }) => from <= date);
  const plan = company.plans.find(({ id }) => id === entry?.plan);
  const employed =
    (record.entry_date === null || record.entry_date <= date) &&
    (record.exit_date === null || date <= record.exit_date);
  const weekday = Temporal.PlainDate.from(date).dayOfWeek - 1;
  const day = plan?.days[weekday];
  const edit = plan?.edits.findLast((one) => one.weekday === weekday && one.from <= date);
  const hours = edit?.hours ?? day?.hours ?? 0;
  const none: Plan['limits'] = { daily: null, weekly: null, rest: null };
  return {
    workday: employed && hours > 0,
    hours,
    half: day?.half ?? false,
    core: day?.core ?? null,
    limits: plan?.limits ?? none,
    breaks: plan?.breaks == null ? breaks.rule === 'german' && breaks.from <= date : plan.breaks === 1,
  };
}

/** Whether the date lies in the account: what stands before or after it moves no balance. */
export function isCounted({ record }: Story, date: string): boolean {
  const first = record.payroll_accounting_starts_at ?? record.entry_date;
  return (first === null || first <= date) && (record.exit_date === null || date <= record.exit_date);
}

/** Every date of the range. */
export function datesOf([from, to]: readonly [string, string]): readonly string[] {
  return from > to ? [] : datesBetween(from, to);
}
