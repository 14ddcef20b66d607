// Rows that must be there, because a column of another row names them.
import type { Row, View } from '#resource/rule.ts';

/** The row of an id that a reference holds. Throws an Error without one: the database keeps references whole. */
export async function knownRow<Name extends string>(
  view: Pick<View, 'get'>,
  resource: Name,
  id: number,
): Promise<Row<Name>> {
  const row = await view.get(resource, id);
  if (row === undefined) throw new Error(`There is no row ${id} of ${resource}, although another names it.`);
  return row;
}
