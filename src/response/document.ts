// The one document from which both formats are written: an envelope as an ordered plain object.
// It must not know requests, SQL or HTTP.

/** An object of an answer. Members keep their order; those that are `undefined` are left out. */
export interface Document {
  readonly [member: string]: DocumentValue | undefined;
}

/** What a member of a {@link Document} may hold. */
export type DocumentValue =
  string | number | boolean | null | Document | RenderedRow | readonly DocumentValue[];

/** A row that is JSON already, out of the row cache. It stands only in arrays named `Results`, only in JSON answers. */
export class RenderedRow {
  /** The text of one JSON object. */
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** The object itself, so that a row in an unforeseen place is slow and not wrong. */
  toJSON(): Document {
    return JSON.parse(this.json) as Document;
  }
}

/** Whether a value is an object with members: no array, scalar, `null` or rendered row. */
export function isDocument(value: DocumentValue | undefined): value is Document {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RenderedRow)
  );
}
