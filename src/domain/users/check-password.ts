// Passwords that people choose must suit the account's settings, wherever they choose them.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import {
  characterClasses,
  faultSentence,
  passwordFaults,
  shortestPassword,
  type CharacterClass,
  type PasswordFault,
  type PasswordPolicy,
  type Person,
} from './password-policy.ts';

/** Refuses a password that does not suit, with everything that is wrong with it; and to take one away. */
export const checkPassword: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete' || !change.given.has('password')) return;
  const sent = change.secrets.password;
  if (sent === undefined) {
    if (change.verb === 'create') return;
    throw new ApiError('invalid_value', 'password is empty; it must be text, it cannot be emptied.', {
      field: 'password',
    });
  }
  const faults = passwordFaults(sent, personOf(change.after), passwordPolicy(view));
  if (faults.length > 0) throw weakPassword(faults);
};

/** The account's rules. */
export function passwordPolicy(view: Pick<View, 'setting'>): PasswordPolicy {
  const minimumLength = Math.max(shortestPassword, Number(view.setting('password_minimum_length')));
  const classes: CharacterClass[] = [];
  for (const name of characterClasses) {
    if (view.setting(`password_needs_${name}`) === '1') classes.push(name);
  }
  return { minimumLength, classes };
}

/** What of a row a password must not hold. */
export function personOf(row: Partial<Row<'users'>>): Person {
  const { username, firstname, lastname, email_address } = row;
  return {
    username: username ?? null,
    firstname: firstname ?? null,
    lastname: lastname ?? null,
    email_address: email_address ?? null,
  };
}

/** The refusal of a password with these faults. */
export function weakPassword(faults: readonly PasswordFault[]): ApiError {
  const message = `password does not suit; ${faultSentence(faults)}.`;
  return new ApiError('weak_password', message, { field: 'password', data: { faults } });
}
