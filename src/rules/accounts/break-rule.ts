// On which days missing breaks are taken off by the server.
import type { ReadView } from '#resource/rule.ts';

/** Values of `automatic_break_template_id` of a schedule; empty: the account's rule. */
const templates = { none: 0, german: 1 } as const;

/** Whether a schedule has missing breaks taken off; `null`: it leaves that to the account. */
export function breaksOf(template: number | null): boolean | null {
  return template === templates.none || template === templates.german ? template === templates.german : null;
}

/** Whether the account has missing breaks taken off on a date. */
export type BreakRule = (date: string) => boolean;

/** The account's rule. */
export async function loadBreakRule(view: ReadView): Promise<BreakRule> {
  if ((await view.setting('automatic_break_rule')) !== 'german') return () => false;
  const from = await view.setting('automatic_break_valid_from');
  return (date) => from <= date;
}
