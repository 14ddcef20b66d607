// Mails with a link to choose a new password: for who forgot theirs, and for who is to have another.
import { ApiError } from '#errors/api-error.ts';
import { inScope } from '#resource/access.ts';
import { field, types, type ActionDeclaration } from '#resource/define-resource.ts';
import type { ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { findPerson, mailFault, mailPerson, managedLogins, sendMail } from './person.ts';
import { numberIn, sentText, textIn } from '../../sent-values.ts';

const clientId = field(types.string, 'O--', 'Id of the client that asks; it makes no difference.', {
  maxLength: 255,
});

/** Mails to one person in fifteen minutes, whoever asks for them. */
const mostMails = 5;
/** Mails that anybody can ask for and that wait in an account. */
const mostWaiting = 200;

/** The same whether or not there is such a user: the answer, the steps and what is written. */
export const forgotPassword: ActionDeclaration = {
  doc: 'Mails a link to choose a new password to an active user; answers the same for any user name.',
  on: 'resource',
  open: true,
  parameters: {
    username: field(types.string, 'R--', 'Login name.', { maxLength: 255 }),
    client_id: clientId,
  },
  allowed: () => 'all',
  run: (call, view) => {
    const username = sentText(call.values, 'username');
    const requests = view.logins.countMailRequest(`forgotPassword ${username.trim()}`);
    const row = findPerson(view, username);
    const willing = row !== undefined && mailFault(row) === null;
    const userId = willing ? row.id : null;
    const most = requests > mostMails ? 0 : mostWaiting;
    sendMail(view, { kind: 'password_forgotten', userId, most });
    return { rows: [] };
  },
};

/** For others by who manages them, and for oneself. */
export const resetPassword: ActionDeclaration = {
  doc: 'Mails a link to choose a new password; another user is logged out and asked for a new one.',
  on: 'resource',
  parameters: {
    id: field(types.integer, 'O--', 'The person; or username.'),
    username: field(types.string, 'O--', 'Login name of the person; or id.', { maxLength: 255 }),
    client_id: clientId,
  },
  allowed: () => 'all',
  run: (call, view) => {
    const row = namedPerson(call, view);
    const id = row.id;
    mailPerson(view, id === call.accessContext.userId ? 'password_forgotten' : 'password_reset', row);
    if (id !== call.accessContext.userId) {
      view.change('users', id, { renew_password: 1 });
      view.logins.end(id);
    }
    return { ids: [id] };
  },
};

/** Whoever manages nobody learns nothing of other people's login names. */
function namedPerson({ accessContext, values }: Call, view: ActionView): Row<'users'> {
  const [id, username] = [numberIn(values, 'id'), textIn(values, 'username')];
  if (id === null && username === null) {
    const message = 'The required parameter username is missing; id will do too.';
    throw new ApiError('missing_parameter', message, { field: 'username' });
  }
  const row = id === null ? findPerson(view, username ?? '') : view.get('users', id);
  const by = id === null ? 'username' : 'id';
  const named = `${by} ${JSON.stringify(values[by])}`;
  const scope = managedLogins(accessContext);
  const managed = row === undefined ? scope.length > 0 : inScope(scope, row);
  if (!managed && row?.id !== accessContext.userId)
    throw new ApiError('not_allowed', `You may not reset the password of the user with the ${named}.`);
  if (row === undefined)
    throw new ApiError('unknown_reference', `There is no user with the ${named}.`, { field: by });
  if (username !== null && row.username_folded !== foldText(username.trim())) {
    const message = `id is ${id} and username ${JSON.stringify(username)}; they are two people, name one.`;
    throw new ApiError('contradiction', message, { field: 'username' });
  }
  return row;
}
