// Jobs that are due, done one after another by the process that claims them first. A process that is told to stop, or
// has lost a job to another, ends it early.
import type { Engine } from '#engine/engine.ts';
import type { GoOn } from '#sql/accounts.ts';
import {
  addJob,
  claimJob,
  claimSeconds,
  findDueJobs,
  jobNames,
  moveHeldJob,
  type StoredJob,
} from '#sql/background-jobs.ts';

/** What a job's work is given. */
export interface JobRun {
  readonly job: StoredJob;
  /** Asked between steps; renews the claim in time. */
  readonly goOn: GoOn;
  readonly stop: AbortSignal;
}

/** One kind of job. */
export interface JobKind {
  readonly name: string;
  /** Seconds from one run to the next; `null`: it is done once, and `work` ends it. */
  readonly every: number | null;
  readonly work: (run: JobRun) => Promise<unknown>;
}

/** Which kinds there are, and what ends the work early. */
export interface Running {
  readonly kinds: readonly JobKind[];
  readonly stop: AbortSignal;
}

/** Does every job that is due and that no other process claims first. */
export async function runDueJobs(
  engine: Pick<Engine, 'database' | 'observe' | 'clock'>,
  { kinds, stop }: Running,
): Promise<void> {
  const { database, observe } = engine;
  const known = await database.read(null, jobNames);
  const missing = kinds.filter(({ name, every }) => every !== null && !known.has(name));
  if (missing.length > 0)
    await database.write(null, async (tx) => {
      for (const { name } of missing) await addJob(tx, { name, subject: 0 });
    });
  // A newer version of the program may know jobs that this one does not: they are left to it.
  for (const kind of kinds)
    for (const due of await database.read(null, (tx) => findDueJobs(tx, kind.name))) {
      if (stop.aborted) return;
      const job = await database.write(null, (tx) => claimJob(tx, due));
      if (job === null) continue;
      try {
        await runJob(engine, { kind, job, stop });
      } catch (error) {
        // It stays claimed for a while, and is tried again then.
        observe({ kind: 'background_failed', task: job.name, error });
      }
    }
}

interface Claimed {
  readonly kind: JobKind;
  readonly job: StoredJob;
  readonly stop: AbortSignal;
}

async function runJob(
  { database, observe, clock }: Pick<Engine, 'database' | 'observe' | 'clock'>,
  { kind, job, stop }: Claimed,
): Promise<void> {
  const now = (): number => Math.floor(clock() / 1000);
  let renewAt = now() + claimSeconds / 2;
  let isOurs = true;
  const goOn = async (): Promise<boolean> => {
    if (stop.aborted || !isOurs || now() < renewAt) return isOurs && !stop.aborted;
    renewAt = now() + claimSeconds / 2;
    isOurs = await database.write(null, (tx) => moveHeldJob(tx, job, tx.now + claimSeconds));
    return isOurs;
  };
  await kind.work({ job, goOn, stop });
  // Cut short, it is due at once: another process may go on.
  const pause = stop.aborted ? 0 : kind.every;
  if (pause !== null) await database.write(null, (tx) => moveHeldJob(tx, job, tx.now + pause));
  if (isOurs && !stop.aborted) observe({ kind: 'background_done', task: job.name, subject: job.subject });
}
