// What a field type is: how a client's value becomes a stored one and back (specification §2.2, decisions §3).
// It must not know any resource, SQL or HTTP.

/** A value as the database keeps it: booleans 0/1, decimals in whole units, server moments in epoch seconds. */
export type Stored = number | string | null;

/** What rendering a value may depend on. */
export interface ValueContext {
  /** IANA name of the zone in which the account's server moments are written. */
  readonly serverTimeZone: string;
  /** The account's name in addresses. Left out where no row of an account is shown. */
  readonly accountName?: string;
  /** What addresses of this server begin with; empty when nobody has said so. */
  readonly publicUrl?: string;
}

/** One of the specification's data types. `parse` throws ValueError and never sees an empty value. */
export interface FieldType {
  /** The specification's name: Integer, Char, String, Boolean, Decimal, Date, DateTime, Time. */
  readonly name: string;
  readonly column: 'integer' | 'text';
  /** Whether `sum` and `avg` mean something. */
  readonly numeric: boolean;
  /** Digits right of the point of the stored whole units; 0 but for decimals. */
  readonly scale: number;
  /** How many stored units make one of the last digit shown: 36 seconds are a hundredth of an hour; otherwise 1. */
  readonly unit: number;
  /** Server moments: stored as epoch seconds, shown in `ServerTimeZone`. */
  readonly isMoment: boolean;
  /** What is shown depends on account and server, too. */
  readonly isShownByPlace?: true;
  parse(value: string | number | boolean, context: ValueContext): Exclude<Stored, null>;
  render(stored: Exclude<Stored, null>, context: ValueContext): string | number;
}
