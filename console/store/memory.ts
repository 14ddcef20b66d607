// What this device remembers for convenience: appearance, language, accounts, and the number and zone of the person who is
// logged in, so that the next page can ask for rows at once. Knows no signals, so that the first script stays small.

const shared = 'hourbook-shared=1';

/** Whether other people use the browser too: then it keeps nothing. A cookie says so to all its tabs until it closes. */
export const isShared = (): boolean => document.cookie.includes(shared);

/** Notes whether others use the browser. */
export function setShared(is: boolean): void {
  document.cookie = `${shared}; Path=/; SameSite=Strict${is ? '' : '; Max-Age=0'}`;
}

/** Reads something that is remembered; `null` without storage. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`hourbook.${name}`);
  } catch {
    return null;
  }
}

/** Remembers something, or forgets it for `null`; a device without storage, or a shared one, forgets it. */
export function memorize(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`hourbook.${name}`);
    else if (!isShared()) localStorage.setItem(`hourbook.${name}`, value);
  } catch {
    // Without storage it holds until the page closes.
  }
}

/** Who was logged in last on this device. */
export type KnownLogin = Readonly<Record<'account' | 'timezone', string>> & { readonly user_id: number };

/** Remembers who is logged in; `null`: nobody is. */
export function memorizeLogin(login: KnownLogin | null): void {
  memorize('login', login && [login.account, login.user_id, login.timezone].join(' '));
}

/** Who was logged in last, if that was in this account. */
export function recallLogin(account: string): KnownLogin | null {
  const [name, person, timezone] = (recall('login') ?? '').split(' ');
  return name === account && timezone !== undefined ? { account, user_id: Number(person), timezone } : null;
}
