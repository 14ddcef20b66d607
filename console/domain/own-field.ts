// A field that the account has defined, as a field of a form. It knows no rule: the server says what a value has to be.
import type { FormField } from './form.ts';

/** Something to choose in it. */
interface Option {
  readonly id: number;
  readonly field_option_value: string;
  readonly sort_order: number | null;
  readonly active: 0 | 1;
}

/** A row of `userDefinedFieldDefinitions`. */
export interface Definition {
  readonly fieldname: string;
  readonly fieldtype: string;
  readonly column_name: string | null;
  readonly nestedEntities?: { readonly userDefinedFieldDefinitionOptions?: readonly Option[] };
}

type Kind = FormField['kind'];
const kinds: Readonly<Record<string, Kind>> = { number: 'number', date: 'date', boolean: 'flag' };
const always = { isRequired: false, target: null, start: '', limits: { type: 'string' } } as const;

/** The field; `null` where the definition only gives a declared field of another type than text its title. */
export function ownField({ fieldname, fieldtype, column_name: name, ...row }: Definition): FormField | null {
  if (name === null || !/^(udf|[tu]_iv)_/.test(name)) return null;
  const isOwn = name.startsWith('udf');
  const options = row.nestedEntities?.userDefinedFieldDefinitionOptions ?? [];
  const plain = isOwn ? (kinds[fieldtype] ?? 'lines') : 'text';
  return {
    ...always,
    name,
    title: fieldname,
    kind: fieldtype === 'combo' ? 'choice' : plain,
    choices: options
      .filter(({ active }) => active === 1)
      .sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0) || a.id - b.id)
      .map((option) => option.field_option_value),
  };
}
