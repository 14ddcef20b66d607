// What clients remember for people, such as the columns of a list: theirs alone.
import { where, type AccessContext } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { longestName, setPreference } from '#domain/preferences/set-preference.ts';

const name = { maxLength: longestName };

function own(accessContext: AccessContext): readonly number[] {
  return accessContext.userId === null ? [] : [accessContext.userId];
}

const one = {
  user_id: field(types.integer, 'O--', 'Whose preference it is: of the user of the token unless given.', {
    relation: 'users',
  }),
  name: field(types.string, 'O--', 'Name of the preference.', name),
  value: field(types.string, 'O--', 'The value; empty removes the preference.'),
};

const setting = {
  on: 'resource',
  allowed: (accessContext: AccessContext) =>
    accessContext.administrator ? 'all' : where('user_id', own(accessContext)),
  run: setPreference,
} as const;

export default defineResource({
  name: 'userPreferences',
  doc: 'A value that a client remembers for a person.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account and never used again.'),
    user_id: field(types.integer, '-O-', 'Whose preference it is.', { relation: 'users' }),
    oauth_client_id: field(types.string, '-O-', 'Credential through which it was set.', name),
    name: field(types.string, '-O-', 'Name under which the client knows it.', name),
    value: field(types.string, '-O-', 'The value, as the client wrote it.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  audited: false,
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'oauth_client_id', 'name'], unique: true, field: 'name' }],
  customActions: {
    set: {
      doc: 'Sets a preference, or those of a list, kept apart for each credential; an empty value removes it.',
      parameters: {
        ...one,
        data: field(
          types.string,
          'O--',
          'A list of objects with name and value, in place of name and value.',
          {
            json: true,
          },
        ),
      },
      ...setting,
    },
    update: {
      doc: 'Sets one preference, as set does.',
      parameters: one,
      ...setting,
    },
  },
  access: {
    read: (accessContext) => {
      if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
      return [{ level: 'own', scope: where('user_id', own(accessContext)) }];
    },
    write: () => [],
  },
});
