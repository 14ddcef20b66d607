// For whom a person may enter or decide absences of each type: exactly what the server enforces.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { resolveAbsenceTypesAndUsers } from '#domain/permissions/resolve-absence-types.ts';
import {
  absenceTypeFields,
  factAccess,
  factFields,
  factUpdated,
  userFields,
} from '#domain/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveAbsenceTypesAndUsers',
  doc: 'A person for whom a user may enter or decide absences of a type.',
  storage: 'derived',
  fields: {
    ...factFields,
    resolve_absence_type_id: field(types.integer, '-O-', 'The type; its absence_type_id.', {
      relation: 'absenceTypes',
      key: {
        absence_type_id: 'resolve_absence_type_id',
        absence_subtype_id: 'resolve_absence_subtype_id',
      },
    }),
    ...absenceTypeFields,
    ...userFields,
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveAbsenceTypesAndUsers,
  derivedFrom: ['absenceTypes'],
});
