// An account out of a file, while servers go on: page by page under an id that is on no list yet, so that others wait for
// a page at most and nobody sees a half. Should the process die, a server clears what there is of it.
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
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { newestStamp } from '#sql/newest-stamp.ts';
import { broughtForward } from './bring-forward.ts';
import type { MovingAccount } from './export-format.ts';
import { fillTables } from './fill-tables.ts';
import { refuseOverlaps } from './refuse-overlaps.ts';
import { fileSource, type RowSource } from './row-source.ts';

/** Which file, and what the account is to be called; `null`: as before. */
export interface AccountImport {
  readonly file: string;
  readonly name: string | null;
}

/** The account that is there now. */
export interface Imported {
  readonly accountId: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly rows: number;
}

/** Writes the account and answers it. Throws an Error with one line; then it is not there. */
export async function importAccount(engine: Engine, { file, name: given }: AccountImport): Promise<Imported> {
  const migrations = await loadMigrations();
  const source = await fileSource(file, migrations);
  const account = { ...source.account, name: (given ?? source.account.name).toLowerCase() };
  assertAccountName(account.name);
  await engine.database.read(null, (tx) => assertNameIsFree(tx, account.name));
  const imported = await broughtForward(source, { migrations, clock: engine.clock }, async (current) => {
    await refuseOverlaps(current);
    return moveIn(engine, { ...current, account });
  });
  // What this version gives every account, and the one that wrote the file did not know.
  await completeAccounts(engine);
  return imported;
}

async function moveIn(engine: Engine, source: RowSource): Promise<Imported> {
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
    await database.write(accountId, (tx) => openHouse(engine, tx, { job, account: source.account }));
    return { accountId, name: source.account.name, suspended: source.account.suspendedAt !== null, rows };
  } catch (error) {
    const tables = (await schemaAfter(source.migrations)).values();
    // If even that fails, a server does it later; what went wrong first is what matters.
    await clearAccount(database, { job, tables }).catch(() => {});
    throw readableFault(engine, error);
  }
}

/** The last step: the account is on the list, and is not to be cleared. */
async function openHouse(
  engine: Engine,
  tx: Tx,
  { job, account }: { readonly job: StoredJob; readonly account: MovingAccount },
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
