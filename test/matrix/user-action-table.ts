// The rights of each kind of caller to actions on users, written down; no code computes them.
import { password } from '../support/installation.ts';

/** Who asks, and about whom: `self` about themselves, `other` about a colleague, `nobody` without a token. */
export const columns = [
  'machine',
  'reader',
  'administrator',
  'hrManager',
  'supervisor',
  'self',
  'other',
  'foreigner',
  'nobody',
] as const;
/** One of {@link columns}. */
export type Column = (typeof columns)[number];

/** What is sent: `about` is the person asked about, `own` the caller's id, `code` a code of that person. */
export interface Asked {
  readonly about: { readonly id: number; readonly username: string };
  readonly own: number;
  readonly code: string;
  readonly serial: number;
}

/** An action, and who may use it. */
export interface UserActionCase {
  readonly action: string;
  /** Letters in the order of {@link columns}. */
  readonly rights: string;
  /** About an administrator instead of an employee. */
  readonly administrator?: true;
  readonly body: (asked: Asked) => object;
}

const next = 'another horse 2';

/**
 * A letter for each of {@link columns}. `y` done, `!` refused (401 not_allowed), `#` another account (401), `-` no token
 * (403), `?` no such person (422), `~` no such code (422).
 */
export const userActions: Readonly<Record<string, UserActionCase>> = {
  forgotPassword: {
    action: 'forgotPassword',
    rights: 'y ! y y y y y # y',
    body: ({ about }) => ({ username: about.username }),
  },
  'resetPassword by name': {
    action: 'resetPassword',
    rights: 'y ! y y ! y ! # -',
    body: ({ about }) => ({ username: about.username }),
  },
  'resetPassword by id': {
    action: 'resetPassword',
    rights: 'y ! y y ! y ! # -',
    body: ({ about }) => ({ id: about.id }),
  },
  'resetPassword of an administrator': {
    action: 'resetPassword',
    rights: 'y ! y ! ! ! ! # -',
    administrator: true,
    body: ({ about }) => ({ id: about.id }),
  },
  'resetPassword of an unknown name': {
    action: 'resetPassword',
    rights: '? ! ? ? ! ! ! # -',
    body: () => ({ username: 'no such user' }),
  },
  'updatePassword of the own user': {
    action: 'updatePassword',
    rights: '! ! y y y y y # -',
    body: ({ own }) => ({ id: own, password: next, old_password: password }),
  },
  'updatePassword of another user': {
    action: 'updatePassword',
    rights: '! ! ! ! ! y ! # -',
    body: ({ about }) => ({ id: about.id, password: next, old_password: password }),
  },
  'updatePassword with a code': {
    action: 'updatePassword',
    rights: 'y ! y y y y y # y',
    body: ({ code }) => ({ token: code, password: next }),
  },
  'confirmEmailAddress with an unknown code': {
    action: 'confirmEmailAddress',
    rights: '~ ! ~ ~ ~ ~ ~ # ~',
    body: () => ({ token: 'x'.repeat(43) }),
  },
  validatePassword: {
    action: 'validatePassword',
    rights: 'y y y y y y y # -',
    body: () => ({ password: next }),
  },
  sendWelcomeEmail: {
    action: 'sendWelcomeEmail',
    rights: 'y ! y y ! ! ! # -',
    body: ({ about }) => ({ id: about.id }),
  },
  'sendWelcomeEmail to an administrator': {
    action: 'sendWelcomeEmail',
    rights: 'y ! y ! ! ! ! # -',
    administrator: true,
    body: ({ about }) => ({ id: about.id }),
  },
  createLoginLink: {
    action: 'createLoginLink',
    rights: '! ! y ! ! ! ! # -',
    body: ({ about }) => ({ id: about.id }),
  },
  invite: {
    action: 'invite',
    rights: 'y ! y ! ! ! ! # -',
    body: ({ serial }) => ({ firstname: 'A', lastname: 'B', email_address: `new${serial}@acme.example` }),
  },
  logout: { action: 'logout', rights: 'y y y y y y y # -', body: () => ({}) },
};
