// The values from which people choose in a field of an account's own.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'userDefinedFieldDefinitionOptions',
  doc: "A value from which people choose in a field of the account's own.",
  aliases: ['userDefinedFieldOptions'],
  fields: {
    id,
    field_id: field(types.integer, 'RO-', 'The field.', { relation: 'userDefinedFieldDefinitions' }),
    field_option_id: field(types.integer, 'OOO', 'Number of the value within the field, as clients count.'),
    field_option_value: field(types.string, 'ROO', 'The value.', { maxLength: 255 }),
    active: field(types.boolean, 'OOO', 'Whether people may choose it.', { default: 1 }),
    sort_order: field(types.integer, 'OOO', 'Place in lists, ascending.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'field_option_value'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['field_id', 'field_option_value'], unique: true, field: 'field_option_value' }],
  access: sharedData,
});
