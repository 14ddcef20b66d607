// What AUTHORISE answers: proof that the caller may do this, and on which rows and fields. Only authorize makes one.
import type { Resource } from '#resource/resource.ts';
import type { Scope, AccessContext, RowPolicy, WriteVerb } from '#resource/access.ts';
import type { WritePolicy } from '#resource/rights.ts';

declare const proof: unique symbol;

/** Leave to read a resource. Row policies have rows to show; the highest visibility first. */
export interface ReadGrant {
  readonly [proof]: 'read';
  readonly accessContext: AccessContext;
  readonly resource: Resource;
  readonly rowPolicies: readonly RowPolicy[];
}

/** Leave to change rows of a resource. */
export interface WriteGrant {
  readonly [proof]: 'write';
  readonly accessContext: AccessContext;
  readonly resource: Resource;
  readonly verb: WriteVerb;
  /** Rows of any row policy. */
  readonly scope: Scope;
  /** Which fields may be set on which rows; a row that fits several row policies has the fields of all. */
  readonly rowPolicies: readonly WritePolicy[];
}
