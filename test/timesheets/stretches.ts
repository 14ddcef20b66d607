// The employments of a person of a random history, one after the other.
import { dateAfter } from '#values/date-range.ts';
import type { Answer } from '../support/client.ts';
import type { Step } from './steps.ts';
import { dateOf, type Story } from './world.ts';

/** An employment: dates of the person's record while it was the present one, and hours that its account begins with. */
export interface Stretch {
  readonly record: Story['record'];
  readonly initial: number;
}

/** All of them; the last is the present one. */
export function stretchesOf({ former, record, initial }: Story): readonly Stretch[] {
  return [...former, { record, initial }];
}

/** The first day of the account of an employment; `null`: since ever. */
export function startOf({ record }: Stretch): string | null {
  return record.payroll_accounting_starts_at ?? record.entry_date;
}

/** The employment in whose account a date lies. */
export function stretchOn(story: Story, date: string): Stretch | undefined {
  return stretchesOf(story).find((one) => {
    const [first, last] = [startOf(one), one.record.exit_date];
    return (first === null || first <= date) && (last === null || date <= last);
  });
}

/** The employment that begins after another on a date. */
export function stretchBeginning(story: Story, date: string): Stretch | undefined {
  return stretchesOf(story)
    .slice(1)
    .find((one) => startOf(one) === date);
}

/** Whether the person is employed on a date. */
export function isEmployedOn(story: Story, date: string): boolean {
  return stretchesOf(story).some(({ record: { entry_date: entry, exit_date: exit } }) => {
    return (entry === null || entry <= date) && (exit === null || date <= exit);
  });
}

/** The person leaves, unless they have, and comes back days later. */
export async function comeBack(story: Story, one: Extract<Step, { kind: 'return' }>): Promise<Answer> {
  const { machine, person, record } = story;
  if (record.exit_date === null) {
    const exit_date = dateOf(story, one.day);
    const left = await machine.put(`users/update/${person}`, { exit_date });
    if (left.status !== 200) return left;
    record.exit_date = exit_date;
  }
  const entry_date = dateAfter(record.exit_date, one.gap);
  const answer = await machine.post('employments/create', {
    user_id: person,
    entry_date,
    initial_balance: one.hours,
  });
  if (answer.status !== 200) return answer;
  story.former = [...story.former, { record: { ...record }, initial: story.initial }];
  story.initial = one.hours;
  Object.assign(record, { entry_date, exit_date: null, payroll_accounting_starts_at: null });
  return answer;
}

/** Removes the timesheet, so that settings of later histories need not count it. */
export async function endStretches({ machine, person }: Story): Promise<void> {
  const { json } = await machine.get('employments/read', { user_id: person, _order_by: 'entry_date' });
  for (const { id } of json['Results'].slice(1)) await machine.delete(`employments/delete/${id}`);
  const record = { entry_date: null, exit_date: null, payroll_accounting_starts_at: null };
  await machine.put(`users/update/${person}`, record);
}
