// On whose rows a person may do what a question asks: exactly what the server enforces.
import { defineResource } from '#resource/define-resource.ts';
import { resolveUsers } from '#domain/permissions/resolve-users.ts';
import { factAccess, factFields, factUpdated, userFields } from '#domain/permissions/resolved-facts.ts';

export default defineResource({
  name: 'permissionResolveUsers',
  doc: 'A person on whose rows a user may do what a question asks.',
  storage: 'derived',
  fields: {
    ...factFields,
    ...userFields,
    updated: factUpdated,
  },
  lastChange: 'updated',
  actions: ['read'],
  access: factAccess,
  derive: resolveUsers,
});
