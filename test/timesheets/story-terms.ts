// Steps of random histories about what overtime is settled by, and the facts for the model of settlements.
import type { Answer, Envelope } from '../support/client.ts';
import type { Place } from '../support/on-every-engine.ts';
import { storedDayOf } from './timesheets.ts';
import type { Settling, SettlingRule } from './settling-model.ts';
import type { Step } from './steps.ts';
import { stretchOn } from './stretches.ts';
import { dateOf, rowsOf, todayOf, type Story, type World } from './world.ts';

const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, half_year: 6, year: 12 };

/** Takes a step about terms. */
export async function changeTerms(
  { company }: World,
  story: Story,
  one: Extract<Step, { kind: 'all-in' | 'rule' | 'ruling' }>,
): Promise<Answer> {
  const { machine, person } = story;
  switch (one.kind) {
    case 'all-in':
      return machine.put(`users/update/${person}`, {
        overtime_allowance_is_all_in: one.hours === null ? 0 : 1,
        overtime_allowance_is_all_in_valid_starting_from: dateOf(story, one.day),
        overtime_allowance_included_overtime_hours_per_cycle: one.hours,
        overtime__all_inc_ov_hours_per_cycle_valid_starting_from: dateOf(story, one.day),
      });
    case 'rule':
      return machine.put(`users/update/${person}`, {
        working_time_balance_rule: one.rule === null ? null : company.rules[one.rule],
        working_time_balance_rule_cycle_id: company.cycles[one.cycle],
        working_time_balance_rule_valid_from: dateOf(story, one.day),
      });
    case 'ruling':
      return machine.put(`workingTimeBalanceRules/update/${company.rules[one.rule]}`, {
        payout_above: one.payout,
        expires_at_cycle_end: one.expires ? 1 : 0,
        maximum_balance: one.maximum,
      });
  }
}

/** The facts of each date: terms as the server lists them by date, and what approved days have settled. */
export async function settlingOf(
  world: World,
  story: Story,
  kept: ReadonlyMap<string, number>,
): Promise<(date: string) => Settling> {
  const { machine, person } = story;
  const terms = await rowsOf(machine, 'employmentTerms', { user_id: person });
  const rules = await byName(machine, 'workingTimeBalanceRules', ruleOf);
  const cycles = await byName(machine, 'workingTimeCycles', ({ length }) => months[length] ?? null);
  return (date) => {
    const term = terms.findLast(({ valid_from: from }) => from === null || from <= date);
    const record = stretchOn(story, date)?.record;
    const hours = term?.['overtime_allowance_hours'] || Infinity;
    return {
      allowance: term?.['all_in'] === 1 ? hours : null,
      rule: rules.get(term?.['rule_name']) ?? null,
      cycle: cycles.get(term?.['cycle_name']) ?? null,
      entry: record?.entry_date ?? null,
      exit: record?.exit_date ?? null,
      over: date < todayOf(world),
      kept: kept.get(date) ?? null,
    };
  };
}

async function byName<T>(
  machine: Story['machine'],
  resource: string,
  of: (row: Envelope) => T,
): Promise<ReadonlyMap<unknown, T>> {
  return new Map((await rowsOf(machine, resource, {})).map((row) => [row['name'], of(row)]));
}

function ruleOf({ payout_above, expires_at_cycle_end, maximum_balance }: Envelope): SettlingRule {
  return { payout: payout_above, expires: expires_at_cycle_end === 1, maximum: maximum_balance };
}

/** Notes what approved days have settled once they are over, and forgets those that are approved no more. */
export async function noteSettled(
  place: Place,
  { person }: Story,
  { frozen, kept }: { readonly frozen: ReadonlyMap<string, unknown>; readonly kept: Map<string, number> },
): Promise<void> {
  for (const date of kept.keys()) if (!frozen.has(date)) kept.delete(date);
  for (const date of frozen.keys()) {
    if (kept.has(date)) continue;
    const day = await storedDayOf(place, person, date);
    if (day['settles_later'] !== 1) kept.set(date, (day['overtime_settled'] ?? 0) as number);
  }
}
