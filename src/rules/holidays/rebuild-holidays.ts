// Looks whether a person's ledger and log say what follows from the facts, and makes them so.
import type { ReadView, View } from '#resource/rule.ts';
import { logDays } from '../absences/log-days.ts';
import { missingEntries, settleHolidays } from './settle-holidays.ts';

/** What the ledger lacks, a sentence each; none when it is right. Changes nothing. */
export async function verifyHolidays(view: ReadView, userId: number): Promise<readonly string[]> {
  const missing = await missingEntries(view, userId);
  return missing.map(
    ({ kind, date, year, days, why }) =>
      `The holiday ledger of user ${userId} lacks ${days / 100} days (${kind}) on ${date} in the year from ${year}: ${why}.`,
  );
}

/** Appends what the ledger lacks, and what the log lacks about days of absence. Nothing in them is changed. */
export async function rebuildHolidays(view: View, userId: number): Promise<void> {
  const ofUser = [{ column: 'user_id', is: '=', value: userId }] as const;
  for (const absence of await view.find('absences', ofUser)) await logDays(absence, view);
  await settleHolidays(view, userId);
}
