// A plain HTTP client for tests: real sockets, nothing hidden. It knows addresses, not meanings.

/** Where an account is served. */
export interface Where {
  readonly address: string;
  readonly account: string;
}

/** An answer, read to its end. `json` throws on anything else. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Envelope;
}

/** An envelope as tests look at it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers member by member
export type Envelope = Record<string, any>;

/** What a request may carry. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text, URLSearchParams or bytes. */
  readonly body?: unknown;
  /** Query parameters, encoded for you. */
  readonly query?: Readonly<Record<string, string | number>>;
}

/** Sends requests with one token to one account. Paths begin behind the version: `users/read`. */
export interface Client {
  readonly token: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, query?: RequestOptions['query'], headers?: RequestOptions['headers']): Promise<Answer>;
  post(path: string, body: unknown, headers?: RequestOptions['headers']): Promise<Answer>;
  put(path: string, body: unknown, headers?: RequestOptions['headers']): Promise<Answer>;
  delete(path: string, query?: RequestOptions['query']): Promise<Answer>;
  /** Creates one row and answers it; throws the refusal. */
  create(resource: string, entity: unknown): Promise<Envelope>;
}

/** Short ways to ask, whatever says who asks. */
export function shortcutsOf(
  request: Client['request'],
): Pick<Client, 'get' | 'post' | 'put' | 'delete' | 'create'> {
  return {
    get: (path, query = {}, headers = {}) => request('GET', path, { query, headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    put: (path, body, headers = {}) => request('PUT', path, { body, headers }),
    delete: (path, query = {}) => request('DELETE', path, { query }),
    async create(resource, entity) {
      const { status, json, text } = await request('POST', `${resource}/create`, { body: entity });
      if (status !== 200) throw new Error(`${resource}/create answered ${status}: ${text}`);
      return json['Results'][0];
    },
  };
}

/** A client for paths below `/<account>/v4/`. */
export function createClient({ address, account }: Where, token: string): Client {
  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    send(`${address}/${account}/v4/${path}`, { method, token, ...options });
  return {
    token,
    request,
    ...shortcutsOf(request),
  };
}

/** Sends one request to any address; `token` may be left out. */
export async function send(
  url: string,
  { method, token, headers, body, query }: RequestOptions & { method: string; token?: string },
): Promise<Answer> {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, String(value));
  const plain =
    body === undefined ||
    typeof body === 'string' ||
    body instanceof URLSearchParams ||
    body instanceof Uint8Array;
  const response = await fetch(target, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(plain ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: plain ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as Envelope;
    },
  };
}

/** Asks the token endpoint; throws unless it answers 200. */
export async function fetchToken(
  { address, account }: Where,
  form: Readonly<Record<string, string>>,
): Promise<{ access_token: string; refresh_token?: string; expires_in: number }> {
  const answer = await send(`${address}/${account}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  if (answer.status !== 200) throw new Error(`the token endpoint answered ${answer.status}: ${answer.text}`);
  return answer.json as { access_token: string; refresh_token?: string; expires_in: number };
}
