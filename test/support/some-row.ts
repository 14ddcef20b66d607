// Rows of which a test says only the columns that it is about.
import type { Row } from '#resource/rule.ts';

/** A row of a resource that has these columns alone. */
export function someRow<Name extends string>(_resource: Name, columns: Partial<Row<Name>>): Row<Name> {
  return columns as Row<Name>;
}
