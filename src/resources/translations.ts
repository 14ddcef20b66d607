// Words of the account's own in each language, by key.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'translations',
  doc: "A text of the account's own in one language.",
  fields: {
    id,
    translation_key: field(types.string, 'RO-', 'Key under which clients find the text.', { maxLength: 255 }),
    value: field(types.string, 'ROO', 'The text.'),
    language_id: field(types.integer, 'RO-', 'Language of the text.', { relation: 'languages' }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['translation_key', 'language_id'], unique: true, field: 'translation_key' }],
  access: sharedData,
});
