// Other settings of breaks count all days again on which they differ; approved ones stay.
import type { Row, Rule } from '#resource/rule.ts';
import { allDates, earlierDate } from '#values/date-range.ts';
import { differs } from '../change.ts';
import { breakSettings } from './break-rule.ts';
import { accountedPeople, recountBooked } from './recount-booked.ts';

const types: readonly unknown[] = Object.values(breakSettings);

/** After one of the settings changed. */
export const recountBreaks: Rule<'generalSettings'> = (change, view) => {
  const type = change.after.setting_type;
  if (!types.includes(type) || !differs(change, 'setting_value')) return;
  let from = '';
  if (type === breakSettings.model) from = view.setting(breakSettings.from);
  if (type === breakSettings.from) from = earliest(change.before, change.after);
  for (const person of accountedPeople(view)) recountBooked(view, person, from || allDates.from);
};

function earliest(...rows: readonly (Row<'generalSettings'> | null)[]): string {
  return rows.map((row) => row?.setting_value ?? '').reduce(earlierDate);
}
