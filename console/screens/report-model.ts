// What a report adds up: the view that its address names, the query of it, and how its rows are named and shown.
import { computed } from '@preact/signals';
import { isCivilDate, monthOf } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { titleOf, type Row } from '../domain/form.ts';
import { route } from '../router.ts';
import type { Query } from '../store/readings.ts';
import { reachesOthers } from '../store/session.ts';
import { amount, dayMedium, monthLong } from '../words/dates.ts';
import { reportWords } from '../words/report-words.ts';
import { absenceType } from './day-off.ts';
import { today } from './progress.ts';

const kinds = {
  hours: ['project_id', 'client_id', 'user_id', 'task_id', 'month'],
  absence: ['user_id', 'department_id', 'type_id,subtype_id', 'month'],
} as const;
/** What is added up. */
export type Kind = keyof typeof kinds;
/** A field by which rows are put together. */
export type Group = keyof typeof reportWords.value.groups;
/** The right that a kind of report needs. */
export const rightOf = { hours: 'readHoursReports', absence: 'readAbsenceReports' } as const;

/** What rows can be put together by: about oneself alone, neither people nor departments tell anything. */
export function groupsOf(kind: Kind): readonly Group[] {
  const ofPeople = ['user_id', 'department_id'];
  return kinds[kind].filter((one) => reachesOthers(rightOf[kind]) || !ofPeople.includes(one));
}

/** What the address asks for. */
export const view = computed(() => {
  const { query } = route.value;
  const kind: Kind = query['of'] === 'absence' ? 'absence' : 'hours';
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
    ...(kind === 'absence' ? { status: 1 } : { is_nonworking: 0 }),
  };
}

/** Seconds, or days. */
export function valueOf(row: Row): number {
  return Number(row[view.value.of === 'hours' ? 'duration' : 'days'] ?? 0);
}

/** The number as it is shown. */
export function textOf(value: number): string {
  return view.value.of === 'hours' ? formatDuration(value) : amount(value);
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
