// Fields of an account's own: what rows have beside the declared fields, and under which title clients show it.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { ownKinds } from '#resource/own-fields.ts';
import { defineField, emptyField } from '#domain/own-fields/define-field.ts';

const name = { maxLength: 255 };

export default defineResource({
  name: 'userDefinedFieldDefinitions',
  doc: "A field of the account's own: rows of its entity have it under column_name, beside their other fields.",
  fields: {
    id,
    entity: field(types.string, 'ROO', 'Of what it is a field.', {
      values: ['users', 'projects', 'tasks', 'timeTrackings', 'absences'],
    }),
    fieldname: field(types.string, 'ROO', 'Name under which people know it.', name),
    fieldtype: field(types.string, 'OOO', 'Kind of its values; combo: one of the active options.', {
      values: ownKinds,
      default: 'text',
      required: true,
    }),
    column_name: field(
      types.string,
      'OOO',
      'Name of the field in rows: udf_<id> unless another that begins with udf_ is sent, or a declared one such as t_iv_1.',
      { maxLength: 62 },
    ),
    aggregation_type: field(types.string, 'OOO', 'How clients add its values up, such as sum.', {
      maxLength: 64,
    }),
    active: field(types.boolean, 'OOO', 'Whether clients show it.', { default: 1 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'fieldname'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  nested: { userDefinedFieldDefinitionOptions: 'field_id' },
  owned: { userDefinedFieldDefinitionOptions: 'field_id' },
  indexes: [{ columns: ['entity', 'fieldname'], unique: true, field: 'fieldname' }],
  access: sharedData,
  before: [defineField],
  after: [emptyField],
});
