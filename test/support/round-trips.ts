// How often the process waits for PostgreSQL while something is done. It looks at the driver, and holds its answers back until
// nothing more is sent without them: as many times as that happens, a request waits for a network, however slow it is.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

type Query = (this: object, ...words: unknown[]) => unknown;

/** Looks in a row, each after 5 ms, at which nothing was sent: the process has nothing to do but to wait. */
const quietLooks = 3;

/** Round trips of `work`. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  let [trips, sent, waiting] = [0, 0, 0];
  const over = new AbortController();
  const { signal } = over;
  let release = Promise.withResolvers<void>();
  const heldBack = async (answer: Promise<unknown>): Promise<unknown> => {
    const { promise } = release;
    waiting += 1;
    await Promise.allSettled([answer, promise]);
    return answer;
  };
  driver.query = function (this: object, ...words: unknown[]) {
    const answer = query.apply(this, words);
    // The end of a read is not waited for, and a call with a callback answers nothing to wait for.
    const isEnd = (words[0] as { readonly text?: string }).text === 'rollback';
    if (signal.aborted || isEnd || !(answer instanceof Promise)) return answer;
    sent += 1;
    return heldBack(answer);
  };
  const releasing = (async () => {
    while (!signal.aborted) {
      let [before, quiet] = [sent, 0];
      while (quiet < quietLooks && !signal.aborted) {
        await pause(5);
        quiet = sent === before ? quiet + 1 : 0;
        before = sent;
      }
      if (waiting > 0) trips += 1;
      waiting = 0;
      release.resolve();
      release = Promise.withResolvers();
    }
  })();
  try {
    await work();
    return trips;
  } finally {
    over.abort();
    await releasing;
    driver.query = query;
  }
}
