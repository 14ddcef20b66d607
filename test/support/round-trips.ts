// How often the process waits for PostgreSQL while something is done. It looks at the driver, whose answers it leaves as they are.
import pg from 'pg';

type Query = (this: object, ...words: unknown[]) => unknown;

/** Round trips of `work`: statements that are sent before an answer to one of the same trip has come make one. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  let trips = 0;
  let isAnswered = true;
  const note = (): void => void (isAnswered = true);
  driver.query = function (this: object, ...words: unknown[]) {
    // The end of a read is not waited for.
    const isEnd = (words[0] as { readonly text?: string }).text === 'rollback';
    if (isAnswered && !isEnd) {
      trips += 1;
      isAnswered = false;
    }
    const answer = query.apply(this, words);
    void Promise.resolve(answered(answer)).then(note, note);
    return answer;
  };
  try {
    await work();
    return trips;
  } finally {
    driver.query = query;
  }
}

/** A call with a callback answers nothing to wait for. */
function answered(answer: unknown): unknown {
  return answer instanceof Promise ? answer : undefined;
}
