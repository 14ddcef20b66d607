// What will be written, as plain data. A tree: children wait as sent, because each fails on its own.
import type { ApiError } from '#errors/api-error.ts';
import type { WriteGrant } from '#access/grant.ts';
import type { StoredContent } from '#resource/content.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Returned } from './returned-parameters.ts';

/** Children of one resource, as sent. */
export interface ChildrenPlan {
  readonly resource: Resource;
  readonly parentField: string;
  readonly entities: readonly unknown[];
}

/** A field that the caller may not set, sent back: fine as long as it is what the caller sees in the row. */
export interface Echo {
  readonly field: Field;
  readonly value: unknown;
  /** What is answered otherwise. */
  readonly refusal: ApiError;
}

/** Of one create: SHA-256 of who sent which `Idempotency-Key` for what, and of what was sent with it. */
export interface CreateKey {
  readonly hash: string;
  readonly contentHash: string;
}

/** One entity to create or to update. */
export interface EntityPlan {
  readonly verb: 'create' | 'update';
  readonly resource: Resource;
  readonly grant: WriteGrant;
  /** For an update. */
  readonly id: number | null;
  /** Parsed values of stored fields, by name. */
  readonly values: Readonly<Record<string, Stored>>;
  /** Values of fields that no column keeps. */
  readonly extra: Readonly<Record<string, Stored>>;
  readonly echoed: readonly Echo[];
  /** Parameters that begin with `_`, from body and address. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Given back in the row of the answer. */
  readonly returned: Returned;
  readonly children: readonly ChildrenPlan[];
  /** The pending child of the row, checked like a create. */
  readonly pendingChild?: EntityPlan;
  /** The file that came with it. */
  readonly content?: StoredContent | null;
  /** Of a create that was sent with an `Idempotency-Key`. */
  readonly key?: CreateKey | undefined;
  /** Hash that a password sent as proof matched. */
  readonly proven?: string | null;
  /** Written by an action or by the server itself: ids need not be of rows that the caller may read. */
  readonly trusted?: true;
}
