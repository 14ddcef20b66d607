// What AUTHORISE answers: proof that the caller may do this, and on which rows and fields. Only authorize makes one.
import type { Resource } from '#resource/resource.ts';
import type { Scope, AccessContext, Tier, WriteVerb } from '#resource/access.ts';
import type { WriteTier } from '#resource/rights.ts';

declare const proof: unique symbol;

/** Leave to read a resource. Tiers have rows to show; the highest level first. */
export interface ReadGrant {
  readonly [proof]: 'read';
  readonly accessContext: AccessContext;
  readonly resource: Resource;
  readonly tiers: readonly Tier[];
}

/** Leave to change rows of a resource. */
export interface WriteGrant {
  readonly [proof]: 'write';
  readonly accessContext: AccessContext;
  readonly resource: Resource;
  readonly verb: WriteVerb;
  /** Rows of any tier. */
  readonly scope: Scope;
  /** Which fields may be set on which rows; a row that lies in several tiers has the fields of all. */
  readonly tiers: readonly WriteTier[];
}
