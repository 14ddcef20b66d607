// How people are named in exports.
import type { Row } from '#resource/rule.ts';

/** `Lastname Firstname` of a row of users. */
export function nameOf(user: Row): string {
  return [user['lastname'], user['firstname']]
    .map((part) => String(part ?? ''))
    .filter((part) => part !== '')
    .join(' ');
}
