// The cookie that holds a session's token: one for each account (RFC 6265bis §4.1.3). It must not know the database.
import type { HttpRequest } from '#request/http-message.ts';

/** `__Host-Http-`: only a server can set it, for this host and no other, and no script can read it. */
const prefix = '__Host-Http-hourbook-';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The token in the cookie of an account; `null`: there is none. */
export function sessionToken({ headers }: Pick<HttpRequest, 'headers'>, account: string): string | null {
  const name = `${prefix}${account.toLowerCase()}=`;
  const pairs = (headers['cookie'] ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? null;
}

/** The header that has a browser keep the token until it is closed. */
export function setSessionCookie(account: string, token: string): Readonly<Record<string, string>> {
  return { 'set-cookie': `${prefix}${account.toLowerCase()}=${token}; ${attributes}` };
}

/** The header that has a browser forget the cookie of an account. */
export function clearSessionCookie(account: string): Readonly<Record<string, string>> {
  return { 'set-cookie': `${prefix}${account.toLowerCase()}=; ${attributes}; Max-Age=0` };
}
