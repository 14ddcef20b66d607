// Balances that the server has counted lack what runs; Today adds it. Where both may differ, the name says so.
import { secondsOfHours } from '../domain/duration.ts';
import { running } from '../store/bookings.ts';
import { words } from '../words/words.ts';
import { accountDays, balance, today } from './progress.ts';

/** The name of a balance as of today, as the server has counted it; a minute that is missing is told. */
export function countedName(name: string): string {
  const counted = accountDays.value.get(today.value)?.working_time_total_balance ?? null;
  if (running.value === null || balance.value === null || counted === null) return name;
  const missing = Math.abs(balance.value - secondsOfHours(counted));
  return missing < 60 ? name : words.value.account.withoutRunning(name);
}
