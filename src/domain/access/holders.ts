// Who holds a right by `permissions`.
import type { GrantedVerb } from '#resource/access.ts';
import type { View } from '#resource/rule.ts';

/** Ids of those to whom `permissions` grant the verb on one of the resources, in whatever scope. */
export function holdersOf(view: View, resources: readonly string[], verb: GrantedVerb): readonly number[] {
  const rows = view.find('permissions', [
    { column: 'resource_name', is: 'in', value: resources },
    { column: 'permission_name', is: '=', value: verb },
  ]);
  return [...new Set(rows.map((row) => row.user_id))];
}
