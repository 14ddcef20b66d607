// A client as integrators script it in Postman: it sends form bodies and query strings, and reads JSON or XML.
import assert from 'node:assert/strict';
import { elementsOf, parseXml, type Elements } from '../support/xml.ts';

/** Field name → text, as typed into a form. */
export type Form = Readonly<Record<string, string>>;

/** How a client writes addresses and which answers it wants. */
export interface Manner {
  readonly shape: 'v4' | 'userapi/v3';
  readonly accept: 'application/json' | 'application/xml';
}

/** An answer with every value as text and every list as a list: the same from JSON and from XML. */
export interface FormAnswer {
  readonly status: number;
  /** The envelope. */
  readonly envelope: Elements;
  readonly rows: readonly Elements[];
}

/** A logged-in client; paths begin behind the version: `users/create`. */
export interface FormClient {
  /** Sends one request; `form` is the body, `query` stands in the address. */
  request(
    method: string,
    path: string,
    sent?: { readonly form?: Form; readonly query?: Form },
  ): Promise<FormAnswer>;
  /** Rows of a read that succeeds. */
  read(path: string, query?: Form): Promise<readonly Elements[]>;
  /** The one row that a create answers. */
  create(resource: string, form: Form): Promise<Elements>;
  /** The rows that a PUT answers. */
  put(path: string, form: Form): Promise<readonly Elements[]>;
  delete(path: string, sent?: { readonly form?: Form; readonly query?: Form }): Promise<void>;
}

/** Asks the token endpoint with a form and makes a client of the answer. */
export async function loginByForm(
  { address, account }: { readonly address: string; readonly account: string },
  { manner, form }: { readonly manner: Manner; readonly form: Form },
): Promise<FormClient> {
  const answer = await fetch(`${address}/${account}/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encoded(form),
  });
  assert.equal(answer.status, 200);
  const { access_token: token, token_type: type } = (await answer.json()) as Form;
  assert.equal(type, 'bearer');
  return formClient(`${address}/${account}/${manner.shape}`, { token: token ?? '', accept: manner.accept });
}

function formClient(
  base: string,
  { token, accept }: { token: string; accept: Manner['accept'] },
): FormClient {
  const request: FormClient['request'] = async (method, path, { form, query } = {}) => {
    const search = query === undefined ? '' : `?${encoded(query)}`;
    const answer = await fetch(`${base}/${path}/${search}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept,
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: encoded(form) }),
    });
    assert.ok(answer.headers.get('content-type')?.startsWith(accept), path);
    const envelope = envelopeOf(await answer.text(), accept);
    return { status: answer.status, envelope, rows: listOf(envelope['Results']) };
  };
  const done = async (...asked: Parameters<typeof request>): Promise<readonly Elements[]> => {
    const { status, envelope, rows } = await request(...asked);
    const place = `${asked.slice(0, 2).join(' ')}: ${JSON.stringify(envelope)}`;
    assert.equal(status, 200, place);
    assert.deepEqual([envelope['Success'], envelope['SuccessNested']], ['1', '1'], place);
    assert.equal(envelope['NumResults'], String(rows.length), place);
    return rows;
  };
  return {
    request,
    read: (path, query = {}) => done('GET', path, { query }),
    create: async (resource, form) => {
      const rows = await done('POST', `${resource}/create`, { form });
      assert.equal(rows.length, 1, resource);
      return rows[0] as Elements;
    },
    put: (path, form) => done('PUT', path, { form }),
    delete: async (path, sent = {}) => void (await done('DELETE', path, sent)),
  };
}

/** A list that one element or none may stand for. */
export function listOf(element: unknown): readonly Elements[] {
  if (element === undefined || element === '') return [];
  return Array.isArray(element) ? (element as readonly Elements[]) : [element as Elements];
}

function envelopeOf(text: string, accept: Manner['accept']): Elements {
  if (accept === 'application/xml') return parseXml(text).response;
  return elementsOf(JSON.parse(text)) as Elements;
}

/** As browsers and Postman encode forms: a blank as +, everything else percent-encoded. */
function encoded(form: Form): string {
  return new URLSearchParams(form).toString();
}
