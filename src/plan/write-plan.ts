// What will be written, as plain data. A tree: children wait as sent, because each fails on its own.
import type { WriteGrant } from '#access/grant.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';

/** Children of one resource, as sent. */
export interface ChildrenPlan {
  readonly resource: Resource;
  readonly parentField: string;
  readonly entities: readonly unknown[];
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
  /** Read-only fields sent back: fine as long as they are what the row has. */
  readonly echoed: readonly { readonly field: Field; readonly value: unknown }[];
  /** Parameters that begin with `_`, from body and address. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly children: readonly ChildrenPlan[];
}
