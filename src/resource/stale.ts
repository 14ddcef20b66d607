// What changes make stale of rows that follow from others, such as the accounts of days, until these are recomputed.

/** Dates from one to another, both included, as `YYYY-MM-DD`. */
interface Dates {
  readonly from: string;
  readonly to: string;
}

/** What a change has made stale of a person. */
export interface StalePart {
  /** Public holidays on these dates, and what absences cost there. */
  readonly calendar?: Dates;
  /** Bookings on these dates. */
  readonly bookings?: Dates;
  /** What schedule, calendar, employment and absences say on these dates. */
  readonly frames?: Dates;
  /** The holiday account. */
  readonly holidays?: true;
  /** From this date on what leaves the balance at the ends of months and cycles. */
  readonly overtimeFrom?: string;
  /** The status: of everybody, or only of people whom a core time concerns. */
  readonly status?: 'everybody' | 'core time';
}

/** What is stale, by the id of its person. */
export type Stale = ReadonlyMap<number, readonly StalePart[]>;
