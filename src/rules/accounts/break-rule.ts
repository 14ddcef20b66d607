// On which days missing breaks are taken off by the server.
import type { ReadView } from '#resource/rule.ts';

/** Values of `automatic_break_template_id` of a schedule; empty: the account's rule. */
const templates = { none: 0, german: 1 } as const;

/** Whether breaks are taken off on a day whose schedule has this template. */
export type BreakRule = (day: { readonly date: string; readonly template: number | null }) => boolean;

/** The account's rule. */
export async function loadBreakRule(view: ReadView): Promise<BreakRule> {
  const german = (await view.setting('automatic_break_rule')) === 'german';
  const from = await view.setting('automatic_break_valid_from');
  return ({ date, template }) => {
    if (template === templates.none || template === templates.german) return template === templates.german;
    return german && from <= date;
  };
}
