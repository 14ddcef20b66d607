// Rows that must be there, because a column of another row names them.
import type { Row, View } from '#resource/rule.ts';

/** The row of an id that a reference holds. Throws an Error without one: the database keeps references whole. */
export function knownRow<Name extends string>(
  view: Pick<View, 'get'>,
  resource: Name,
  id: number,
): Row<Name> {
  const row = view.get(resource, id);
  if (row === undefined) throw new Error(`There is no row ${id} of ${resource}, although another names it.`);
  return row;
}
