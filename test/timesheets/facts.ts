// The facts for the model of a timesheet: read from the server where other rules derive them (trackings, absence days,
// holidays), else as the history knows them.
import { datesBetween } from '#values/date-range.ts';
import { homeOffice } from '../absences/absence.ts';
import type { Envelope } from '../support/client.ts';
import { models, type Booking } from './booked-model.ts';
import { modelOf, type Amounts, type Away, type Breaks, type Known } from './model.ts';
import type { Plan } from './company.ts';
import { settlingOf } from './story-terms.ts';
import { rowsOf, todayOf, trackingsOf, type Story, type World } from './world.ts';
import { endOf, startOf as beginOf } from './times.ts';
import {
  isEmployedOn,
  startOf,
  stretchBeginning,
  stretchesOf,
  stretchOn,
  type Stretch,
} from './stretches.ts';

/** What people wrote on days: hours paid out and added, and the amounts that an approval froze. */
export interface Written {
  readonly paid: Map<string, number>;
  readonly added: Map<string, number>;
  readonly frozen: Map<string, Amounts>;
  /** Seconds that approved days have settled. */
  readonly kept: Map<string, number>;
}

/** The dates for which there must be rows. */
export function accountedDates(story: Story, lastDay: string): readonly string[] {
  return stretchesOf(story).flatMap((one) => {
    const [first, last] = [startOf(one), one.record.exit_date ?? lastDay];
    return first === null ? [] : datesOf([first, last < lastDay ? last : lastDay]);
  });
}

/** What the rows of these dates must show. */
export async function expectedOf(
  world: World,
  story: Story,
  { dates, paid, added, frozen, kept }: Written & { readonly dates: readonly string[] },
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
  const settling = await settlingOf(world, story, kept);
  return modelOf({
    dates,
    initial: (stretchesOf(story)[0] as Stretch).initial,
    bookings: trackings.map(bookingOf),
    known: (date) => ({
      ...planned(world, story, date),
      holiday: holidays.get(date) ?? 0,
      away: (away.get(date) ?? []).map(awayOf),
      paidOut: paid.get(date) ?? 0,
      added: added.get(date) ?? 0,
      frozen: frozen.get(date) ?? null,
      counts: isCounted(story, date),
      begun: date <= todayOf(world),
      settling: settling(date),
      beginsWith: stretchBeginning(story, date)?.initial ?? null,
    }),
  });
}

/** A tracking as the model knows it. */
export function bookingOf(row: Envelope): Booking {
  return {
    start: beginOf(row),
    end: endOf(row),
    isBreak: row['is_nonworking'] === 1,
    isPaid: row['is_paid_non_working'] === 1,
  };
}

function awayOf({ type, type_id, subtype_id, value, value_unit }: Envelope): Away {
  const works = type_id === homeOffice.type_id && subtype_id === homeOffice.subtype_id;
  return { kind: works ? 'work' : type, value, inHours: value_unit === 'hs' };
}

type Planned = Pick<Known, 'workday' | 'hours' | 'half' | 'core' | 'limits' | 'breaks'>;

function planned(world: World, story: Story, date: string): Planned {
  const plan = planOn(world, story, date);
  const employed = isEmployedOn(story, date);
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
    breaks: breaksOn(world, story, date),
  };
}

function planOn({ company }: World, { schedules }: Story, date: string): Plan | undefined {
  const entry = schedules.findLast(({ from }) => from <= date);
  return company.plans.find(({ id }) => id === entry?.plan);
}

/** The person's model before the schedule's before the account's; of gaps, the schedule's word before the account's. */
function breaksOn(world: World, story: Story, date: string): Breaks {
  const { company, own, breaks } = world;
  const plan = planOn(world, story, date);
  const personal = story.models.findLast(({ from }) => from <= date)?.model ?? null;
  const ofSchedule = Object.entries(company.models).find(([, id]) => id === plan?.breaks)?.[0];
  const ofAccount = breaks.from <= date ? breaks.rule : 'off';
  const name = personal ?? ((ofSchedule ?? ofAccount) as typeof ofAccount);
  const areBreaks = plan?.gaps?.areBreaks == null ? breaks.areBreaks : plan.gaps.areBreaks === 1;
  return {
    model: name === 'own' ? own : models[name],
    longestGap: areBreaks ? (plan?.gaps?.longest ?? breaks.longest) : 0,
    paid: story.quotas.findLast(({ from }) => from <= date)?.minutes ?? 0,
  };
}

/** Whether the date lies in the employment: days before and after it move no balance. */
export function isCounted(story: Story, date: string): boolean {
  return stretchOn(story, date) !== undefined;
}

/** Every date of the range. */
function datesOf([from, to]: readonly [string, string]): readonly string[] {
  return from > to ? [] : datesBetween(from, to);
}
