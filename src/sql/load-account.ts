// The account of a request: its state and settings. Kept only while the database stands unchanged.
import { sql } from 'kysely';
import type { FormerTimeZone } from '#plan/plan-context.ts';
import { together } from '#values/together.ts';
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

/** What every request needs to know of its account. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly serverTimeZone: string;
  readonly formerTimeZones: readonly FormerTimeZone[];
  /** Up to where deletions and former sights were forgotten, by whomever (epoch seconds); `null`: never. */
  readonly purgedUntil: number | null;
}

/** The table of `generalSettings`. */
export const settingsTable = 'general_settings';

/** Type of the `generalSettings` row that holds ServerTimeZone. */
export const serverTimeZoneSetting = 'server_timezone';

const byName = statement((db, value) =>
  db.selectFrom('accounts').select(['id', 'name', 'suspended_at']).where('name', '=', value(0)),
);

const setting = statement((db, value) =>
  db
    .selectFrom(settingsTable)
    .select(['setting_value', 'default_value'])
    .where('account_id', '=', value(0))
    .where('setting_type', '=', value(1)),
);

/** Former zones, and in a row without a zone how far the purge has come: one question, because every request asks it. */
const past = statement((db, value) =>
  db
    .selectFrom('server_time_zones')
    .select(['timezone', 'used_until as until'])
    .where('account_id', '=', value(0))
    .unionAll(
      db
        .selectFrom('purged_deletions')
        .select([sql`null`.as('timezone'), 'purged_until as until'])
        .where('account_id', '=', value(0)),
    ),
);

/** The account by its name in addresses (lower case), or `undefined`. */
export async function loadAccount(tx: Tx, name: string): Promise<Account | undefined> {
  const row = await byName.get(tx, [name]);
  if (row === undefined) return undefined;
  const id = row['id'] as number;
  const [known, serverTimeZone] = await together([
    past.all(tx, [id]),
    loadSetting(tx, id, serverTimeZoneSetting),
  ]);
  return {
    id,
    name: row['name'] as string,
    suspended: row['suspended_at'] !== null,
    serverTimeZone: serverTimeZone || 'UTC',
    formerTimeZones: known.flatMap(({ timezone, until }) =>
      timezone === null ? [] : [{ timeZone: timezone as string, until: until as number }],
    ),
    purgedUntil: (known.find(({ timezone }) => timezone === null)?.['until'] ?? null) as number | null,
  };
}

/** A setting's value, or its default; empty text when the account has no such setting. */
export async function loadSetting(tx: Tx, accountId: number, type: string): Promise<string> {
  const row = await setting.get(tx, [accountId, type]);
  return ((row?.['setting_value'] ?? row?.['default_value']) as string | null | undefined) ?? '';
}
