// What an account can define of fields, as plain data: see own-fields.ts for what becomes of it.

import type { FieldVisibility } from './access.ts';
import type { FieldType } from './field-type.ts';

/** A field of an account's own, as far as rules look at it. */
export interface OwnField {
  readonly name: string;
  readonly type: FieldType;
  readonly secret: boolean;
  readonly level: FieldVisibility;
}

/** The kinds of fields of an account's own. */
export type OwnKind = 'text' | 'number' | 'date' | 'boolean' | 'combo';

/** What an account has defined of a field. */
export interface DefinedField {
  /** Of the definition. */
  readonly id: number;
  /** Name of the resource. */
  readonly entity: string;
  /** Name of the field: one of the account's own, or a declared one of which the definition says what it holds. */
  readonly column: string;
  readonly kind: OwnKind;
  /** Under which people know it. */
  readonly title: string;
}

/** What the description of the interface says of a field that an account has defined. */
export interface DescribedField extends DefinedField {
  /** Whether people are to see it. */
  readonly active: boolean;
  /** What can be chosen, in order; `null`: it is no choice. */
  readonly choices: readonly string[] | null;
}

/** What an account has defined for a resource. */
export interface OwnFields {
  /** The fields that stand beside those declared. */
  readonly names: readonly string[];
  /** Their names and types: rows are shown alike where it is equal. */
  readonly shape: string;
  /** Every definition, also of fields that are declared. */
  readonly defined: readonly DefinedField[];
}
