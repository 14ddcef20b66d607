// A read whose rows go into the answer at once, or into the file of a large answer portion by portion.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { SingleAnswer } from '../envelope.ts';
import type { LargeAnswer } from './large-answer.ts';
import type { ReadRun } from './read-run.ts';
import { runRead, runReadApart, type ReadResult } from './run-read.ts';

/** What the envelope says of a read; of a large one `rows` stands for what was written. */
export type ReadAnswer = SingleAnswer & Pick<ReadResult, 'stable'>;

/** Runs a plan, into the large answer if there is one. */
export async function runAnywhere(
  run: ReadRun,
  plan: ReadPlan,
  large: LargeAnswer | null,
): Promise<ReadAnswer> {
  if (large === null) {
    const result = await runRead(run, plan);
    return { ...result, numResults: result.rows.length };
  }
  const rows = large.begin('Results');
  const result = await runReadApart(run, plan, {
    rows: async (some) => run.pace.weigh(await large.write(some)),
    beginDeleted: () => large.begin('Deleted'),
    deleted: async (some) => void (await large.write(some)),
  });
  return { ...result, rows };
}
