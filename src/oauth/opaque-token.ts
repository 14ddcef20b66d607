// Tokens and other random names. A token says nothing but the account under which its hash is found.
import { createHash, randomBytes, randomInt } from 'node:crypto';

const tokenPattern = /^([1-9a-z][0-9a-z]{0,9})\.[A-Za-z0-9_-]{43}$/;
const readableLetters = '23456789abcdefghjkmnpqrstuvwxyz';

/** A new token: the account's id in base 36, a point, and 256 random bits. */
export function newToken(accountId: number): string {
  return `${accountId.toString(36)}.${newSecret()}`;
}

/** 256 random bits as base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The account in which to look for a token; `null` when it cannot be one of ours. */
export function accountOfToken(token: string): number | null {
  const match = tokenPattern.exec(token);
  return match === null ? null : Number.parseInt(match[1] ?? '', 36);
}

/** How the database keeps a token or secret: its SHA-256. Enough, because 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** A random name that is easy to read out: no letter looks like a digit. */
export function randomName(length: number): string {
  return Array.from({ length }, () => readableLetters[randomInt(readableLetters.length)]).join('');
}
