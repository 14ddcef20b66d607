// On whose rows a person may do what a question asks: exactly what the server enforces.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { resolveUsers } from '#rules/permissions/resolve-users.ts';
import { factAccess, factFields, factUpdated } from '#rules/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveUsers',
  doc: 'A person on whose rows somebody may do what a question asks.',
  storage: 'derived',
  fields: {
    ...factFields,
    resolve_user_id: field(types.integer, '-O-', 'On whose rows; empty when a wildcard says it.', {
      relation: 'users',
    }),
    resolve_user_wildcard: field(
      types.string,
      '-O-',
      'A star when it holds for everybody, present and to come.',
    ),
    inherited_user_ids: field(
      types.string,
      '-O-',
      'People from whom the right is inherited; always empty, since nobody inherits rights here.',
    ),
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveUsers,
});
