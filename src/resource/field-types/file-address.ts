// String: the address from which the bytes of a file are downloaded. The id of the row is stored; account and server follow
// from where the row is shown, because an account can move.
import { ValueError } from '#values/value-error.ts';
import type { FieldType, ValueContext } from '../field-type.ts';

const path = /\/v[345]\/files\/download\/([1-9]\d{0,14})\/?$/i;

function relative(id: string | number, { accountName = '<account>' }: ValueContext): string {
  return `/${accountName}/v4/files/download/${id}`;
}

const common = {
  name: 'String',
  column: 'integer',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  isShownByPlace: true,
  parse(value) {
    const id = path.exec(String(value))?.[1];
    if (id === undefined) throw new ValueError('an address that ends in /v4/files/download/ and an id');
    return Number(id);
  },
} as const satisfies Omit<FieldType, 'render'>;

/** `/<account>/v4/files/download/<id>`. */
export const relativeFileAddress: FieldType = { ...common, render: relative };

/** The same behind the public address of the server; without one, the relative address. */
export const absoluteFileAddress: FieldType = {
  ...common,
  render: (id, context) => `${context.publicUrl ?? ''}${relative(id, context)}`,
};
