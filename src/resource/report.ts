// The words in which a resource is a report: it has no rows of its own, but adds up those of others in groups.
import { type Access } from './access.ts';
import { asReader } from './granted-access.ts';

/** What a report adds up, and how. Every field is a column of what sql/reports/ finds under the name. */
export interface Report {
  readonly of: 'bookedTimes' | 'absentDays' | 'dayAccounts' | 'waitingMails';
  /** The fields by whose values rows are put together where the client names none. */
  readonly groups: readonly string[];
  /** The fields that are added up. They can be neither grouped nor filtered by. */
  readonly sums: readonly string[];
  /** Fields that say what is added up, the same in every row, and what they are unless they are sent: from a date. */
  readonly parameters: Readonly<Record<string, (today: string) => string>>;
  /** The parameters that are the first and the last day of its period. */
  readonly period?: readonly [from: string, to: string];
  /** A resource of whose rows it tells more than their ids: nothing of those that the caller may not read. */
  readonly tellsOf?: string;
}

/** Read by whoever may read rows of another resource about the same people, by a permission on that one too. */
export function readAs(resource: string, { read }: Access): Access {
  return { read: (accessContext) => read(asReader(accessContext, resource)), write: () => [] };
}
