// Before a tracking is looked at: zones that were sent by id get their names.
import type { Change, Rule, View } from '#resource/rule.ts';
import { zoneNames } from '../reference/zone-by-id.ts';

/** The parameters and fields that name a zone. */
export const zoneFields: readonly string[] = ['timezone', 'start_time_timezone', 'end_time_timezone'];

/** Puts names in place of ids. */
export const nameZones: Rule = (change: Change, view: View) => {
  if (change.verb === 'delete') return;
  Object.assign(change.after, zoneNames(change.after, zoneFields.slice(1), view));
};
