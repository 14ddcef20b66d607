// The terms of a person side by side: one row for each day from which one of them is another.
import type { AnsweredMember, Question, ShownRow, ShownValue } from '#resource/answered-member.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { types } from '#resource/define-resource.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { localText } from '#values/time-zone.ts';
import { sinceEver, valueOn } from '../schedules/history.ts';
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

/** The terms that stand in the history, with the resource and column that name their value. */
const named = {
  timesheet_template_id: ['workSchedules', 'name'],
  public_holiday_template_id: ['publicHolidayTemplates', 'template_name'],
  working_time_balance_rule_cycle_id: ['workingTimeCycles', 'name'],
  working_time_balance_rule: ['workingTimeBalanceRules', 'name'],
} as const satisfies Partial<Record<DatedColumn, readonly [string, string]>>;

const counted = [
  'overtime_allowance_is_all_in',
  'overtime_allowance_included_overtime_hours_per_cycle',
] as const satisfies readonly DatedColumn[];

const kinds = [...(Object.keys(named) as (keyof typeof named)[]), ...counted];

/** The rows of the person asked for, in the order of their days. */
export async function termsByDate(
  { asked, serverTimeZone }: Question,
  view: ReadView,
): Promise<readonly ShownRow[]> {
  const user_id = asked['user_id'] as number;
  const ofUser = { column: 'user_id', is: '=', value: user_id } as const;
  const rows = await view.find('personHistory', [ofUser, { column: 'kind', is: 'in', value: kinds }], {
    orderBy: ['kind', 'valid_from'],
  });
  const entries = Map.groupBy(rows, (row) => row['kind'] as (typeof kinds)[number]);
  const person = (await view.get('users', user_id)) as Row;
  const clears = person['overtime_allowance_clear_working_time_saldo_valid_starting_from'] as string | null;
  const names = await namesOf(rows, view);
  const begins = [...rows.map((row) => row['valid_from'] as string), ...(clears === null ? [] : [clears])];
  return [...new Set(begins)].sort().map((from, index): ShownRow => {
    const valueOf = (kind: (typeof kinds)[number]): number =>
      valueOn((entries.get(kind) ?? []).map(entryOf), from) ?? 0;
    const nameOf = (kind: keyof typeof named): ShownValue => names.get(`${kind} ${valueOf(kind)}`) ?? null;
    const given = rows.filter((row) => row['valid_from'] === from).map((row) => row['created_at'] ?? 0);
    const createdAt = Math.max(0, ...(given as readonly number[]));
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
async function namesOf(rows: readonly Row[], view: ReadView): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, [resource, column]] of Object.entries(named)) {
    const ids = rows.filter((row) => row['kind'] === kind).map((row) => row['value_id'] as number);
    if (ids.length === 0) continue;
    const found = await view.find(resource, [{ column: 'id', is: 'in', value: [...new Set(ids)] }]);
    for (const row of found as readonly Row[]) names.set(`${kind} ${row['id']}`, row[column] as string);
  }
  return names;
}
