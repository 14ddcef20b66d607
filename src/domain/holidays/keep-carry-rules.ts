// Settings about days that are left over hold from the day on which they are set: what has expired before, or has not,
// stays so.
import type { Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { today } from '../schedules/today.ts';
import { settleEverybody } from './settle-people.ts';

/** The settings, by what they say. */
const types = { expires: 'holiday_carry_over_expires', most: 'holiday_carry_over_maximum' } as const;

const hundredths = 100;

/** After a setting was changed. */
export const keepCarryRules: Rule<'generalSettings'> = (change, view) => {
  const { setting_type: type } = change.after;
  if (!differs(change, 'setting_value') || (type !== types.expires && type !== types.most)) return;
  storeRule(view, today(change, view.setting('default_user_timezone')));
  settleEverybody(view);
};

function storeRule(view: View, validFrom: string): void {
  const rule = {
    valid_from: validFrom,
    expires: view.setting(types.expires) || null,
    most: Number(view.setting(types.most)) * hundredths,
  };
  const [known] = view.find('carryRules', [{ column: 'valid_from', is: '=', value: validFrom }]);
  if (known === undefined) view.insert('carryRules', rule);
  else view.update('carryRules', known.id, rule);
}
