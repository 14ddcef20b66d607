// Applies migrations to a PostgreSQL database beside servers that read and write it: one transaction for each migration, which waits
// for locks in small portions only, because everybody else waits behind it.
import { listAccountIds, writeIfListed } from '../accounts.ts';
import type { Database, Tx } from '../database.ts';
import { prepareForAll } from '../distribute.ts';
import { createIndex } from '../dialects/postgres-schema.ts';
import { applySteps, fillAccount, noteApplied, type LoadedMigration } from './apply-steps.ts';
import { appliedNames, assertKnown } from './ledger.ts';
import { schemaAfter, type Migration } from './load-migrations.ts';
import type { Operation, TableMap } from './operation.ts';

/** Milliseconds for which one statement waits for its locks; then the transaction is begun again. */
const lockPatience = 400;

/** Applies what is missing; answers the names of what this process has applied. */
export async function applyInTurn(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const applied: string[] = [];
  let standing = await database.read(null, async (tx) => assertKnown(await appliedNames(tx), migrations));
  while (standing < migrations.length) {
    const { version, name, load } = migrations[standing] as Migration;
    const step: LoadedMigration = { version, name, operations: await load() };
    const before = await schemaAfter(migrations.slice(0, standing));
    const isOurs = await applyOne(database, { step, before, migrations });
    if (isOurs) applied.push(name);
    standing += 1;
  }
  return applied;
}

interface One {
  readonly step: LoadedMigration;
  readonly before: TableMap;
  readonly migrations: readonly Migration[];
}

/** `false`: another process has applied it meanwhile. */
async function applyOne(database: Database, { step, before, migrations }: One): Promise<boolean> {
  const fills = step.operations.filter(isFill);
  if (fills.length > 0) {
    if (fills.length < step.operations.length)
      throw new Error(
        `The migration ${step.name} has other steps beside eachAccount; it needs one of its own.`,
      );
    await fillAccounts(database, fills);
  } else await buildIndexes(database, { step, before });
  return database.changeSchema(async (tx) => {
    await takeLedger(tx);
    if (assertKnown(await appliedNames(tx), migrations) >= step.version) return false;
    if (fills.length > 0) await noteApplied(tx, step);
    else {
      await prepareForAll(tx);
      await applySteps(tx, { steps: [step], before });
    }
    return true;
  });
}

/** Other processes that migrate are waited for; what servers hold is not, but begun again. */
async function takeLedger(tx: Tx): Promise<void> {
  for (const sql of tx.dialect.lockTable('schema_migrations')) await tx.run({ sql, parameters: [] });
  await tx.run({ sql: `set local lock_timeout = ${lockPatience}`, parameters: [] });
}

type Fill = Extract<Operation, { readonly kind: 'eachAccount' }>;

const isFill = (operation: Operation): operation is Fill => operation.kind === 'eachAccount';

/** Accounts that come meanwhile are filled too. */
async function fillAccounts(database: Database, fills: readonly Fill[]): Promise<void> {
  const done = new Set<number>();
  for (;;) {
    const left = (await database.read(null, listAccountIds)).filter(({ id }) => !done.has(id));
    if (left.length === 0) return;
    for (const { id } of left) {
      await writeIfListed(database, id, async (tx) => {
        for (const fill of fills) await fillAccount(tx, fill, id);
      });
      done.add(id);
    }
  }
}

/** Indexes of tables that exist are built while their rows are written; a transaction could not do that. */
async function buildIndexes(
  database: Database,
  { step, before }: Pick<One, 'step' | 'before'>,
): Promise<void> {
  for (const operation of step.operations) {
    if (operation.kind !== 'createIndex' || operation.index.unique === true) continue;
    const table = before.get(operation.table);
    const columns = new Set(table?.columns.map(({ name }) => name));
    const { name, columns: wanted, whereNull = 'id' } = operation.index;
    if (![...wanted, whereNull].every((column) => columns.has(column))) continue;
    const [found] = await database.runOutside(
      `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('${name}')`,
    );
    if (found?.['is_valid'] === true) continue;
    // What an attempt that was interrupted has left is of no use.
    if (found !== undefined) await database.runOutside(`drop index concurrently if exists "${name}"`);
    await database.runOutside(
      createIndex(operation.table, operation.index).replace('create index', 'create index concurrently'),
    );
  }
}
