// How to log in to an account: read before there is a token.
import type { Access } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

const access: Access = { read: () => [{ level: 'own', scope: 'all' }], write: () => [] };

export default defineResource({
  name: 'serverCommunication',
  doc: 'Where and how clients log in to the account.',
  storage: 'computed',
  open: true,
  fields: {
    host: field(types.string, '-O-', 'Host to which requests for the account go.'),
    authentication_type: field(types.string, '-O-', 'Grant by which people log in.', {
      values: ['PASSWORD_GRANT'],
    }),
    force_sso: field(types.boolean, '-O-', 'Whether people must log in through another service.'),
  },
  audited: false,
  actions: ['read'],
  access,
  compute: ({ host }) => ({ host, authentication_type: 'PASSWORD_GRANT', force_sso: 0 }),
});
