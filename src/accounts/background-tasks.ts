// What a server does by itself now and then. A failed task is observed and tried again the next time.
import type { Engine } from '#engine/engine.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { extendCalendars } from './extend-calendars.ts';
import { extendDayAccounts } from './extend-day-accounts.ts';
import { createSettler } from './settle-due.ts';

const hour = 3_600_000;
const firstAfter = 60_000;
const mailsEvery = 500;
/** Reads see what is due at once; notices may be this late, later where there are more than fifty accounts. */
const dueEvery = 2000;

/** Sends mails that are due; `null` when the server sends none. */
export type SendMails =
  ((signals: { readonly stop: AbortSignal; readonly cut: AbortSignal }) => Promise<void>) | null;

/** Starts the tasks; the answer stops them and resolves when none is running any more. */
export function startBackgroundTasks(parts: {
  readonly engine: Engine;
  readonly sendMails: SendMails;
  /** How long a mail that is being sent may hold up the end. */
  readonly graceSeconds: number;
}): () => Promise<void> {
  const { engine, sendMails, graceSeconds } = parts;
  const { database, observe, deletionsKeptSeconds } = engine;
  const [stop, cut] = [new AbortController(), new AbortController()];
  const running = new Map<string, Promise<unknown>>();
  const start = (task: string, work: () => Promise<unknown>): void => {
    if (running.has(task) || stop.signal.aborted) return;
    const done = work()
      .catch((error: unknown) => observe({ kind: 'background_failed', task, error }))
      .finally(() => running.delete(task));
    running.set(task, done);
  };
  const settleDue = createSettler(engine);
  const extend = (): void =>
    start('extend_calendars', async () => {
      await extendCalendars(engine);
      await extendDayAccounts(engine);
    });
  const signals = { stop: stop.signal, cut: cut.signal };
  const tasks = [
    every(hour, () => start('purge_logins', () => purgeLogins(database))),
    every(24 * hour, () => start('purge_deletions', () => purgeDeletions(database, deletionsKeptSeconds))),
    ...(sendMails === null
      ? []
      : [setInterval(() => start('send_mails', () => sendMails(signals)), mailsEvery)]),
    setInterval(extend, 24 * hour).unref(),
    setInterval(() => start('settle_due', settleDue), dueEvery).unref(),
  ];
  // A server that was down over New Year lacks a year.
  extend();
  return async () => {
    stop.abort();
    for (const task of tasks) clearInterval(task);
    const timer = setTimeout(() => cut.abort(), graceSeconds * 1000);
    await Promise.all(running.values());
    clearTimeout(timer);
  };
}

/** The first time soon after the start: a server that is restarted every night must purge too. */
function every(milliseconds: number, work: () => void): NodeJS.Timeout {
  setTimeout(work, firstAfter).unref();
  return setInterval(work, milliseconds).unref();
}
