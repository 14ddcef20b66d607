// Applies the steps of migrations in a transaction. It must not know which migrations a database has seen.
import { listAccountIds } from '../accounts.ts';
import type { Tx } from '../database.ts';
import { distributeNew } from '../distribute.ts';
import { admitServices, lowerFences, raiseFences } from '../fences.ts';
import type { ForeignKey, Table } from '../table.ts';
import { applyOperation, existing, type Operation, type TableMap } from './operation.ts';

/** A migration with its steps. */
export interface LoadedMigration {
  readonly version: number;
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** Migrations, and the tables before them. */
export interface Pending {
  readonly steps: readonly LoadedMigration[];
  readonly before: TableMap;
}

/** Applies them and notes that they were. */
export async function applySteps(tx: Tx, { steps, before }: Pending): Promise<void> {
  let tables = before;
  const all = steps.flatMap(({ operations }) => operations);
  const isTouched = ({ name }: Table): boolean => all.some((one) => touches(one, name));
  await lowerFences(tx, [...before.values()].filter(isTouched));
  for (const { version, name, operations } of steps) {
    // Tables that refer to others are linked once all are there, in whatever order the migration names them.
    const linked: Table[] = [];
    const created: Table[] = [];
    for (const operation of operations) {
      const after = applyOperation(tables, operation);
      if (operation.kind === 'createTable') {
        created.push(operation.table);
        linked.push(operation.table);
      }
      if (operation.kind === 'addForeignKey') {
        linked.push({ ...existing(after, operation.table), foreignKeys: [operation.foreignKey] });
      }
      await applyStep(tx, operation, { before: tables, after });
      tables = after;
    }
    await distributeNew(tx, created);
    await admitServices(tx, created);
    await runAll(tx, linked.flatMap(tx.dialect.createForeignKeys));
    await noteApplied(tx, { version, name });
  }
  await raiseFences(tx, [...tables.values()].filter(isTouched));
  await runAll(tx, tx.dialect.describeTables([...tables.values()]));
}

/** Whether an operation changes the table or looks at its rows; only such tables are kept from others meanwhile. */
function touches(operation: Operation, table: string): boolean {
  switch (operation.kind) {
    case 'createTable':
      return operation.table.name === table || refersTo(operation.table.foreignKeys, table);
    case 'addForeignKey':
      return operation.table === table || refersTo([operation.foreignKey], table);
    case 'eachAccount':
      return false;
    case 'statements':
      return operation.postgres.some((text) => new RegExp(`\\b${table}\\b`).test(text));
    default:
      return operation.table === table;
  }
}

function refersTo(foreignKeys: readonly ForeignKey[], table: string): boolean {
  return foreignKeys.some((foreignKey) => foreignKey.table === table);
}

async function applyStep(tx: Tx, operation: Operation, around: Around): Promise<void> {
  if (operation.kind === 'eachAccount') {
    for (const { id } of await listAccountIds(tx)) await fillAccount(tx, operation, id);
  } else if (!(await isBuilt(tx, operation))) await runAll(tx, statementsOf(tx, operation, around));
}

/** Notes in the ledger that a migration was applied. */
export async function noteApplied(
  tx: Tx,
  { version, name }: Pick<LoadedMigration, 'version' | 'name'>,
): Promise<void> {
  const entry = { version, name, applied_at: tx.now };
  await tx.run(tx.dialect.builder.insertInto('schema_migrations').values(entry).compile());
}

/** Changes the rows of one account. */
export async function fillAccount(
  tx: Tx,
  operation: Extract<Operation, { readonly kind: 'eachAccount' }>,
  accountId: number,
): Promise<void> {
  const filled = operation[tx.dialect.name].map((text) =>
    text.replaceAll('{account}', String(accountId)).replaceAll('{now}', String(tx.stamp)),
  );
  await runAll(tx, filled);
}

/** Whether an index was built ahead of the transaction. */
async function isBuilt(tx: Tx, operation: Operation): Promise<boolean> {
  if (operation.kind !== 'createIndex' || tx.dialect.name !== 'postgres') return false;
  const sql = 'select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid';
  return (await tx.all({ sql, parameters: [operation.index.name] })).length > 0;
}

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await tx.run({ sql, parameters: [] });
}

interface Around {
  readonly before: TableMap;
  readonly after: TableMap;
}

function statementsOf(
  { dialect, now }: Tx,
  operation: Operation,
  { before, after }: Around,
): readonly string[] {
  switch (operation.kind) {
    case 'createTable':
      return dialect.createTable(operation.table);
    case 'dropTable':
      return [`drop table "${operation.table}"`];
    case 'createIndex':
      return [dialect.createIndex(operation.table, operation.index)];
    case 'dropIndex':
      return [`drop index "${operation.index}"`];
    case 'statements':
      return operation[dialect.name].map((text) => text.replaceAll('{now}', String(now)));
    case 'eachAccount':
      return [];
    default:
      return dialect.changeTable(
        operation,
        existing(before, operation.table),
        existing(after, operation.table),
      );
  }
}
