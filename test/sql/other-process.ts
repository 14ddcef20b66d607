// Is another server process on the same database. A test drives it by messages: it sets its clock, writes a note and
// commits.
import { openDatabase } from '#sql/open-database.ts';

/** What it can be told. */
export type Order = { kind: 'write'; text: string; at: number } | { kind: 'commit' };

/** What it answers: the write lock is held and the note is written; the note is committed. */
export type Answer = { kind: 'ready' } | { kind: 'held'; stamp: number } | { kind: 'committed' };

let seconds = 0;
let commit: () => void = () => undefined;
const answer = (message: Answer): void => void process.send?.(message);
const database = await openDatabase({
  url: `sqlite:${process.argv[2]}`,
  clock: () => seconds * 1000,
  observe: () => undefined,
});

process.on('message', (order: Order) => {
  if (order.kind === 'commit') return commit();
  seconds = order.at;
  void write(order.text).then(() => answer({ kind: 'committed' }));
});
answer({ kind: 'ready' });

function write(text: string): Promise<void> {
  return database.write(null, async (tx) => {
    await tx.run({ sql: 'insert into notes (text, stamp) values (?, ?)', parameters: [text, tx.stamp] });
    const released = new Promise<void>((release) => void (commit = release));
    answer({ kind: 'held', stamp: tx.stamp });
    await released;
  });
}
