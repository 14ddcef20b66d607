// Permissions and what follows from them.
import { masterData, none, referenceData, type Area, type Rights } from './area.ts';

const facts: Rights = { read: 'a a a - - - - o - - #', create: none, update: none, delete: none };

/** Administrators write permissions; people read their own. */
export const permissions: Area = {
  rights: {
    permissionScopes: referenceData,
    permissionResolveQuestions: referenceData,
    permissionResolveUsers: facts,
    permissionResolveAbsenceTypes: facts,
    permissionResolveAbsenceTypesAndUsers: facts,
    permissionResolveEntities: facts,
    // Asked about the facts of the supervisor, for whom there are some.
    permissionResolveDepartments: { ...facts, read: 'a a a - o - - - - o #' },
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
      resource_name: 'timePlannings',
      permission_name: 'update',
      permission_scope_id: 6,
      permission_scope_data_1: company.people.member,
    }),
  },
  standing: { permissionScopes: 1, permissionResolveQuestions: 1 },
  found: {
    permissionResolveUsers: ({ person }) => ({ subject_user_id: person }),
    permissionResolveAbsenceTypes: ({ person }) => ({ subject_user_id: person }),
    permissionResolveAbsenceTypesAndUsers: ({ person }) => ({ subject_user_id: person }),
    permissionResolveEntities: ({ person }) => ({ subject_user_id: person }),
    permissionResolveDepartments: ({ company }) => ({ subject_user_id: company.people.supervisor }),
  },
};
