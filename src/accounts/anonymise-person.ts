// Takes away who a person is, for good, and leaves the hours, days and totals of the account as they are.
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import { removeStored } from '#files/remove-stored.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { checkAnonymise } from '#domain/personal-data/check-anonymise.ts';
import { clearPerson } from '#domain/personal-data/clear-person.ts';
import { rowsAbout } from '#domain/personal-data/rows-about.ts';
import { appendAudit } from '#sql/audit-entries.ts';
import type { ListedId } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { expectNextMail } from '#sql/due-work.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { removeLogins } from '#sql/person-logins.ts';
import type { Table } from '#sql/table.ts';
import { AccountError } from './account-error.ts';
import { idsAbout, maskLogs } from './mask-logs.ts';
import { maskWords, type NamedRow } from './mask-words.ts';
import { wordsOf } from './personal-words.ts';
import { asServer } from './system-run.ts';
import { asUnit } from '#sql/transaction.ts';

/** Of whom: the account, and the id of the person in it. */
export interface NamedPerson {
  readonly account: ListedId;
  readonly userId: number;
}

/** What was done. */
export interface Anonymised {
  /** Files that are gone, with their bytes. */
  readonly files: number;
  /** Rows in which others wrote the family name, which may be a word as well. */
  readonly named: readonly NamedRow[];
}

/**
 * Anonymises a person. May be run again after it was interrupted. Throws {@link AccountError} when there is no such person,
 * ApiError when it is too early.
 */
export async function anonymisePerson(engine: Engine, person: NamedPerson): Promise<Anonymised> {
  const { account, userId } = person;
  const tables = await schemaAfter(await loadMigrations());
  const words = await engine.database.read(
    account.id,
    asUnit((tx) => {
      const view = readView({ tx, accountId: account.id }, engine.schema);
      const row = personOf(view, userId);
      checkAnonymise(view, row, tx.now);
      const others = view.find('users', [{ column: 'id', is: '!=', value: userId }]);
      return wordsOf(row, { history: rowsAbout(view, 'userHistory', userId), others });
    }),
  );
  const search = { accountId: account.id, userId, words, tables: tables.values() };
  // Before the row itself: should it be interrupted, the next run knows the name still.
  await maskWords(engine, search);
  const keys = await engine.database.write(account.id, (tx) => clear(engine, { tx, tables, ...person }));
  const { store } = engine.files;
  if (store !== null) await removeStored(engine, { store, accountId: account.id, keys });
  const named = await maskWords(engine, { ...search, tables: tables.values() });
  return { files: keys.length, named };
}

/** The row of a person; throws {@link AccountError}. */
export function personOf(view: Pick<ReadView, 'get'>, userId: number): Row<'users'> {
  const row = view.get('users', userId);
  if (row === undefined) throw new AccountError(`There is no user ${userId} in the account.`);
  return row;
}

async function clear(
  engine: Engine,
  part: NamedPerson & { readonly tx: Tx; readonly tables: ReadonlyMap<string, Table> },
): Promise<readonly string[]> {
  const { tx, account, userId, tables } = part;
  const of = { tx, accountId: account.id };
  const keys = await asServer(engine, { tx, account }, async (run) => {
    const { view } = run;
    const { username, ids, cleared } = await run.unit(() => {
      const person = personOf(view, userId);
      checkAnonymise(view, person, tx.now);
      const about = { username: person.username, ids: idsAbout(view, userId) };
      return { ...about, cleared: clearPerson(view, { userId, now: tx.now }) };
    });
    await maskLogs({ run, tx, tables }, { userId, username, ids });
    await run.unit(() => view.logins.forgive(username));
    return cleared;
  });
  await removeLogins(of, userId);
  await expectNextMail(of);
  const after = JSON.stringify({ files: keys.length });
  const entry = {
    actor: 'command',
    resource: 'users',
    rowId: userId,
    action: 'person anonymise',
    after,
  } as const;
  await tx.unit((unit) => appendAudit({ ...of, tx: unit }, entry));
  return keys;
}
