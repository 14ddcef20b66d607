// Where the interface shows what a notice is about, for each kind of notice.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'notificationUrls',
  doc: 'The address at which clients read what a kind of notice is about.',
  fields: {
    id: field(types.integer, '-O-', 'Kind of notice: an id of notificationsTypeHtml.'),
    headline: field(types.string, '-O-', 'Title of the kind of notice.', { maxLength: 255 }),
    url: field(
      types.string,
      '-O-',
      'Address behind the version, such as messages/read/{id}; {id} stands for assoc_id.',
      { maxLength: 4000 },
    ),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'data_changed',
  actions: ['read'],
  access: sharedData,
});
