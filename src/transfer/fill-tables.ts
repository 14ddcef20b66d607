// Rows into the tables of one account, in an order in which every reference is kept all the time.
import type { Tx } from '#sql/database.ts';
import { insertRows, linkRows, type RowsInto } from '#sql/table-rows.ts';
import type { Page, RowSource } from './row-source.ts';

/** Where the rows go, and what runs each step in a transaction. */
export interface Filling {
  readonly accountId: number;
  readonly step: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

/** Inserts every row of the source, then fills in the references that go in circles. Answers how many rows those are. */
export async function fillTables(
  { tables, eachPage }: Pick<RowSource, 'tables' | 'eachPage'>,
  { accountId, step }: Filling,
): Promise<number> {
  let count = 0;
  const into = ({ placed, rows }: Page): RowsInto => ({ ...placed, accountId, rows });
  await eachPage(
    () => true,
    async (page) => {
      await step((tx) => insertRows(tx, into(page)));
      count += page.rows.length;
    },
  );
  const hasLate = tables.some(({ late }) => late.length > 0);
  if (hasLate)
    await eachPage(
      ({ late }) => late.length > 0,
      (page) => step((tx) => linkRows(tx, into(page))),
    );
  return count;
}
