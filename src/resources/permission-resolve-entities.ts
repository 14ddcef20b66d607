// On which rows that are about no person somebody may do what a question asks: exactly what the server enforces.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { resolveEntities } from '#domain/permissions/resolve-entities.ts';
import { factAccess, factFields, factUpdated } from '#domain/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveEntities',
  doc: 'A project, task or other master data on which a user may do what a question asks.',
  storage: 'derived',
  fields: {
    ...factFields,
    resource_id: field(types.integer, '-O-', 'Number of the resource of the question.'),
    resolve_entity_id: field(types.integer, '-O-', 'The row, with all below it; empty with a wildcard.'),
    resolve_entity_wildcard: field(
      types.string,
      '-O-',
      'A star for every row; open for every project or task that is neither hidden nor restricted.',
    ),
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveEntities,
});
