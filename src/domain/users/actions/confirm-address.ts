// The link that the server mails to a new e-mail address makes it the address of the person.
import { ApiError } from '#errors/api-error.ts';
import { field, types, type ActionDeclaration } from '#resource/define-resource.ts';
import { sentText } from '../../sent-values.ts';

/** A code that does not work and one that never existed are refused alike. */
export const confirmEmailAddress: ActionDeclaration = {
  doc: 'Makes unconfirmed_email_address the e-mail address, with the code that was mailed to it.',
  on: 'resource',
  open: true,
  parameters: {
    token: field(types.string, 'R--', 'Code of the mailed link.', {
      maxLength: 255,
      secret: true,
      hashed: false,
    }),
  },
  allowed: () => 'all',
  run: ({ values }, view) => {
    const id = view.logins.ownerOfCode(sentText(values, 'token'), 'address');
    const row = id === null ? undefined : view.get('users', id);
    const address = row?.unconfirmed_email_address ?? null;
    if (id === null || address === null)
      throw new ApiError('invalid_code', 'token does not work: it is unknown, has expired or was used.', {
        field: 'token',
      });
    view.change('users', id, { email_address: address });
    return { rows: [] };
  },
};
