// What is sent about a person's login and kept in no column.
import { field, types } from '#resource/define-resource.ts';

/** Such fields of `users`. */
export const loginFields = {
  old_password: field(
    types.string,
    '--O',
    'Present password of the caller; a new own password needs it, a new own email_address then holds at once.',
    { maxLength: 255, secret: true, hashed: false, stored: false, proof: true },
  ),
  send_welcome_email: field(
    types.boolean,
    'O--',
    'Whether a person created without a password is mailed a link to choose one.',
    { stored: false, required: false },
  ),
};
