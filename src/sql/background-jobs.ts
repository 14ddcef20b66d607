// What the service does by itself, and who does it now: a row for each job, in the database that all processes share.
// Whoever moves a due job's moment on holds it; should they die, it is due again. It must not know what jobs do.
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

/** A job. */
export interface Job {
  readonly name: string;
  /** The account that it is about; 0: all of them. */
  readonly subject: number;
}

/** A job as it stood when it was read or claimed. */
export interface StoredJob extends Job {
  /** How often it was claimed: whoever holds it knows the newest number. */
  readonly claims: number;
}

/** How many seconds a claim holds; whoever works longer renews it. */
export const claimSeconds = 300;

const dueJobs = statement((db, value) =>
  db
    .selectFrom('background_jobs')
    .select(['name', 'subject', 'claims'])
    .where('name', '=', value(0))
    .where('due_at', '<=', value(1))
    .orderBy('due_at')
    .orderBy('subject'),
);

/** The jobs of a name that are due, those that have waited for longest first. */
export async function findDueJobs(tx: Tx, name: string): Promise<readonly StoredJob[]> {
  return (await dueJobs.all(tx, [name, tx.now])) as unknown as readonly StoredJob[];
}

const namedJobs = statement((db) => db.selectFrom('background_jobs').select('name').where('subject', '=', 0));

/** Names of the jobs that are about all accounts. */
export async function jobNames(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await namedJobs.all(tx, [])).map((row) => row['name'] as string));
}

const insertJob = statement((db, value) =>
  db
    .insertInto('background_jobs')
    .values({ name: value(0), subject: value(1), due_at: value(2), claims: value(3) })
    .onConflict((conflict) => conflict.columns(['name', 'subject']).doNothing()),
);

/** Adds a job that is due at once, unless it is there. */
export async function addJob(tx: Tx, { name, subject }: Job): Promise<void> {
  await insertJob.run(tx, [name, subject, tx.now, 0]);
}

/** Adds a job that nobody has yet, held by this process: should it die before it is done, others do it. */
export async function addHeldJob(tx: Tx, { name, subject }: Job): Promise<StoredJob> {
  await insertJob.run(tx, [name, subject, tx.now + claimSeconds, 1]);
  return { name, subject, claims: 1 };
}

const moveJob = statement((db, value) =>
  db
    .updateTable('background_jobs')
    .set({ due_at: value(0), claims: value(1) })
    .where('name', '=', value(2))
    .where('subject', '=', value(3))
    .where('claims', '=', value(4)),
);

/** Claims a due job; `null`: somebody else was faster. */
export async function claimJob(tx: Tx, { name, subject, claims }: StoredJob): Promise<StoredJob | null> {
  const values = [tx.now + claimSeconds, claims + 1, name, subject, claims];
  return (await moveJob.run(tx, values)) === 1 ? { name, subject, claims: claims + 1 } : null;
}

/** Sets when a held job is due next, as epoch seconds. `false`: it has changed hands. */
export async function moveHeldJob(
  tx: Tx,
  { name, subject, claims }: StoredJob,
  dueAt: number,
): Promise<boolean> {
  return (await moveJob.run(tx, [dueAt, claims, name, subject, claims])) === 1;
}

/** Holds a held job for longer. Throws an Error when it has changed hands: what this transaction did is undone then. */
export async function holdJob(tx: Tx, job: StoredJob): Promise<void> {
  if (await moveHeldJob(tx, job, tx.now + claimSeconds)) return;
  throw new Error(`Another process has taken over ${job.name} of ${job.subject}: this one was too slow.`);
}

const deleteJob = statement((db, value) =>
  db
    .deleteFrom('background_jobs')
    .where('name', '=', value(0))
    .where('subject', '=', value(1))
    .where('claims', '=', value(2)),
);

/** Ends a held job for good. Throws an Error when it has changed hands. */
export async function endJob(tx: Tx, { name, subject, claims }: StoredJob): Promise<void> {
  if ((await deleteJob.run(tx, [name, subject, claims])) === 1) return;
  throw new Error(`Another process has taken over ${name} of ${subject}: this one was too slow.`);
}

const advanceJob = statement((db, value) =>
  db
    .updateTable('background_jobs')
    .set({ due_at: value(0) })
    .where('name', '=', value(1))
    .where('subject', '=', value(2)),
);

/** Makes a job due at once, because there is something new to do. */
export async function hurryJob(tx: Tx, { name, subject }: Job): Promise<void> {
  await advanceJob.run(tx, [tx.now, name, subject]);
}
