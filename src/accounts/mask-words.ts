// The name of a person who is anonymised, and how they were reached, in what others wrote: remarks, messages, mails. Only
// what points to this one person is replaced; a family name alone may be a word, so such rows are named for who decides.
import type { Engine } from '#engine/engine.ts';
import type { AccountTx } from '#sql/database.ts';
import {
  rowsWithWords,
  searchedColumns,
  writeTexts,
  type SearchedTable,
  type TextRow,
} from '#sql/mask-texts.ts';
import type { Table } from '#sql/table.ts';
import { mask } from './mask-logs.ts';
import { patternOf, type PersonalWords } from './personal-words.ts';

/** A row that still holds the family name. */
export interface NamedRow {
  readonly table: string;
  readonly id: number | string;
}

/** How many words one statement looks for. */
const wordsAtOnce = 100;

/** Replaces the words in all texts of the account; answers the rows that hold the family name still. */
export async function maskWords(
  { database, schema }: Pick<Engine, 'database' | 'schema'>,
  part: {
    readonly accountId: number;
    readonly userId: number;
    readonly words: PersonalWords;
    readonly tables: Iterable<Table>;
  },
): Promise<readonly NamedRow[]> {
  const { accountId, userId, words, tables } = part;
  const stamps = stampsOf(schema);
  const left: NamedRow[] = [];
  const found = await database.readApart(accountId, (tx) =>
    searchTables({ tx, accountId }, { tables, sought: [...words.phrases, ...words.hints] }),
  );
  for (const { searched, rows: all } of found) {
    const rows = all.filter((row) => searched.table.name !== 'users' || row['id'] !== userId);
    const stamp = stamps.get(searched.table.name) ?? null;
    for (const row of rows)
      await database.write(accountId, (tx) => maskRow({ tx, accountId }, { searched, row, words, stamp }));
    left.push(...namedRows(rows, searched, words));
  }
  return left;
}

interface FoundRows {
  readonly searched: SearchedTable;
  readonly rows: readonly TextRow[];
}

async function searchTables(
  account: AccountTx,
  { tables, sought }: { readonly tables: Iterable<Table>; readonly sought: readonly string[] },
): Promise<readonly FoundRows[]> {
  const found: FoundRows[] = [];
  for (const searched of [...tables].filter(({ scope }) => scope === 'account').map(searchedIn)) {
    const byKey = new Map<string, TextRow>();
    for (let index = 0; index < sought.length; index += wordsAtOnce)
      for (const row of await rowsWithWords(account, searched, sought.slice(index, index + wordsAtOnce)))
        byKey.set(JSON.stringify(row), row);
    const rows = [...byKey.values()];
    if (rows.length > 0) found.push({ searched, rows });
  }
  return found;
}

/** What people are called and log in with is theirs; and what logs say about when stays. */
const never: Readonly<Record<string, readonly string[]>> = {
  users: [
    'firstname',
    'lastname',
    'fullname',
    'username',
    'email_address',
    'unconfirmed_email_address',
    'password',
    'pin_code',
  ],
};
const logs: readonly string[] = ['audit_log', 'time_tracking_changelogs', 'user_history'];

function searchedIn(table: Table): SearchedTable {
  const left = never[table.name] ?? [];
  return { table, columns: searchedColumns(table).filter((name) => !left.includes(name)) };
}

/** The column by which clients learn of a change, by table. */
function stampsOf(schema: Engine['schema']): ReadonlyMap<string, string> {
  return new Map(
    [...schema.resources.values()].flatMap(({ table, storage, flagView, lastChange }) =>
      storage === 'account' && flagView === null && lastChange !== null && !logs.includes(table)
        ? [[table, lastChange] as const]
        : [],
    ),
  );
}

async function maskRow(
  account: AccountTx,
  part: {
    readonly searched: SearchedTable;
    readonly row: TextRow;
    readonly words: PersonalWords;
    readonly stamp: string | null;
  },
): Promise<void> {
  const { searched, row, words, stamp } = part;
  const texts = maskedTexts(row, searched, words);
  // A row that has changed since is found by the next search.
  if (Object.keys(texts).length > 0) await writeTexts(account, { ...searched, row, texts, stamp });
}

function maskedTexts(
  row: TextRow,
  { columns }: SearchedTable,
  { phrases }: PersonalWords,
): Readonly<Record<string, string>> {
  if (phrases.length === 0) return {};
  const pattern = patternOf(phrases);
  const changed = columns.flatMap((name) => {
    const text = row[name];
    if (typeof text !== 'string') return [];
    const shown = text.replace(pattern, mask);
    return shown === text ? [] : [[name, shown] as const];
  });
  return Object.fromEntries(changed);
}

function namedRows(
  rows: readonly TextRow[],
  searched: SearchedTable,
  words: PersonalWords,
): readonly NamedRow[] {
  const { hints } = words;
  if (hints.length === 0) return [];
  const { table, columns } = searched;
  const key = table.primaryKey.find((name) => name !== 'account_id') ?? 'id';
  return rows
    .filter((row) => {
      const after = { ...row, ...maskedTexts(row, searched, words) };
      return columns.some((name) => patternOf(hints).test(String(after[name] ?? '')));
    })
    .map((row) => ({ table: table.name, id: row[key] ?? '' }));
}
