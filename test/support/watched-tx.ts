// A transaction whose statements a test sees.
import type { Statement, Tx, UnitTx } from '#sql/database.ts';

/** The same transaction, which appends each statement to `seen`: those of a unit of work that runs again one time. */
export function watchedTx(tx: Tx, seen: Statement[]): Tx {
  const noted = (statement: Statement): Statement => {
    seen.push(statement);
    return statement;
  };
  const watchedUnit = (unit: UnitTx): UnitTx => ({
    ...unit,
    all: (statement) => unit.all(noted(statement)),
    run: (statement) => unit.run(noted(statement)),
    change: (statement) => unit.change(noted(statement)),
  });
  return {
    ...tx,
    all: (statement) => tx.all(noted(statement)),
    run: (statement) => tx.run(noted(statement)),
    unit: (work, keep) => {
      const { length } = seen;
      return tx.unit((unit) => {
        seen.length = length;
        return work(watchedUnit(unit));
      }, keep);
    },
  };
}
