// What the statement around a report tells the selection of its rows.
import type { Expression } from 'kysely';

/** What the rows of a report are found with. */
export interface ReportParts {
  readonly account: Expression<unknown>;
  /** Whether the statement looks at the field: what costs a join, or repeats rows, is left out otherwise. */
  readonly uses: (field: string) => boolean;
  /** A parameter of the report. */
  readonly parameter: (field: string) => Expression<unknown>;
  /** The condition under which the report may tell of a row of another resource, on the columns of that row. */
  readonly mayTell: Expression<boolean>;
}
