// People choose their own passwords: with the old one, or with the code of a mailed link.
import { ApiError } from '#errors/api-error.ts';
import { field, types, type ActionDeclaration } from '#resource/define-resource.ts';
import type { ActionView, Call, Preparation } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { passwordPolicy, personOf, weakPassword } from '../check-password.ts';
import {
  faultSentence,
  passwordFaults,
  type PasswordFault,
  type PasswordPolicy,
  type Person,
} from '../password-policy.ts';
import { findPerson } from './person.ts';
import { textIn } from '../../sent-values.ts';

const text = { maxLength: 255, secret: true } as const;

/** Ends every login of the user but the one that asks. */
export const updatePassword: ActionDeclaration = {
  doc: 'Sets the own password, with the old one or with the code of a mailed link, and ends every other login.',
  on: 'resource',
  open: true,
  parameters: {
    id: field(types.integer, 'O--', 'The own id.'),
    password: field(types.string, 'R--', 'The new password.', text),
    old_password: field(types.string, 'O--', 'The password that holds now.', { ...text, hashed: false }),
    token: field(types.string, 'O--', 'Code of a mailed link, in place of the old password.', {
      ...text,
      hashed: false,
    }),
    revoke_access: field(types.boolean, 'O--', 'Sent by clients; every other login ends in any case.', {
      required: false,
    }),
  },
  allowed: () => 'all',
  prepare: async (call, preparation) => {
    const { token } = call.values;
    if (typeof token !== 'string') return { hash: await provenHash(call, preparation) };
    if ((await preparation.ownerOfCode(token, 'password')) === null) throw unknownCode();
    return {};
  },
  run: (call, view) => {
    const { token, password } = call.values;
    const row = typeof token === 'string' ? ownerOf(token, view) : provenSelf(call, view);
    const id = row.id;
    view.change('users', id, { password: password ?? null, renew_password: 0 });
    if (typeof token !== 'string') return { ids: [id] };
    view.logins.forgive(row.username);
    return { rows: [] };
  },
};

/** Refuses what needs no look at the password, then looks. */
async function provenHash({ accessContext, values }: Call, { provePassword }: Preparation): Promise<string> {
  const { id, password, old_password: old } = values;
  if (accessContext.kind === 'user' && accessContext.userId === null) {
    const message = 'Nobody is logged in; send an Authorization header, or the token of a mailed link.';
    throw new ApiError('authentication_missing', message);
  }
  if (accessContext.userId === null || (typeof id === 'number' && id !== accessContext.userId))
    throw new ApiError('not_allowed', 'You may set only your own password.', { field: 'id' });
  if (typeof old !== 'string') {
    const message = 'The required parameter old_password is missing.';
    throw new ApiError('missing_parameter', message, { field: 'old_password' });
  }
  const hash = await provePassword(old);
  if (old === password) throw weakPassword([{ rule: 'unchanged', hint: 'differ from the old one' }]);
  return hash;
}

function ownerOf(token: string, view: ActionView): Row<'users'> {
  const owner = view.logins.ownerOfCode(token, 'password');
  const row = owner === null ? undefined : view.get('users', owner);
  if (row === undefined) throw unknownCode();
  return row;
}

/** The password that was proven before the transaction must still be the one that holds. */
function provenSelf({ accessContext, prepared }: Call, view: ActionView): Row<'users'> {
  const row = view.get('users', accessContext.userId ?? 0);
  if (row !== undefined && row.password === prepared.hash) return row;
  const message = 'old_password is no longer the password that holds; it was changed meanwhile.';
  throw new ApiError('wrong_password', message, { field: 'old_password' });
}

function unknownCode(): ApiError {
  return new ApiError('invalid_code', 'token does not work: it is unknown, has expired or was used.', {
    field: 'token',
  });
}

/** For clients that show while somebody types whether a password will do. Nothing is kept of it. */
export const validatePassword: ActionDeclaration = {
  doc: 'Tells whether a password suits the rules of the account, and what is wrong with it.',
  on: 'resource',
  forReaders: true,
  parameters: {
    password: field(
      types.string,
      'O--',
      'The password to judge. Leave it out only with passwordGuidance 1.',
      {
        ...text,
        hashed: false,
      },
    ),
    passwordGuidance: field(
      types.boolean,
      'O--',
      'Whether only the rules are asked for, without a password.',
      {
        required: false,
      },
    ),
    username: field(types.string, 'O--', 'Login name of the person; without it, the own one.', {
      maxLength: 255,
    }),
  },
  allowed: () => 'all',
  run: (call, view) => {
    const policy = passwordPolicy(view);
    const rules = { minimum_length: policy.minimumLength, needs: policy.classes };
    const { passwordGuidance } = call.values;
    const password = textIn(call.values, 'password');
    if (password == null) {
      if (passwordGuidance === 1) return { rows: [guidance(rules)] };
      const message =
        'The required parameter password is missing; passwordGuidance 1 asks for the rules alone.';
      throw new ApiError('missing_parameter', message, { field: 'password' });
    }
    const person = personToBe(call, view);
    return { rows: [judgement(passwordFaults(password, person, policy), rules)] };
  },
};

interface Rules {
  readonly minimum_length: number;
  readonly needs: PasswordPolicy['classes'];
}

/** The rules alone: nothing was judged. */
function guidance(rules: Rules) {
  const needs = rules.needs.map((name) => name.replaceAll('_', ' '));
  const holds = needs.length === 0 ? '' : `, with ${needs.join(', ')}`;
  const sentence = `A password has at least ${rules.minimum_length} characters${holds}.`;
  return { password_valid: null, accepted: null, guidance: sentence, faults: [], ...rules };
}

function judgement(faults: readonly PasswordFault[], rules: Rules) {
  const accepted = faults.length === 0;
  const sentence = accepted ? 'The password suits.' : `The password does not suit; ${faultSentence(faults)}.`;
  const valid = accepted ? 1 : 0;
  return { password_valid: valid, accepted: valid, guidance: sentence, faults, ...rules };
}

/** Names of others are looked up only for who manages everybody; a name alone needs no look. */
function personToBe({ accessContext, values }: Call, view: View): Person {
  const self = accessContext.userId === null ? undefined : view.get('users', accessContext.userId);
  const username = values.username;
  if (typeof username !== 'string' || self?.username_folded === foldText(username.trim()))
    return personOf(self ?? {});
  const row = accessContext.administrator || accessContext.hrManager ? findPerson(view, username) : undefined;
  return row === undefined ? { username } : personOf(row);
}
