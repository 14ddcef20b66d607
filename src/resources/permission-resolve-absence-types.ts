// Which absences a person may enter or decide at all: exactly what the server enforces.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { resolveAbsenceTypes } from '#domain/permissions/resolve-absence-types.ts';
import {
  absenceTypeFields,
  factAccess,
  factFields,
  factUpdated,
} from '#domain/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveAbsenceTypes',
  doc: 'A type of absence that a user may enter or decide for at least one person.',
  storage: 'derived',
  fields: {
    ...factFields,
    resolve_absence_type_id: field(types.integer, '-O-', 'The type; its absence_type_id.'),
    ...absenceTypeFields,
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveAbsenceTypes,
  derivedFrom: ['absenceTypes'],
});
