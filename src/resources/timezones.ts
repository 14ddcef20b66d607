// The time zones that the server knows, the same in every account; a zone keeps its id for ever.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'timezones',
  doc: 'A time zone of the IANA database.',
  storage: 'installation',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account of the server.'),
    timezone: field(types.string, '-O-', 'IANA name, such as Europe/Vienna.', {
      maxLength: 64,
      filled: true,
    }),
  },
  actions: ['read'],
  access: sharedData,
});
