// The terms of a person side by side: one row for each day from which one of them is another.
import type { AnsweredMember, Question, ShownRow, ShownValue } from '#resource/answered-member.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { types } from '#resource/define-resource.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { localText } from '#values/time-zone.ts';
import { sinceEver, valueOn } from '../schedules/history.ts';
import { knownRow } from '../known-row.ts';
import { sentNumber } from '../sent-values.ts';
import { entryOf, type DatedColumn } from '../schedules/keep-history.ts';

/** What a row holds. */
export const termMembers: Readonly<Record<string, AnsweredMember>> = {
  id: { type: 'Integer', doc: 'Its place among the rows of the person: 1 is the first.' },
  user_id: { type: 'Integer', doc: 'The person.' },
  valid_from: { type: 'Date', doc: 'First day on which all of this holds; empty: since ever.' },
  all_in: { type: 'Boolean', doc: 'Whether the salary includes all overtime.' },
  overtime_allowance_hours: {
    type: 'Decimal',
    doc: 'Hours of overtime in a month that the salary includes.',
  },
  timesheet_template_name: { type: 'String', doc: 'Name of the work schedule.' },
  public_holiday_template_name: { type: 'String', doc: 'Name of the calendar of public holidays.' },
  cycle_name: { type: 'String', doc: 'Name of the cycle of the balance rule.' },
  rule_name: { type: 'String', doc: 'Name of the balance rule.' },
  clear_working_time_saldo: {
    type: 'Boolean',
    doc: 'Whether overtime that the salary includes leaves the balance.',
  },
  created_at: {
    type: 'DateTime',
    doc: 'When the last of these terms was given; empty: before that was noted.',
  },
};

/** The terms that stand in the history by the resource that names their value. */
const named = [
  ['timesheet_template_id', 'workSchedules'],
  ['public_holiday_template_id', 'publicHolidayTemplates'],
  ['working_time_balance_rule_cycle_id', 'workingTimeCycles'],
  ['working_time_balance_rule', 'workingTimeBalanceRules'],
] as const satisfies readonly (readonly [DatedColumn, string])[];
type NamedTerm = (typeof named)[number][0];

const counted = [
  'overtime_allowance_is_all_in',
  'overtime_allowance_included_overtime_hours_per_cycle',
] as const satisfies readonly DatedColumn[];

const kinds = [...named.map(([kind]) => kind), ...counted];

/** The rows of the person asked for, in the order of their days. */
export function termsByDate({ asked, serverTimeZone }: Question, view: ReadView): readonly ShownRow[] {
  const user_id = sentNumber(asked, 'user_id');
  const ofUser = { column: 'user_id', is: '=', value: user_id } as const;
  const rows = view.find('personHistory', [ofUser, { column: 'kind', is: 'in', value: kinds }], {
    orderBy: ['kind', 'valid_from'],
  });
  const entries = Map.groupBy(rows, ({ kind }) => kind);
  const person = knownRow(view, 'users', user_id);
  const clears = person.overtime_allowance_clear_working_time_saldo_valid_starting_from;
  const names = namesOf(rows, view);
  const begins = [...rows.map((row) => row.valid_from), ...(clears === null ? [] : [clears])];
  return [...new Set(begins)].sort().map((from, index): ShownRow => {
    const valueOf = (kind: (typeof kinds)[number]): number =>
      valueOn((entries.get(kind) ?? []).map(entryOf), from) ?? 0;
    const nameOf = (kind: NamedTerm): ShownValue => names.get(`${kind} ${valueOf(kind)}`) ?? null;
    const given = rows.filter((row) => row.valid_from === from).map((row) => row.created_at ?? 0);
    const createdAt = Math.max(0, ...given);
    return {
      id: index + 1,
      user_id,
      valid_from: from === sinceEver ? null : from,
      all_in: valueOf('overtime_allowance_is_all_in'),
      overtime_allowance_hours: decimalToNumber(
        valueOf('overtime_allowance_included_overtime_hours_per_cycle'),
        types.decimal.scale,
      ),
      timesheet_template_name: nameOf('timesheet_template_id'),
      public_holiday_template_name: nameOf('public_holiday_template_id'),
      cycle_name: nameOf('working_time_balance_rule_cycle_id'),
      rule_name: nameOf('working_time_balance_rule'),
      clear_working_time_saldo: clears !== null && clears <= from ? 1 : 0,
      created_at: createdAt === 0 ? null : localText(createdAt, serverTimeZone),
    };
  });
}

/** The names of everything that the history names: kind and id → name. */
function namesOf(rows: readonly Row<'personHistory'>[], view: ReadView): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [kind, resource] of named) {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.value_id);
    if (ids.length === 0) continue;
    const found = view.find(resource, [{ column: 'id', is: 'in', value: [...new Set(ids)] }]);
    for (const row of found)
      names.set(`${kind} ${row.id}`, 'template_name' in row ? row.template_name : row.name);
  }
  return names;
}
