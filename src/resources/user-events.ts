// What clients note of what people did in them: theirs alone, and nothing that the server looks at.
import { where, type AccessContext } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

function own(accessContext: AccessContext): readonly number[] {
  return accessContext.userId === null ? [] : [accessContext.userId];
}

export default defineResource({
  name: 'userEvents',
  doc: 'An event that a client notes for a person.',
  fields: {
    id,
    event_name: field(types.string, 'RO-', 'Name under which the client knows it.', { maxLength: 255 }),
    user_id: field(types.integer, 'RO-', 'Whose event it is.', { relation: 'users' }),
    meta_text: field(types.string, 'OO-', 'Remarks of the client.', { maxLength: 4000 }),
    meta_json: field(types.string, 'OO-', 'More of it, as the client wrote it.', { maxLength: 16_000 }),
    created: field(types.moment, '-O-', 'When it was noted.'),
  },
  lastChange: 'created',
  actions: ['read', 'create', 'delete'],
  indexes: [{ columns: ['user_id'] }],
  access: {
    read: (accessContext) => {
      if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
      return [{ level: 'own', scope: where('user_id', own(accessContext)) }];
    },
    write: (accessContext) => (accessContext.administrator ? 'all' : where('user_id', own(accessContext))),
  },
});
