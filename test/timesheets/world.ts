// What a random history knows: the person's part, and what all share. Small questions about both.
import type { Client, Envelope } from '../support/client.ts';
import type { Installation } from '../support/installation.ts';
import { dateAfter } from '#values/date-range.ts';
import type { BreakModel } from './booked-model.ts';
import type { Company } from './company.ts';
import type { BreakName } from './steps.ts';
import type { Stretch } from './stretches.ts';
import { zones } from './times.ts';

/** The part of a history that only the test knows. */
export interface Story {
  readonly person: number;
  readonly client: Client;
  readonly machine: Client;
  readonly admin: Client;
  /** The first date of the history. */
  readonly first: string;
  readonly calendar: number;
  /** Dates of the person's record. */
  readonly record: Record<'entry_date' | 'exit_date' | 'payroll_accounting_starts_at', string | null>;
  initial: number;
  /** Employments before the present one. */
  former: readonly Stretch[];
  /** Which schedule holds from when on. */
  schedules: readonly { readonly from: string; readonly plan: number }[];
  /** Which model of breaks the person has from when on. */
  models: readonly { readonly from: string; readonly model: BreakName | null }[];
  /** How many minutes of break are paid from when on. */
  quotas: readonly { readonly from: string; readonly minutes: number }[];
}

/** What the account's settings say of breaks, its own model, and the minute of the server's clock. */
export interface World {
  readonly installation: Installation;
  readonly company: Company;
  breaks: { rule: BreakName; from: string; areBreaks: boolean; longest: number };
  own: BreakModel;
  minute: number;
}

/** The date of a step's day. */
export function dateOf({ first }: Story, day: number): string {
  return dateAfter(first, day);
}

/** The moment of UTC at which the server's clock stands. */
export function momentOf({ minute }: World): string {
  return new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString().slice(0, 16).replace('T', ' ');
}

/** The date on the person's clocks. */
export function todayOf(world: World): string {
  const moment = Temporal.Instant.from(`${momentOf(world).replace(' ', 'T')}Z`);
  return moment.toZonedDateTimeISO(zones[0]).toPlainDate().toString();
}

/** The person's trackings. */
export function trackingsOf({ machine, person }: Story): Promise<readonly Envelope[]> {
  return rowsOf(machine, 'timeTrackings', { user_id: person });
}

/** All rows that meet the query. */
export async function rowsOf(
  client: Client,
  resource: string,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Envelope[]> {
  const { json } = await client.get(`${resource}/read`, { ...query, _limit: 10_000 });
  return json['Results'];
}
