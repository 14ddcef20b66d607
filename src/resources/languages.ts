// The languages of the account: what people choose from and what translations are written in.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'languages',
  doc: 'A language that people may choose and translations are written in.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account.'),
    name: field(types.string, '-O-', 'English name of the language.', { maxLength: 255 }),
    iso_639_1: field(types.string, '-O-', 'Two-letter code of ISO 639-1, such as en.', { maxLength: 2 }),
    code: field(types.string, '-O-', 'The same code, under the name of other clients.', { maxLength: 2 }),
    language: field(types.string, '-O-', 'The name, under that of other clients.', { maxLength: 255 }),
    active: field(types.boolean, '-O-', 'Whether clients offer the language.', { default: 1 }),
  },
  actions: ['read'],
  access: sharedData,
});
