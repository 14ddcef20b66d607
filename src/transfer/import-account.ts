// Imports an account from a file while servers run, page by page under an id that is on no list yet. Other writers wait
// for one page at most, and no client sees half an account. If the process dies, a server clears the imported part.
import { AccountError } from '#accounts/account-error.ts';
import { assertAccountName, assertNameIsFree, listAccount } from '#accounts/account-name.ts';
import { clearAccount, promiseToClear } from '#accounts/clear-account.ts';
import { completeAccounts } from '#accounts/complete-accounts.ts';
import { extendCalendarsJob } from '#accounts/extend-calendars.ts';
import { extendDayAccountsJob } from '#accounts/extend-day-accounts.ts';
import type { Engine } from '#engine/engine.ts';
import { reserveAccountId } from '#sql/accounts.ts';
import { endJob, holdJob, hurryJob, type StoredJob } from '#sql/background-jobs.ts';
import type { Tx } from '#sql/database.ts';
import { expectNextTurn } from '#sql/due-work.ts';
import { loadMigrations, schemaAfter, type Migration } from '#sql/migrations/load-migrations.ts';
import { newestStamp } from '#sql/newest-stamp.ts';
import { broughtForward } from './bring-forward.ts';
import { countFiles, importFiles } from './carry-files.ts';
import type { TransferredAccount } from './export-format.ts';
import { fillTables } from './fill-tables.ts';
import { refuseMisfits } from './refuse-misfits.ts';
import { refuseOverlaps } from './refuse-overlaps.ts';
import { refuseUnemployed } from './refuse-unemployed.ts';
import { fileSource, type RowSource } from './row-source.ts';

/** Which file, and what the account is to be called; `null`: as before. */
export interface AccountImport {
  readonly file: string;
  /** The file must be sealed by it; empty or left out: no seal is looked at. */
  readonly key?: string;
  readonly name: string | null;
  /** Folder with the bytes of its files; `null` or left out: they are not brought. */
  readonly files?: string | null;
  /** The migrations that rows of an older file pass; this program's own when left out. */
  readonly migrations?: readonly Migration[];
}

/** The account that is there now. */
export interface Imported {
  readonly accountId: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly rows: number;
  /** Files whose bytes were brought, and those that have none here. */
  readonly files: number;
  readonly filesLeft: number;
}

/** Writes the account and answers it. Throws an Error with one line; then it is not there. */
export async function importAccount(
  engine: Engine,
  { file, key = '', name: given, files = null, migrations: known }: AccountImport,
): Promise<Imported> {
  const migrations = known ?? (await loadMigrations());
  const source = await fileSource({ file, key }, migrations);
  const account = { ...source.account, name: (given ?? source.account.name).toLowerCase() };
  assertAccountName(account.name);
  await engine.database.read(null, (tx) => assertNameIsFree(tx, account.name));
  const imported = await broughtForward(source, { migrations, clock: engine.clock }, async (current) => {
    await refuseMisfits(current, engine.schema.resources.values());
    await refuseOverlaps(current);
    await refuseUnemployed(current);
    return moveIn(engine, { ...current, account }, files);
  });
  // What this version gives every account, and the one that wrote the file did not know.
  await completeAccounts(engine);
  return imported;
}

async function moveIn(engine: Engine, source: RowSource, folder: string | null): Promise<Imported> {
  const { database } = engine;
  const job = await database.write(null, async (tx) => promiseToClear(tx, await reserveAccountId(tx)));
  const accountId = job.subject;
  try {
    const rows = await fillTables(source, {
      accountId,
      step: (work) =>
        database.write(accountId, async (tx) => {
          await holdJob(tx, job);
          await work(tx);
        }),
    });
    const hold = (): Promise<void> => database.write(accountId, (tx) => holdJob(tx, job));
    const files = await bringFiles(engine, { accountId, folder, hold });
    await database.write(accountId, (tx) => openHouse(engine, tx, { job, account: source.account }));
    const { name, suspendedAt } = source.account;
    return { accountId, name, suspended: suspendedAt !== null, rows, ...files };
  } catch (error) {
    const tables = (await schemaAfter(source.migrations)).values();
    // If even that fails, a server does it later; what went wrong first is what matters.
    await clearAccount(database, { job, tables, store: engine.files.store }).catch(() => {});
    throw readableFault(engine, error);
  }
}

async function bringFiles(
  { database, files: { store } }: Engine,
  part: { readonly accountId: number; readonly folder: string | null; readonly hold: () => Promise<void> },
): Promise<Pick<Imported, 'files' | 'filesLeft'>> {
  const { accountId, folder, hold } = part;
  if (folder === null) return { files: 0, filesLeft: await countFiles({ database, accountId }) };
  if (store === null)
    throw new AccountError(
      'This installation keeps no files: say where it is to keep them, in HOURBOOK_FILE_STORAGE.',
    );
  return { files: await importFiles({ database, accountId, store, folder }, hold), filesLeft: 0 };
}

/** The last step: the account is on the list, and is not to be cleared. */
async function openHouse(
  engine: Engine,
  tx: Tx,
  { job, account }: { readonly job: StoredJob; readonly account: TransferredAccount },
): Promise<void> {
  const accountId = job.subject;
  const newest = await newestStamp({ tx, accountId }, engine.schema.resources.values());
  // Changes made here must be stamped after those made there, or clients that synchronise would miss them.
  if (newest > tx.now) {
    throw new AccountError(
      `The account was changed at ${isoOf(newest)}, and the clock here shows ${isoOf(tx.now)}: set it right and import again.`,
    );
  }
  await listAccount(tx, { id: accountId, ...account });
  await expectNextTurn({ tx, accountId }, engine.schema.turning);
  await endJob(tx, job);
  for (const name of [extendCalendarsJob, extendDayAccountsJob]) await hurryJob(tx, { name, subject: 0 });
}

function readableFault({ database }: Engine, error: unknown): unknown {
  const constraint = database.dialect.constraintOf(error);
  if (constraint === null) return error;
  return new AccountError(
    `The rows of the file do not fit together: ${constraint.kind} ${constraint.detail}.`,
  );
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}
