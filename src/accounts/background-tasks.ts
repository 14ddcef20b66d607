// What a server does by itself now and then. A failed task is observed and tried again the next time.
import type { Engine } from '#engine/engine.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { extendCalendars } from './extend-calendars.ts';

const hour = 3_600_000;
const firstAfter = 60_000;

/** Starts the tasks; the answer stops them and resolves when none is running any more. */
export function startBackgroundTasks(engine: Engine): () => Promise<void> {
  const { database, observe, deletionsKeptSeconds } = engine;
  const running = new Set<Promise<unknown>>();
  const start = (task: string, work: () => Promise<unknown>): void => {
    const done = work()
      .catch((error: unknown) => observe({ kind: 'background_failed', task, error }))
      .finally(() => running.delete(done));
    running.add(done);
  };
  const extend = (): void => start('extend_calendars', () => extendCalendars(engine));
  const tasks = [
    every(hour, () => start('purge_logins', () => purgeLogins(database))),
    every(24 * hour, () => start('purge_deletions', () => purgeDeletions(database, deletionsKeptSeconds))),
    setInterval(extend, 24 * hour).unref(),
  ];
  // A server that was down over New Year lacks a year.
  extend();
  return async () => {
    for (const task of tasks) clearInterval(task);
    await Promise.all(running);
  };
}

/** The first time soon after the start: a server that is restarted every night must purge too. */
function every(milliseconds: number, work: () => void): NodeJS.Timeout {
  setTimeout(work, firstAfter).unref();
  return setInterval(work, milliseconds).unref();
}
