// Which tables an account takes along, in an order in which they can be filled.
import { stayingTables } from '#sql/system-tables.ts';
import { fillingOrder } from '#sql/table-order.ts';
import type { Table } from '#sql/table.ts';

/** Every table of accounts but those that stay behind. */
export function transferTables(schema: ReadonlyMap<string, Table>): readonly Table[] {
  const moving = [...schema.values()].filter(
    ({ name, scope }) => scope === 'account' && !stayingTables.has(name),
  );
  return fillingOrder(moving).map(({ table }) => table);
}
