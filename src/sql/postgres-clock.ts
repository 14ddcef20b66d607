// The clock of an account on PostgreSQL: what all processes agree on about stamps, horizons and versions.
// Why delta synchronisation may rely on it stands below.
import { bookedSecond, type ClockWatch } from './clock-watch.ts';
import type { AccountScope, Standing } from './database.ts';
import { isLockHeld } from './dialects/postgres-errors.ts';
import { accountSetting } from './dialects/postgres-schema.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { Version } from './postgres-known.ts';
import { patience } from './postgres-pool.ts';
import { versionSequence } from './system-tables.ts';
import type { Moment } from './database.ts';

/*
 * The promise (decisions §5): every change that a snapshot does not show has, or will have, a stamp at or after
 * the snapshot's horizon. Each account has a row in account_clocks with a number H, in whole epoch seconds, and a
 * number of commits. Who writes in the account locks this row first and holds it until the commit:
 *
 * - So there is one writer an account at a time, and the values of the row follow each other in the order in which
 *   the writers commit. Each finds the H that the one before has left.
 * - A writer stamps all its rows with max(H, the clock's second) and leaves that as the new H, in the same commit.
 *   H never falls.
 *
 * A reader takes the H that its own snapshot shows, h, as its horizon. A writer whose changes the snapshot does not
 * show commits after it was taken, so it comes later in the order of the row than the one who left h, so it finds h
 * or more, and stamps with h or more. This holds for any number of processes, hosts and clocks.
 *
 * Readers alone must move H too, or a quiet account would answer an old horizon for ever: the first reader in a new
 * second raises H in a transaction of its own before it takes its snapshot, but only if nobody holds the row, which
 * it never waits for, nor more than a moment for a lock on more than the row, as Citus takes it while a shard is split.
 * Otherwise H stays, and the reader takes the older horizon that its snapshot shows. Raising H is a commit in the order
 * of the row like any other; it need not be on the disk before it is relied on: after a crash or a fail-over H may be a
 * little lower, but not below the clocks, which must differ by less than that takes.
 *
 * Versions: the row counts the commits in the account, the counter `version` of the installation those of its own
 * data. Within one history neither falls, so of two snapshots of it the sums are equal only if both numbers are.
 */

/** How long a writer waits for the one before it in the same account, in milliseconds. */
export interface ClockOptions {
  readonly lockTimeout: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly watch: Pick<ClockWatch, 'note'>;
}

/** What an account's row holds. */
interface Clock extends Pick<Reach, 'server' | 'file'> {
  readonly stamp: number;
  readonly version: number;
}

/** How far a snapshot of an account reaches. */
export interface Reach {
  /** Epoch seconds: the account's H. */
  readonly stamp: number;
  /** Commits in the account. */
  readonly commits: number;
  /** Commits in what belongs to the whole installation. */
  readonly installation: number;
  /** When the server began, if it is a primary; of what follows another it is empty. */
  readonly server: string;
  /** The file in which the clock's row stands: another one when the table was made or filled anew. */
  readonly file: string;
}

/** Whether everything that the one shows is in the other too. */
export function reaches(snapshot: Reach, wanted: Reach): boolean {
  return (
    snapshot.file === wanted.file &&
    snapshot.commits >= wanted.commits &&
    snapshot.installation >= wanted.installation
  );
}

/**
 * The history that a primary is in. Commits are lost when another server takes over or this one begins again from an older
 * state, which is a server that begins, or when the tables are brought back from a dump, which makes new files.
 */
export function historyOf({ server, file }: Pick<Reach, 'server' | 'file'>): string {
  return `${server} ${file}`;
}

/** What a snapshot that reaches so far tells of itself. */
export function standingOf(reach: Reach): Standing {
  // In an account that has never been written to there is nothing to see.
  if (reach === nothing) return { horizon: 0, version: null, history: null };
  return {
    horizon: reach.stamp,
    version: reach.commits + reach.installation,
    history: historyOf(reach),
  };
}

const nothing: Reach = { stamp: 0, commits: 0, installation: 0, server: '', file: '' };

/** Answers the `server` and the `file` of a {@link Reach}. */
const place = `case when pg_is_in_recovery() then '' else pg_postmaster_start_time()::text end as server,
    pg_relation_filepath(account_clocks.tableoid) as file`;

/** Answers one {@link Reach}, if the account has ever been written to. */
const reachOf = (
  account: number,
): string => `select stamp, version as commits, coalesce(next_id, 0) as installation, ${place}
  from account_clocks left join installation_counters on sequence = '${versionSequence}' where account_id = ${account}`;

/** How far the account reaches now. */
export async function askReach(connection: PostgresConnection, account: number): Promise<Reach> {
  const results = await connection.script(isolation.read, scope(account), reachOf(account), 'commit');
  return (results[2]?.[0] as unknown as Reach | undefined) ?? nothing;
}

/** A snapshot that is open. */
export interface Snapshot {
  readonly moment: Moment;
  readonly reach: Reach;
}

const isolation = {
  read: 'begin transaction isolation level repeatable read read only',
  write: 'begin transaction isolation level read committed',
} as const;

/** Opens a snapshot of an account, in one round trip. */
export async function openSnapshot(
  connection: PostgresConnection,
  account: AccountScope,
  { clock, watch }: Pick<ClockOptions, 'clock' | 'watch'>,
): Promise<Snapshot> {
  const now = Math.floor(clock() / 1000);
  if (account === null) {
    await connection.script(isolation.read);
    return { moment: { now, stamp: now, horizon: now, version: null, history: null }, reach: nothing };
  }
  const results = await connection.script(isolation.read, scope(account), reachOf(account));
  const reach = results[2]?.[0] as unknown as Reach | undefined;
  if (reach !== undefined) watch.note(account, reach.stamp);
  return { moment: { now, stamp: now, ...standingOf(reach ?? nothing) }, reach: reach ?? nothing };
}

/** Runs `work` on a snapshot that is being opened, and ends it. */
export async function onSnapshot<T>(
  connection: PostgresConnection,
  opening: Promise<Snapshot>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    return await work(await opening);
  } finally {
    // Nothing was written: nobody need wait for the end.
    connection.rollback();
  }
}

/** Milliseconds: how long a reader waits where not the row but more is locked. */
const glimpse = 100;

/** Raises the account's H to the second, unless the row is held, or more than the row is locked. */
export async function raiseClock(
  connection: PostgresConnection,
  account: number,
  second: number,
): Promise<void> {
  const raising = connection.script(
    isolation.write,
    scope(account),
    'set local synchronous_commit = off',
    `set local lock_timeout = ${glimpse}`,
    `with free as (
      select account_id from account_clocks where account_id = ${account} and stamp < ${second} for update skip locked
    )
    update account_clocks set stamp = ${second} from free
    where account_clocks.account_id = ${account} and free.account_id = ${account}`,
    'commit',
  );
  await raising.catch((error: unknown) => {
    if (!isLockHeld(error)) throw error;
  });
}

/** Lowers the account's H to the second, when no server runs and no row has a later stamp. */
export async function lowerClock(
  connection: PostgresConnection,
  { account, second, watch }: { account: number; second: number; watch: ClockOptions['watch'] },
): Promise<void> {
  await connection.script(
    isolation.write,
    scope(account),
    `update account_clocks set stamp = ${second} where account_id = ${account} and stamp > ${second}`,
    'commit',
  );
  watch.note(account, second);
}

/** A transaction that holds the clock's row: its moment, and what commits it. */
export interface LockedClock {
  readonly moment: Moment;
  /** Statements that leave the new values and commit. */
  readonly commit: readonly string[];
  /** The account's row was made: what was sent along with the lock had not waited for it. */
  readonly isFirst: boolean;
  /** Where the account stands, and where it will; `null`: what is locked is no account. */
  readonly versions: { readonly before: Version; readonly after: Version } | null;
}

/** Only the lock is waited for impatiently. */
const unhurried = `set local statement_timeout = ${patience.statement}`;
const impatient = (milliseconds: number): string => `set local statement_timeout = ${milliseconds}`;

/** Begins a transaction with the account's row locked. Waits for whoever has it, as long as the options say. */
export async function lockClock(
  connection: PostgresConnection,
  account: AccountScope,
  options: ClockOptions,
): Promise<LockedClock> {
  if (account === null) return lockInstallation(connection, options);
  const now = Math.floor(options.clock() / 1000);
  const lock = `select stamp, version, ${place} from account_clocks where account_id = ${account} for update`;
  const results = await connection.script(
    isolation.write,
    scope(account),
    impatient(options.lockTimeout),
    lock,
    unhurried,
  );
  let row = results[3]?.[0];
  const isFirst = row === undefined;
  if (isFirst) {
    const begin = `insert into account_clocks (account_id, stamp, version) values (${account}, 0, 0) on conflict do nothing`;
    row = (await connection.script(begin, lock))[1]?.[0];
  }
  const { stamp: kept, version, ...standing } = row as unknown as Clock;
  const history = historyOf(standing);
  const stamp = Math.max(kept, now);
  options.watch.note(account, stamp);
  return {
    moment: { now: bookedSecond(now, stamp), stamp, horizon: stamp, version: null, history: null },
    commit: [
      `update account_clocks set stamp = ${stamp}, version = ${version + 1} where account_id = ${account}`,
      'commit',
    ],
    isFirst,
    versions: { before: { version, history }, after: { version: version + 1, history } },
  };
}

/** What belongs to no account: the counter of the installation is the lock. */
async function lockInstallation(
  connection: PostgresConnection,
  { clock, lockTimeout }: Pick<ClockOptions, 'clock' | 'lockTimeout'>,
): Promise<LockedClock> {
  const count = `update installation_counters set next_id = next_id + 1 where sequence = '${versionSequence}'`;
  const results = await connection.script(
    isolation.write,
    impatient(lockTimeout),
    `${count} returning next_id`,
    unhurried,
  );
  if (results[2]?.[0] === undefined) {
    const begin = `insert into installation_counters (sequence, next_id) values ('${versionSequence}', 0)`;
    await connection.script(`${begin} on conflict do nothing`, count);
  }
  const now = Math.floor(clock() / 1000);
  return {
    moment: { now, stamp: now, horizon: now, version: null, history: null },
    commit: ['commit'],
    isFirst: true,
    versions: null,
  };
}

/** A literal, because Citus hands on no other. */
function scope(account: number): string {
  if (!Number.isSafeInteger(account)) throw new Error(`${String(account)} is no account's id.`);
  return `set local ${accountSetting} = '${account}'`;
}
