// How a resource that works its rows out describes them to readers.

/** A member of what a resource answers, for readers. */
export interface AnsweredMember {
  readonly type: 'Integer' | 'String' | 'Decimal' | 'Date' | 'DateTime' | 'Boolean' | 'Object' | 'List';
  readonly doc: string;
}

/** A value of a computed row, as shown. */
export type ShownValue =
  string | number | null | { readonly [member: string]: ShownValue } | readonly ShownValue[];
/** A row as shown. */
export type ShownRow = Readonly<Record<string, ShownValue>>;
