// The name of a checkpoint in each language.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'checkpointTranslations',
  doc: 'The name of a checkpoint in one language.',
  fields: {
    id,
    checkpoint_id: field(types.integer, 'RO-', 'The checkpoint.', { relation: 'checkpoints' }),
    language_id: field(types.integer, 'RO-', 'Language of the name.', { relation: 'languages' }),
    name: field(types.string, 'ROO', 'Name of the checkpoint in that language.', { maxLength: 255 }),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['checkpoint_id', 'language_id'], unique: true, field: 'language_id' }],
  access: sharedData,
});
