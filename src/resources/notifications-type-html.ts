// The texts of notices and mails, one row for each kind of notice; which there are stands in rules/notifications.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

const line = { maxLength: 255 };

export default defineResource({
  name: 'notificationsTypeHtml',
  doc: 'A kind of notice with its title and text.',
  fields: {
    id: field(types.integer, '-O-', 'Kind of notice, as in notification_type of notifications.'),
    created: field(types.moment, '-O-', 'When the account got the text.'),
    status: field(types.boolean, '-O-', 'Whether the kind is in use.', { default: 1 }),
    title: field(types.string, '-O-', 'Title in lists.', line),
    email_subject: field(types.string, '-O-', 'Subject of the mail.', line),
    email_footer: field(types.string, '-O-', 'Last line of the mail.', { maxLength: 4000 }),
    content: field(
      types.string,
      '-O-',
      'Text as HTML; {receiver} and {sender} stand for names, {id} for assoc_id.',
    ),
    recipient: field(types.integer, '-O-', 'Who always receives it; empty: whom it concerns.', {
      relation: 'users',
    }),
    sender: field(types.integer, '-O-', 'In whose name it is sent; empty: of who caused it.', {
      relation: 'users',
    }),
    content_css_class: field(types.string, '-O-', 'CSS class of the text.', line),
    content_css_styles: field(types.string, '-O-', 'CSS rules for the text.', { maxLength: 4000 }),
    send_mail_per_email_notification_manager: field(
      types.boolean,
      '-O-',
      'Whether it is mailed when the server can send mail.',
      { default: 1 },
    ),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'data_changed',
  actions: ['read'],
  access: sharedData,
});
