// What the next group of writes will ask: its jobs run on guesses before it locks the account, and while PostgreSQL commits the
// group before it. It must not know what they are about.
import type { Question } from './postgres-ahead.ts';
import { foresee } from './postgres-guesses.ts';
import type { KnownAnswers } from './postgres-known.ts';
import { groupMilliseconds, stopwatch, turnOfEventLoop, type Job } from './write-groups.ts';

/** How to look at jobs. */
export interface Looking {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** What is known and need not be asked. */
  readonly known: KnownAnswers['reading'] | undefined;
  /** Whether no more jobs are to be looked at. */
  readonly isOver?: () => Promise<boolean>;
}

/** What a job will ask, and the milliseconds that it took to find out. */
interface Foreseen {
  readonly questions: readonly Question[];
  readonly milliseconds: number;
}

/** Of jobs that have not begun and were long to look at. A short one is looked at again: with what is known by then it shows more. */
const foreseen = new WeakMap<Job, Foreseen>();
const longMilliseconds = 10;

/** What the jobs at the head of the queue will ask, as many as make a group: each runs no shorter than it was looked at. */
export async function lookAhead(queue: readonly Job[], looking: Looking): Promise<readonly Question[]> {
  const { known = () => undefined, isOver = async () => false } = looking;
  const all = new Map<string, Question[1]>();
  let spent = 0;
  for (let place = 0; spent < groupMilliseconds && !(await isOver()); place += 1) {
    const job = queue[place];
    if (job === undefined) break;
    const { questions, milliseconds } = foreseen.get(job) ?? (await lookAt(job, looking));
    spent += milliseconds;
    for (const [key, statement] of questions) if (known(key) === undefined) all.set(key, statement);
  }
  return [...all];
}

async function lookAt(job: Job, { clock, known }: Looking): Promise<Foreseen> {
  const elapsed = stopwatch();
  const questions = await foresee(job.foreseen, clock, known);
  const one = { questions, milliseconds: elapsed() };
  if (one.milliseconds >= longMilliseconds) foreseen.set(job, one);
  return one;
}

/** The job begins: if it has to begin again, it is looked at anew. */
export function forgetForeseen(job: Job): void {
  foreseen.delete(job);
}

/** A test whether an answer has come, each time after a turn of the event loop in which it can be heard. */
export function whetherCame(answer: Promise<unknown>): () => Promise<boolean> {
  let came = false;
  const note = (): void => void (came = true);
  answer.then(note, note);
  return async () => {
    await turnOfEventLoop();
    return came;
  };
}
