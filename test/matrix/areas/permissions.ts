// Permissions and what follows from them.
import { masterData, referenceData, type Area } from './area.ts';

/** Administrators write permissions; people read their own. */
export const permissions: Area = {
  rights: {
    permissionScopes: referenceData,
    permissions: { ...masterData, read: 'a a a - - - - o - - #' },
  },
  samples: {
    permissions: ({ id }) => ({
      user_id: id('users'),
      resource_name: 'timeTrackings',
      permission_name: 'read',
      permission_scope_id: 6,
      permission_scope_data_1: id('users'),
    }),
  },
  looseReferences: {
    permissions: [
      { field: 'permission_scope_data_1', target: 'users', beside: { permission_scope_id: 6 } },
      { field: 'permission_scope_data_1', target: 'teams', beside: { permission_scope_id: 5 } },
      { field: 'permission_scope_data_1', target: 'departments', beside: { permission_scope_id: 4 } },
    ],
  },
  harmlessUpdates: { permissions: { permission_scope_data_2: 1 } },
  makers: {
    permissions: ({ company, person }) => ({
      user_id: person,
      resource_name: 'skills',
      permission_name: 'update',
      permission_scope_id: 6,
      permission_scope_data_1: company.people.member,
    }),
  },
  standing: { permissionScopes: 1 },
};
