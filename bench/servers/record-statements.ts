// Loaded into the service before its own code: writes down every statement that it hands to `pg`, one JSON value a line, in the
// order in which they are sent. The service itself stays as it is.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** One call of the driver. */
export interface SentStatement {
  /** Which connection it went to. */
  readonly connection: number;
  readonly text: string;
  /** Without values the text may hold several statements. */
  readonly values?: readonly unknown[];
  /** Whether everything sent before on the connection had been answered by then. */
  readonly waited: boolean;
}

/** Names the file for the lines; unset: this file is read for its types only. */
export const recordVariable = 'BENCH_STATEMENTS';

const file = process.env[recordVariable];
if (file !== undefined) recordInto(file);

function recordInto(path: string): void {
  const driver = pg.Client.prototype as { query: (this: object, ...words: unknown[]) => unknown };
  const { query } = driver;
  const known = new WeakMap<object, { readonly connection: number; open: number }>();
  let connections = 0;
  driver.query = function (given, ...more) {
    let state = known.get(this);
    if (state === undefined) known.set(this, (state = { connection: (connections += 1), open: 0 }));
    const { text, values } = typeof given === 'string' ? { text: given } : (given as Partial<SentStatement>);
    const sent = { connection: state.connection, text, values, waited: state.open === 0 };
    appendFileSync(path, `${JSON.stringify(sent)}\n`);
    state.open += 1;
    const answered = query.call(this, given, ...more);
    const close = (): void => void ((state as { open: number }).open -= 1);
    void Promise.resolve(answered).then(close, close);
    return answered;
  };
}
