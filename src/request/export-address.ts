// The address of the exports: /<account>/v4/exports/timesheets. It is no resource: it has no rows.
import type { Address } from './parse-address.ts';

/** What stands in the place of a resource. */
export const exportsName = 'exports';
/** What stands in the place of an action: the one export that there is. */
export const timesheetsName = 'timesheets';

/** Whether an address names the exports. */
export function isExport({ resource }: Pick<Address, 'resource'>): boolean {
  return resource.toLowerCase() === exportsName;
}
