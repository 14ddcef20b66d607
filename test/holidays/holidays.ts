// Short ways to read the holiday ledger, summaries and balances of a person, and to change settings.
import assert from 'node:assert/strict';
import type { Row } from '#resource/rule.ts';
import { missingEntries } from '#domain/holidays/recalculate-holidays.ts';
import type { Place } from '../support/on-every-engine.ts';
import { rowOf, type Shown } from '../support/expectations.ts';
import { inAccount } from '../support/account-view.ts';
import type { Client } from '../support/client.ts';
import { written } from '../time-tracking/booking.ts';

/** The ledger of a person, in the order in which it was written. */
export async function ledgerOf({ installation }: Place, person: number): Promise<readonly Row[]> {
  return inAccount(installation, (view) =>
    view.find('holidayEntries', [{ column: 'user_id', is: '=', value: person }]),
  );
}

/** What the entries that meet the test add up to, in days. */
export async function daysIn(
  place: Place,
  person: number,
  test: (entry: Row) => boolean = () => true,
): Promise<number> {
  const entries = (await ledgerOf(place, person)).filter(test);
  return entries.reduce((sum, { days }) => sum + (days as number), 0) / 100;
}

/** Entries by kind, date and days: `taken 2026-03-02 -1`. */
export function shownEntries(entries: readonly Row[]): readonly string[] {
  return entries.map(({ kind, date, days }) => `${kind} ${date} ${(days as number) / 100}`);
}

/** The entries that an action appends, sorted. Asserts that it changes no earlier entry and completes the ledger. */
export async function appendedBy(
  place: Place,
  person: number,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const old = await ledgerOf(place, person);
  await act();
  const entries = await ledgerOf(place, person);
  assert.deepEqual(entries.slice(0, old.length), old);
  await assertSettled(place, person);
  return shownEntries(entries.slice(old.length)).toSorted();
}

/** Checks that the ledger says what follows from the facts, and that days show its balance. */
export async function assertSettled(place: Place, person: number): Promise<void> {
  const missing = await inAccount(place.installation, (view) => missingEntries(view, person));
  assert.deepEqual(missing, []);
  const entries = await ledgerOf(place, person);
  const { json } = await place.machine.get('timesheetAccountings/read', {
    user_id: person,
    _fields: 'date,holiday_balance',
    _order_by: 'date',
    _limit: 10_000,
  });
  for (const { date, holiday_balance: shown } of json['Results'] as Shown[]) {
    const sum = entries.reduce(
      (total, entry) => ((entry['date'] as string) <= date ? total + (entry['days'] as number) : total),
      0,
    );
    assert.equal(shown, sum / 100, `holiday_balance of ${date}`);
  }
}

/** The numbers of a summary: this holiday year unless another day is asked for. */
export async function summaryOf(client: Client, person: number, query: object = {}): Promise<Shown> {
  return rowOf(await client.get('timesheetAccountingSummaries/read', { user_id: person, ...query }));
}

/** Changes a setting of the account. */
export async function setSetting(client: Client, setting_type: string, setting_value: string): Promise<void> {
  const [setting] = (await client.get('generalSettings/read', { setting_type })).json['Results'] as Shown[];
  written(await client.put(`generalSettings/update/${setting?.['id']}`, { setting_value }));
}

/** A work schedule with as many working days a week, 8 hours each. */
export async function scheduleOf(client: Client, days: number): Promise<number> {
  const id = (await client.create('workSchedules', { name: `${days} days` }))['id'] as number;
  const { json } = await client.get('workScheduleDays/read', { timesheet_template_id: id });
  for (const { id: day, weekday_id } of json['Results'] as Shown[]) {
    const workday = weekday_id <= days ? 1 : 0;
    written(await client.put(`workScheduleDays/update/${day}`, { workday, hours: 8 * workday }));
  }
  return id;
}
