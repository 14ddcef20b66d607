// What a report adds up: the view that its address names, the query of it, and how its rows are named and shown.
import { computed } from '@preact/signals';
import { isCivilDate, monthOf } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { titleOf, type Row } from '../domain/form.ts';
import { route } from '../router.ts';
import type { Query } from '../store/readings.ts';
import { reachesOthers } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { amount, dayMedium, monthLong } from '../words/dates.ts';
import { reportWords } from '../words/report-words.ts';
import { absenceType } from './day-off.ts';
import { today } from './progress.ts';

const groupsOfAbsences = ['user_id', 'department_id', 'type_id,subtype_id', 'month'] as const;
const kinds = {
  hours: ['project_id', 'client_id', 'user_id', 'task_id', 'month'],
  absence: groupsOfAbsences,
  absenceHours: groupsOfAbsences,
} as const;
/** What is added up. */
export type Kind = keyof typeof kinds;
/** A field by which rows are put together. */
export type Group = keyof typeof reportWords.value.groups;
/** The resource of each kind of report, and the right that it needs. */
export const sourceOf = (kind: Kind) =>
  kind === 'hours'
    ? ({ resource: 'hoursReports', right: 'readHoursReports' } as const)
    : ({ resource: 'absenceReports', right: 'readAbsenceReports' } as const);

/** What rows can be put together by: about oneself alone, neither people nor departments tell anything. */
export function groupsOf(kind: Kind): readonly Group[] {
  const ofPeople = ['user_id', 'department_id'];
  return kinds[kind].filter((one) => reachesOthers(sourceOf(kind).right) || !ofPeople.includes(one));
}

/** The kinds to choose from: absences are counted in hours where a type of the account is. */
export const kindsShown = computed((): readonly Kind[] => {
  const hasHours = [...stored('absenceTypes').value.values()].some((type) => type.duration_unit === 'hs');
  return hasHours || view.value.of === 'absenceHours'
    ? ['hours', 'absence', 'absenceHours']
    : ['hours', 'absence'];
});

/** What the address asks for. */
export const view = computed(() => {
  const { query } = route.value;
  const kind = (Object.keys(kinds) as readonly Kind[]).find((one) => one === query['of']) ?? 'hours';
  const groups = groupsOf(kind);
  const by = groups.find((one) => one === query['by']) ?? groups[0] ?? 'month';
  const within: Group | '' = groups.find((one) => one === query['within'] && one !== by) ?? '';
  const month = monthOf(today.value);
  const dateOf = (name: string, other: string): string => {
    const text = query[name] ?? '';
    return isCivilDate(text) ? text : other;
  };
  const shape: 'lines' | 'cross' = within !== '' && query['as'] === 'cross' ? 'cross' : 'lines';
  return { of: kind, by, within, as: shape, from: dateOf('from', month.first), to: dateOf('to', month.last) };
});

/** The query for sums by these fields in the dates of the present view. */
export function queryOf(fields: readonly string[]): Query {
  const { of: kind, from, to } = view.value;
  const related = fields.filter((one) => one.endsWith('_id') && !one.includes(','));
  return {
    date: `${from}|${to}`,
    _op__date: 'betw',
    _group_by: fields.join(),
    ...(related.length > 0 ? { _resolve: related.join() } : {}),
    ...(kind === 'hours' ? { is_nonworking: 0 } : { status: 1 }),
  };
}

/** Of how many seconds a unit of the file has so many: an hour; or 1, where days are counted. */
export const unit = computed(() => (view.value.of === 'absence' ? 1 : 3600));

/** Seconds, or days. */
export function valueOf(row: Row): number {
  const name = ({ hours: 'duration', absence: 'days', absenceHours: 'hours' } as const)[view.value.of];
  return Number(row[name] ?? 0) * (name === 'hours' ? 3600 : 1);
}

/** Those that are counted in the unit of the view: an absence has days or hours. */
export function counted(rows: readonly Row[]): readonly Row[] {
  const [own, other] = view.value.of === 'absence' ? ['days', 'hours'] : ['hours', 'days'];
  return rows.filter((row) => Number(row[own] ?? 0) !== 0 || Number(row[other] ?? 0) === 0);
}

/** The number as it is shown. */
export function textOf(value: number): string {
  return view.value.of === 'absence' ? amount(value) : formatDuration(value);
}

/** The name of what a row adds up. */
export function nameOf(row: Row, by: string): string {
  if (by === 'date') return dayMedium(String(row['date']));
  if (by === 'month') return monthLong(`${String(row['month'])}-01`);
  if (by.includes(','))
    return absenceType(Number(row['type_id']), Number(row['subtype_id'] ?? 0))?.name_const ?? '–';
  const found = row[by.replace(/_id$/, '')] as Row | null | undefined;
  return found == null ? reportWords.value.without : titleOf(found);
}
