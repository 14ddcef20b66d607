// Forms of address for contact persons, the same in every account.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'salutations',
  doc: 'A form of address for contact persons.',
  storage: 'installation',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account of the server.'),
    const: field(types.string, '-O-', 'Key under which clients find the wording, such as SALUTATION_MR.', {
      maxLength: 64,
    }),
    gender: field(types.string, '-O-', 'Whom it addresses: male, female, diverse or none.', {
      values: ['male', 'female', 'diverse', 'none'],
    }),
  },
  actions: ['read'],
  access: sharedData,
});
