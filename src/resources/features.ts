// What an account can do: the same rows in every account of this version.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'features',
  doc: 'A part of the service, and whether the account has it.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account.'),
    name: field(types.string, '-O-', 'Name under which programs know it.', { maxLength: 64 }),
    enabled: field(types.boolean, '-O-', 'Whether the account has it.', { default: 1 }),
    limit: field(types.integer, '-O-', 'How much of it the account may use; empty: there is no limit.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read'],
  access: sharedData,
});
