// What a server does by itself now and then. It stands in the database what is due, so that one process at a time does
// each, however many there are: jobs and mails are claimed, and rows turn under the lock of their account. What fails is
// observed and tried again; what cannot be done because the database is away is told once.
import type { Engine } from '#engine/engine.ts';
import type { Observe } from '#observe/event.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import type { GoOn } from '#sql/accounts.ts';
import { purgeAudit } from '#sql/audit-entries.ts';
import { purgeCreateKeys } from '#sql/create-keys.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { clearAccount, clearAccountJob } from './clear-account.ts';
import { extendCalendars, extendCalendarsJob } from './extend-calendars.ts';
import { extendDayAccounts, extendDayAccountsJob } from './extend-day-accounts.ts';
import { remindPeople, remindPeopleJob } from './remind-people.ts';
import { removeUnmeantFiles } from './remove-files.ts';
import { runDueJobs, type JobKind } from './run-due-jobs.ts';
import { settleDue } from './settle-due.ts';
import { tellOnce } from './tell-once.ts';

const hour = 3600;
const lookEvery = 30_000;
const mailsEvery = 500;
/** Reads see what is due at once; notices may be this late. */
const dueEvery = 2000;

/** Sends mails that are due; `null` when the server sends none. */
export type SendMails =
  | ((signals: {
      readonly stop: AbortSignal;
      readonly cut: AbortSignal;
      readonly observe?: Observe;
    }) => Promise<void>)
  | null;

/** Starts the tasks; the answer stops them and resolves when none is running any more. */
export function startBackgroundTasks(parts: {
  readonly engine: Engine;
  readonly sendMails: SendMails;
  /** How long a mail that is being sent may hold up the end. */
  readonly graceSeconds: number;
}): () => Promise<void> {
  const { sendMails, graceSeconds } = parts;
  const { observe, ended } = tellOnce(parts.engine.observe, parts.engine.database.dialect.isUnavailable);
  const engine: Engine = { ...parts.engine, observe };
  const [stop, cut] = [new AbortController(), new AbortController()];
  const running = new Map<string, Promise<unknown>>();
  const start = (task: string, work: () => Promise<unknown>): void => {
    if (running.has(task) || stop.signal.aborted) return;
    const done = work()
      .then(
        () => ended(task),
        (error: unknown) => observe({ kind: 'background_failed', task, error }),
      )
      .finally(() => running.delete(task));
    running.set(task, done);
  };
  const kinds = jobKinds(engine);
  const look = (): void => start('find_jobs', () => runDueJobs(engine, { kinds, stop: stop.signal }));
  const signals = { stop: stop.signal, cut: cut.signal, observe };
  const timers = [
    setInterval(look, lookEvery).unref(),
    setInterval(() => start('settle_due', () => settleDue(engine, stop.signal)), dueEvery).unref(),
    ...(sendMails === null
      ? []
      : [setInterval(() => start('send_mails', () => sendMails(signals)), mailsEvery)]),
  ];
  look();
  return async () => {
    stop.abort();
    for (const timer of timers) clearInterval(timer);
    const timer = setTimeout(() => cut.abort(), graceSeconds * 1000);
    await Promise.all(running.values());
    clearTimeout(timer);
  };
}

/** Every kind of job. Those that repeat are about all accounts. */
export function jobKinds(engine: Engine): readonly JobKind[] {
  const { database, deletionsKeptSeconds: keptSeconds } = engine;
  const repeated = (name: string, every: number, work: (goOn: GoOn) => Promise<unknown>): JobKind => ({
    name,
    every,
    work: ({ goOn }) => work(goOn),
  });
  return [
    repeated('purge_logins', hour, (goOn) => purgeLogins(database, goOn)),
    repeated('purge_create_keys', 24 * hour, (goOn) => purgeCreateKeys(database, goOn)),
    repeated('purge_deletions', 24 * hour, (goOn) => purgeDeletions(database, { keptSeconds, goOn })),
    repeated('purge_audit', 24 * hour, (goOn) =>
      purgeAudit(database, { keptSeconds: engine.auditKeptSeconds, goOn }),
    ),
    repeated('remove_files', hour / 6, (goOn) => removeUnmeantFiles(engine, goOn)),
    repeated(extendCalendarsJob, 24 * hour, (goOn) => extendCalendars(engine, goOn)),
    repeated(remindPeopleJob, hour / 4, (goOn) => remindPeople(engine, goOn)),
    repeated(extendDayAccountsJob, hour, (goOn) => extendDayAccounts(engine, goOn)),
    {
      name: clearAccountJob,
      every: null,
      work: async ({ job, stop }) => {
        const tables = (await schemaAfter(await loadMigrations())).values();
        await clearAccount(database, { job, tables, store: engine.files.store, stop });
      },
    },
  ];
}
