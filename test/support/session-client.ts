// The web console as a client: it logs in for a cookie and sends the headers that a browser and its page send.
import { password } from './installation.ts';
import { send, shortcutsOf, type Answer, type Client, type RequestOptions, type Where } from './client.ts';

/** What a page sends with every request by cookie; the second header comes from the browser. */
export const pageHeaders = { 'x-hourbook': '1', 'sec-fetch-site': 'same-origin' } as const;

/** A client by cookie. `token` is the value of the cookie, which follows every `Set-Cookie`. */
export interface SessionClient extends Client {
  /** The `Cookie` header as the browser sends it now. */
  readonly cookie: () => string;
  /** GET and DELETE of the session itself. */
  session(method: 'GET' | 'DELETE'): Promise<Answer>;
}

/** The name and the value of the cookie in a `Set-Cookie` header. */
export function cookiePair(answer: Pick<Answer, 'headers'>): readonly [name: string, value: string] {
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const [name = '', value = ''] = pair.split('=');
  return [name, value];
}

/** Posts a login as the console does; `headers` replace its own. */
export function postLogin(
  { address, account }: Where,
  body: object,
  headers: Readonly<Record<string, string>> = pageHeaders,
): Promise<Answer> {
  return send(`${address}/${account}/session`, { method: 'POST', body, headers });
}

/** Logs a person in and answers their client; throws unless the server lets them in. */
export async function sessionClient(
  where: Where,
  username: string,
  secret = password,
): Promise<SessionClient> {
  const answer = await postLogin(where, { username, password: secret });
  if (answer.status !== 200) throw new Error(`the session answered ${answer.status}: ${answer.text}`);
  return clientWithCookie(where, cookiePair(answer));
}

/** A client with a cookie of this name and value. */
export function clientWithCookie(
  { address, account }: Where,
  [name, value]: readonly [string, string],
): SessionClient {
  let token = value;
  const cookie = (): string => `${name}=${token}`;
  const ask = async (url: string, method: string, options: RequestOptions): Promise<Answer> => {
    const headers = { ...pageHeaders, cookie: cookie(), ...options.headers };
    const answer = await send(url, { method, ...options, headers });
    const [renewed, next] = cookiePair(answer);
    if (renewed === name) token = next;
    return answer;
  };
  const request = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    ask(`${address}/${account}/v4/${path}`, method, options);
  return {
    get token() {
      return token;
    },
    cookie,
    session: (method) => ask(`${address}/${account}/session`, method, {}),
    request,
    ...shortcutsOf(request),
  };
}
