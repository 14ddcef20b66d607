// Stored rows → rows as shown. Specialised once for each list of fields; it must not know resources or formats.
import type { Field } from '#resource/resource.ts';
import type { Stored, ValueContext } from '#resource/field-type.ts';
import type { Document } from './document.ts';

/** A row by column name, as the database keeps it. */
type StoredRow = Readonly<Record<string, Stored>>;

type Render = Field['type']['render'];

/** Turns a stored row into the object that is shown. */
export type RowRenderer = (row: StoredRow, context: ValueContext) => Document;

/**
 * A renderer that shows exactly these fields, in their order; an empty field stays `null`.
 *
 * It is compiled from text to one object literal: V8 keeps objects that are filled member by member in a loop as
 * hash tables once they have more than a dozen members, which made a list of 100 rows cost three times as much.
 */
export function rowRenderer(fields: readonly Field[]): RowRenderer {
  const renders: Render[] = [];
  const members = fields.map(({ name, type }) => {
    if (!/^[a-z]\w*$/i.test(name)) throw new Error(`not a field name: ${name}`);
    if (showsAsStored(type)) return `${name}: row.${name} ?? null`;
    renders.push(type.render);
    return `${name}: row.${name} == null ? null : renders[${renders.length - 1}](row.${name}, context)`;
  });
  // oxlint-disable-next-line no-new-func -- the text holds nothing but the names checked above
  const make = new Function('renders', `return (row, context) => ({ ${members.join(', ')} });`);
  return (make as (renders: readonly Render[]) => RowRenderer)(renders);
}

/** Whether `render` gives back what it gets; then it need not be called. */
function showsAsStored(type: Field['type']): boolean {
  return !type.isMoment && type.scale === 0 && type.isShownByPlace !== true;
}
