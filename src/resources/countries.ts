// The countries of the world, the same in every account.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'countries',
  doc: 'A country of ISO 3166-1.',
  storage: 'installation',
  fields: {
    id: field(types.integer, '-O-', 'Numeric code of ISO 3166-1, such as 40 for Austria.'),
    name: field(types.string, '-O-', 'English short name.', { maxLength: 255, filled: true }),
    iso_3166: field(types.string, '-O-', 'Two-letter code of ISO 3166-1, such as AT.', {
      maxLength: 2,
      filled: true,
    }),
    code: field(types.string, '-O-', 'The same code, under the name of other clients.', {
      maxLength: 2,
      filled: true,
    }),
  },
  actions: ['read'],
  access: sharedData,
});
