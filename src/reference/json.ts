// JSON values as the reference builds them. Members that are `undefined` are left out when they are written.

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}
