// In which departments a person may do what a question asks, whoever works there.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { resolveDepartments } from '#domain/permissions/resolve-departments.ts';
import { factAccess, factFields, factUpdated } from '#domain/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveDepartments',
  doc: 'A department in which a user may do what a question asks on the rows of all who work there.',
  storage: 'derived',
  fields: {
    ...factFields,
    resolve_department_id: field(types.integer, '-O-', 'The department; empty when a wildcard says it.', {
      relation: 'departments',
    }),
    resolve_department_wildcard: field(types.string, '-O-', 'A star when it holds in every department.'),
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveDepartments,
});
