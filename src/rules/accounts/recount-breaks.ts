// Another rule of automatic breaks counts all days again on which it differs; approved ones stay.
import type { Rule, View } from '#resource/rule.ts';
import { allDates, earlierDate } from '#values/date-range.ts';
import { differs } from '../change.ts';
import { legalSteps, type BreakStep } from './breaks.ts';
import { recountBookings } from './recount.ts';

const rule = 'automatic_break_rule';
const validFrom = 'automatic_break_valid_from';
/** Seconds. */
const { over: leastWork } = legalSteps[0] as BreakStep;

/** After one of the two settings changed. */
export const recountBreaks: Rule = async (change, view) => {
  const type = change.after['setting_type'] as string;
  if ((type !== rule && type !== validFrom) || !differs(change, 'setting_value')) return;
  const from = type === rule ? await view.setting(validFrom) : earliest(change.before, change.after);
  const people = await view.find('users', [{ column: 'accounted_until', is: 'not null' }], {
    columns: ['id'],
  });
  for (const { id } of people) await recountLongDays(view, id as number, from);
};

/** Breaks are taken off no other days, and never so much that a day falls below the first step. */
async function recountLongDays(view: View, userId: number, from: string): Promise<void> {
  const days = await view.find(
    'timesheetAccountings',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '>=', value: from || allDates.from },
      { column: 'working_time', is: '>=', value: leastWork },
    ],
    { columns: ['date'], orderBy: ['date'] },
  );
  const [first, last] = [days[0]?.['date'], days.at(-1)?.['date']] as [string?, string?];
  if (first !== undefined && last !== undefined)
    await recountBookings(view, userId, { from: first, to: last });
}

function earliest(...rows: readonly (Readonly<Record<string, unknown>> | null)[]): string {
  return rows.map((row) => (row?.['setting_value'] ?? '') as string).reduce(earlierDate);
}
