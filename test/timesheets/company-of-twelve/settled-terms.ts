// Terms by which overtime leaves the balance, and second employments, as clients enter them.
import assert from 'node:assert/strict';
import type { Client } from '../../support/client.ts';
import type { BalanceRule, Person } from './facts.ts';

const cycleLengths: Readonly<Record<BalanceRule['cycle'], string>> = {
  month: 'month',
  quarter: 'quarter',
  'half-year': 'half_year',
  year: 'year',
};

/** Gives a person the rule of their balance and the overtime that the salary includes. */
export async function agreeOnOvertime(
  machine: Client,
  id: number,
  { name, balanceRule, allIn }: Person,
): Promise<void> {
  const change = async (more: object): Promise<void> => {
    const answer = await machine.put(`users/update/${id}`, more);
    assert.equal(answer.status, 200, answer.text);
  };
  if (allIn !== undefined)
    await change({
      overtime_allowance_is_all_in: 1,
      overtime_allowance_is_all_in_valid_starting_from: allIn.from,
      overtime_allowance_included_overtime_hours_per_cycle: allIn.hours,
      overtime__all_inc_ov_hours_per_cycle_valid_starting_from: allIn.from,
    });
  if (balanceRule === undefined) return;
  const { cycle, payoutAbove, expires, cap, from } = balanceRule;
  const made = await machine.create('workingTimeCycles', {
    name: `${cycle} of ${name}`,
    length: cycleLengths[cycle],
  });
  const rule = await machine.create('workingTimeBalanceRules', {
    name: `Rule of ${name}`,
    payout_above: payoutAbove,
    expires_at_cycle_end: expires ? 1 : 0,
    maximum_balance: cap,
  });
  await change({
    working_time_balance_rule: rule['id'],
    working_time_balance_rule_valid_from: from,
    working_time_balance_rule_cycle_id: made['id'],
  });
}

/** Employs a person again: each employment after the first is a row of its own. */
export async function employAgain(machine: Client, user_id: number, { employments }: Person): Promise<void> {
  for (const { entry, exit, accountStart, initialBalance } of employments.slice(1))
    await machine.create('employments', {
      user_id,
      entry_date: entry,
      exit_date: exit,
      payroll_accounting_starts_at: accountStart,
      initial_balance: initialBalance,
    });
}

/** The ledger of a person in order: `2026-01-31 cap 4.5`. */
export async function ledgerOf(machine: Client, user_id: number): Promise<readonly string[]> {
  const { json, status, text } = await machine.get('overtimeLedger/read', { user_id, _limit: 1000 });
  assert.equal(status, 200, text);
  const rows = json['Results'] as readonly Readonly<Record<string, unknown>>[];
  return rows.map(({ date, kind, hours }) => `${date} ${kind} ${hours}`).toSorted();
}
