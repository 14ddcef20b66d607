// The account of a request: its state and settings. Kept only while the database stands unchanged.
import { sql, type AliasedRawBuilder } from 'kysely';
import type { FormerTimeZone } from '#plan/plan-context.ts';
import { isOwnName, ownKinds } from '#resource/own-fields.ts';
import type { DefinedField, OwnKind } from '#resource/defined-field.ts';
import type { UnitTx } from './database.ts';
import { statement } from './statement.ts';

/** What every request needs to know of its account. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly serverTimeZone: string;
  readonly formerTimeZones: readonly FormerTimeZone[];
  /** Up to where deletions and the access history were forgotten, by whomever (epoch seconds); `null`: never. */
  readonly purgedUntil: number | null;
  /** What its own fields are, by id. */
  readonly definedFields: readonly DefinedField[];
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

/** Former zones, how far the purge has come, own fields: one question, because every request asks it. */
const facts = statement((db, value) =>
  db
    .selectFrom('server_time_zones')
    .select([kindOf('zone'), 'timezone as text', 'used_until as number'])
    .where('account_id', '=', value(0))
    .unionAll(
      db
        .selectFrom('purged_deletions')
        .select([kindOf('purge'), sql`cast(null as text)`.as('text'), 'purged_until as number'])
        .where('account_id', '=', value(0)),
    )
    .unionAll(
      db
        .selectFrom('user_defined_field_definitions')
        .select([
          kindOf('own'),
          sql`entity || ' ' || fieldtype || ' ' || column_name || ' ' || fieldname`.as('text'),
          'id as number',
        ])
        .where('account_id', '=', value(0))
        .where('column_name', 'is not', null),
    ),
);

function kindOf(kind: 'zone' | 'purge' | 'own'): AliasedRawBuilder<string, 'kind'> {
  return sql<string>`cast(${sql.lit(kind)} as text)`.as('kind');
}

const nameById = statement((db, value) =>
  db.selectFrom('accounts').select('name').where('id', '=', value(0)),
);

/** The name of an account in addresses, lower case. */
export function accountNameOf(tx: UnitTx, accountId: number): string {
  return String(nameById.get(tx, [accountId])?.['name']);
}

/**
 * The account by its name in addresses (lower case), or `undefined`. `known` is its id, where the caller has it: while the row is
 * only a guess, the questions that follow then name this account, and no other, whose node may be frozen.
 */
export function loadAccount(tx: UnitTx, name: string, known?: number): Account | undefined {
  const row = byName.get(tx, [name]);
  if (row === undefined) return undefined;
  const id = known ?? (row['id'] as number);
  const [found, serverTimeZone] = [facts.all(tx, [id]), loadSetting(tx, id, serverTimeZoneSetting)];
  return {
    id,
    name: row['name'] as string,
    suspended: row['suspended_at'] !== null,
    serverTimeZone: serverTimeZone || 'UTC',
    formerTimeZones: found.flatMap(({ kind, text, number }) =>
      kind === 'zone' ? [{ timeZone: text as string, until: number as number }] : [],
    ),
    purgedUntil: (found.find(({ kind }) => kind === 'purge')?.['number'] ?? null) as number | null,
    definedFields: found
      .filter(({ kind }) => kind === 'own')
      .flatMap(({ text, number }) => definedField(number as number, text as string))
      .toSorted((one, other) => one.id - other.id),
  };
}

/** Names and kinds hold no blank; the rest is the title. What older versions took for a column is none. */
function definedField(id: number, text: string): readonly DefinedField[] {
  const [, entity = '', kind = '', column = '', title = ''] = /^(\S+) (\S+) (\S+) (.*)$/s.exec(text) ?? [];
  const isKnown = ownKinds.some((one) => one === kind) && (isOwnName(column) || !column.startsWith('udf_'));
  return isKnown ? [{ id, entity, kind: kind as OwnKind, column, title }] : [];
}

/** A setting's value, or its default; empty text when the account has no such setting. */
export function loadSetting(tx: UnitTx, accountId: number, type: string): string {
  const conditions = [{ column: 'setting_type', is: '=', value: type }] as const;
  const options = { columns: ['setting_value', 'default_value'] };
  const question = {
    table: settingsTable,
    account: accountId,
    conditions,
    options,
    isPlain: true,
    blocks: null,
  };
  const [row] = setting.all(tx, [accountId, type], question);
  return ((row?.['setting_value'] ?? row?.['default_value']) as string | null | undefined) ?? '';
}
