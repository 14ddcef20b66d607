// Another rule of automatic breaks counts all days again on which it differs; approved ones stay.
import type { Rule } from '#resource/rule.ts';
import { allDates, earlierDate } from '#values/date-range.ts';
import { differs } from '../change.ts';
import { recountFrames } from './recount.ts';

const rule = 'automatic_break_rule';
const validFrom = 'automatic_break_valid_from';

/** After one of the two settings changed. */
export const recountBreaks: Rule = async (change, view) => {
  const type = change.after['setting_type'] as string;
  if ((type !== rule && type !== validFrom) || !differs(change, 'setting_value')) return;
  const from = type === rule ? await view.setting(validFrom) : earliest(change.before, change.after);
  for (const person of await view.find('users', [{ column: 'accounted_until', is: 'not null' }]))
    await recountFrames(view, person['id'] as number, { from: from || allDates.from, to: allDates.to });
};

function earliest(...rows: readonly (Readonly<Record<string, unknown>> | null)[]): string {
  return rows.map((row) => (row?.['setting_value'] ?? '') as string).reduce(earlierDate);
}
