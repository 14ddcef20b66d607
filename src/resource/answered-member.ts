// What a resource that works its rows out is asked, and how it describes them to readers.
import type { AccessContext } from './access.ts';
import type { Row } from './rule.ts';

/** A member of what a resource answers, for readers. */
export interface AnsweredMember {
  readonly type: 'Integer' | 'String' | 'Decimal' | 'Date' | 'DateTime' | 'Boolean' | 'Object' | 'List';
  readonly doc: string;
  /** Whether a number may be empty; texts, dates and objects always may. */
  readonly mayBeEmpty?: true;
}

/** A value of a computed row, as shown. */
export type ShownValue =
  string | number | null | { readonly [member: string]: ShownValue } | readonly ShownValue[];
/** A row as shown. */
export type ShownRow = Readonly<Record<string, ShownValue>>;

/** What a resource without rows of its own is asked. */
export interface Question {
  readonly accessContext: AccessContext;
  /** The fields that were sent, parsed; ids are of rows that the caller may read, and the whole is in their scope. */
  readonly asked: Row;
  /** The zone in which moments are shown. */
  readonly serverTimeZone: string;
  /** Epoch seconds. */
  readonly now: number;
}
