// Reads what the presence of people follows from, of many at once; only core times are looked at person by person.
import type { Row, View } from '#resource/rule.ts';
import { employedUntil } from '#values/employment.ts';
import { localText } from '#values/time-zone.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { coreTimeOf, type CoreTime } from '../schedules/core-time.ts';
import { valuesFrom } from '../schedules/history.ts';
import { entryOf } from '../schedules/keep-history.ts';
import { scheduleOn } from '../schedules/person-days.ts';
import { planOf, type SchedulePlan } from '../schedules/schedule-plan.ts';
import type { Interval } from '../interval.ts';
import { intervalOf } from '../resolve-times.ts';
import type { PresenceFacts } from './presence.ts';

/** `generalSettings` row with the hours after which a running tracking is very long; 0: never. */
export const longTimerSetting = 'alert_maximum_timer_hours';

/** The facts about these people (rows of `users`) at the moment, by id. */
export function loadPresence(
  view: View,
  { people, now }: { readonly people: readonly Row<'users'>[]; readonly now: number },
): ReadonlyMap<number, PresenceFacts> {
  const dated = datesOf(view, people, now);
  const ids = [...dated.keys()];
  const running = view.find('timeTrackings', [among('user_id', ids), { column: 'end_instant', is: 'null' }]);
  const longAfter = running.length === 0 ? Infinity : longAfterIn(view);
  const absences = Map.groupBy(absencesOf(view, dated), userOf);
  const isWork = workingTypes(view, absences.size > 0);
  const withCoreTime = peopleWithCoreTime(view, dated);
  const facts = new Map<number, PresenceFacts>();
  for (const [id, place] of dated) {
    const own = (absences.get(id) ?? []).filter((absence) => absence.to_date >= place.date);
    const knowsCoreTime = withCoreTime.has(id);
    const core = knowsCoreTime ? coreTimeToday(view, id, { ...place, absences: own }) : null;
    facts.set(id, {
      ...place,
      running: running.find((row) => userOf(row) === id) ?? null,
      longAfter,
      leavesAt: place.leavesAt,
      absences: own,
      isWork,
      core,
      knowsCoreTime,
      there: core === null ? [] : touching(view, id, core),
    });
  }
  return facts;
}

interface Place {
  readonly zone: string;
  readonly date: string;
  readonly leavesAt: number;
}

function datesOf(view: View, people: readonly Row<'users'>[], now: number): ReadonlyMap<number, Place> {
  const dated = new Map<number, Place>();
  for (const person of people) {
    const zone = person.timezone ?? view.setting('default_user_timezone');
    const leavesAt = employedUntil(person, now) ?? Infinity;
    dated.set(person.id, { zone, date: localText(now, zone).slice(0, 10), leavesAt });
  }
  return dated;
}

function longAfterIn(view: View): number {
  const hours = Number(view.setting(longTimerSetting));
  return hours === 0 ? Infinity : hours * 3600;
}

function absencesOf(view: View, dated: ReadonlyMap<number, Place>): readonly Row<'absences'>[] {
  const earliest = [...dated.values()].map(({ date }) => date).sort()[0] ?? '';
  return view.find('absences', [
    among('user_id', [...dated.keys()]),
    { column: 'to_date', is: '>=', value: earliest },
    { column: 'status', is: '=', value: absenceStatus.granted },
  ]);
}

function workingTypes(view: View, anybodyAbsent: boolean): PresenceFacts['isWork'] {
  if (!anybodyAbsent) return () => false;
  const types = view.find('absenceTypes', [{ column: 'add_to_working_hours', is: '=', value: 1 }]);
  const pairs = new Set(types.map((type) => `${type.absence_type_id} ${type.absence_subtype_id}`));
  return (absence) => pairs.has(`${absence.type_id} ${absence.subtype_id}`);
}

/** Those who have a schedule with core times on some day from now on. */
function peopleWithCoreTime(view: View, dated: ReadonlyMap<number, Place>): ReadonlySet<number> {
  const history = view.find(
    'personHistory',
    [among('user_id', [...dated.keys()]), { column: 'kind', is: '=', value: 'timesheet_template_id' }],
    { orderBy: ['valid_from'] },
  );
  const schedules = [...new Set(history.map((row) => row.value_id))];
  const versions = view.find('scheduleVersions', [among('timesheet_template_id', schedules)], {
    orderBy: ['valid_from'],
  });
  const plans = new Map(
    [...Map.groupBy(versions, (row) => row.timesheet_template_id)].map(([id, rows]) => [
      id,
      rows.map((row) => ({ from: row.valid_from, value: hasCoreTime(planOf(row)) })),
    ]),
  );
  const byPerson = Map.groupBy(history, userOf);
  const isSubject = ([id, { date }]: [number, Place]): boolean =>
    valuesFrom((byPerson.get(id) ?? []).map(entryOf), date).some((schedule) =>
      valuesFrom(plans.get(schedule) ?? [], date).includes(true),
    );
  return new Set([...dated].filter(isSubject).map(([id]) => id));
}

function hasCoreTime({ days }: SchedulePlan): boolean {
  return days.some((day) => day.core_time_start !== null);
}

function coreTimeToday(
  view: View,
  userId: number,
  { zone, date, absences }: Place & { readonly absences: readonly Row<'absences'>[] },
): CoreTime | null {
  const day = scheduleOn(view, userId, date);
  if (day === undefined) return null;
  return coreTimeOf(day, { zone, absences: absences.filter((one) => one.from_date <= date) });
}

/** Stored trackings never overlap: of those that start before it, only the last can reach into the core time. */
function touching(view: View, userId: number, core: CoreTime): readonly Interval[] {
  const own = { column: 'user_id', is: '=', value: userId } as const;
  const before = [own, { column: 'start_instant', is: '<', value: core.start }] as const;
  const last = view.find('timeTrackings', before, { orderBy: ['-start_instant'], limit: 1 });
  const within = view.find('timeTrackings', [
    own,
    { column: 'start_instant', is: '>=', value: core.start },
    { column: 'start_instant', is: '<', value: core.end },
  ]);
  return [...last, ...within].map(intervalOf);
}

function among<Column extends string>(column: Column, value: readonly number[]) {
  return { column, is: 'in', value } as const;
}

function userOf(row: { readonly user_id: number }): number {
  return row.user_id;
}
