// The only place of the console that sends requests. Turns answers of the interface into rows or a refusal.
import type { Way } from '../domain/server-clock.ts';

/** Why something was not done. `offline`: no answer came; `ended`: the login has ended; `busy`: try again later. */
export interface Refusal {
  readonly kind: 'refused' | 'offline' | 'ended' | 'busy';
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A row that a write changed beside its own; one that is gone has no other fields. */
export interface AffectedRow {
  readonly id: number;
  readonly deleted_at?: string;
}

/** A document of the interface, as far as the console reads it. */
export interface Envelope {
  readonly Success: boolean;
  readonly Results: unknown;
  readonly RequestStartTime?: string;
  readonly FullResync?: number;
  readonly Deleted?: readonly { readonly id: number }[];
  readonly Affected?: Readonly<Record<string, readonly AffectedRow[]>>;
  readonly Error?: number;
  readonly ErrorMessage?: string;
  readonly ErrorExtended?: {
    readonly errorCode?: string;
    readonly field?: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** What came back. */
export type Answer =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly refusal: Refusal; readonly envelope: Envelope | null };

/** A request to one account; the path begins behind `/<account>/`. */
export interface Call {
  readonly account: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>> | undefined;
  readonly body?: unknown;
  /** Of a create: sent again with it, it makes no second row. */
  readonly key?: string | undefined;
  /** Whether no person caused it: it does not keep the login alive. */
  readonly isBackground?: boolean;
  /** Whether it asks, or says, who is logged in. */
  readonly asksWho?: boolean;
  /** Whether it has to arrive although the page closes. */
  readonly isLast?: boolean;
}

const patience = 20_000;
/** Sheets of many people take the server longer. */
const patienceWithFiles = 120_000;

/** A refusal in which the server has no part. */
export function ownRefusal(kind: Refusal['kind'], code: string): Refusal {
  return { kind, code, field: null, message: '', data: {} };
}

/** After a logout there is no account, and an address that begins with two slashes would name another host. */
const loggedOut = ownRefusal('ended', 'authentication_missing');

/** Sends one request. Never throws: what went wrong is a refusal. */
export async function send(call: Call): Promise<Answer> {
  if (call.account === '') return { ok: false, refusal: loggedOut, envelope: null };
  const url = urlOf(call);
  try {
    const { ok, status, envelope, date, way } = await (takeEarly(call.method, url) ?? ask(call, url));
    if (date > 0) hear(date, way);
    if (ok && envelope.Success) return { ok: true, envelope };
    return { ok: false, refusal: refusalOf(status, envelope), envelope };
  } catch {
    return { ok: false, refusal: ownRefusal('offline', 'offline'), envelope: null };
  }
}

/** What the server said, read to its end. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly envelope: Envelope;
  /** The server's time in seconds since 1970. */
  readonly date: number;
  readonly way: Way;
}

let hear: (moment: number, way: Way) => void = () => {};

/** Says who hears the server's time with each answer. */
export function hearServerTime(listener: typeof hear): void {
  hear = listener;
}

let sender: number | null = null;

/** Says for whom this page sends from now on: the server refuses what would be done under another login. */
export function sendFor(userId: number | null): void {
  sender = userId;
}

/** Sends one request; throws without an answer. */
export async function ask(call: Call, url: string): Promise<Reply> {
  const [from, began] = [Date.now(), performance.now()];
  const response = await fetch(url, {
    method: call.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'x-hourbook': call.isBackground === true ? 'background' : '1',
      ...(sender === null || call.asksWho === true ? {} : { 'x-hourbook-person': String(sender) }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout(patience),
    keepalive: call.isLast === true,
  });
  const [received, ended] = [Date.now(), performance.now()];
  // The clock may have been set meanwhile.
  const asked = Math.min(from, received - (ended - began));
  const way = { asked, received, ahead: (received - ended) / 1000 };
  const date = Date.parse(response.headers.get('date') ?? '') / 1000;
  const envelope = (await response.json()) as Envelope;
  return { ok: response.ok, status: response.status, envelope, date, way };
}

/** The address of a request. */
export function urlOf({ account, path, query = {} }: Pick<Call, 'account' | 'path' | 'query'>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const text = new URLSearchParams(pairs).toString();
  return `/${account}/${path}${text === '' ? '' : `?${text}`}`;
}

/** Answers that were asked for while the console was loading, by address. */
export function early(): Map<string, Promise<Reply>> {
  const shared = globalThis as { hourbookEarly?: Map<string, Promise<Reply>> };
  return (shared.hourbookEarly ??= new Map());
}

/** An early answer is taken once, and any write outdates what is left. */
function takeEarly(method: Call['method'], url: string): Promise<Reply> | undefined {
  const found = method === 'GET' ? early().get(url) : undefined;
  if (method === 'GET') early().delete(url);
  else early().clear();
  return found;
}

/** Asks for a file and hands it to the browser to keep, by the server's name for it; `null` when that was done. */
export async function download({ account, path, query = {} }: Omit<Call, 'method'>): Promise<Refusal | null> {
  if (account === '') return loggedOut;
  try {
    const response = await fetch(urlOf({ account, path, query }), {
      headers: { 'x-hourbook': '1' },
      signal: AbortSignal.timeout(patienceWithFiles),
    });
    if (!response.ok) return refusalOf(response.status, (await response.json()) as Envelope);
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
    keepFile(named?.[1] ?? 'hourbook', await response.blob());
    return null;
  } catch {
    return ownRefusal('offline', 'offline');
  }
}

/** Hands a file to the browser to keep. */
export function keepFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Reads a document that is no envelope, such as the description of the interface; `null` without an answer. */
export async function readDocument({ account, path }: Pick<Call, 'account' | 'path'>): Promise<unknown> {
  if (account === '') return null;
  try {
    const headers = { 'x-hourbook': '1' };
    const response = await fetch(urlOf({ account, path }), {
      headers,
      signal: AbortSignal.timeout(patience),
    });
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}

/** The rows of an answer. */
export function rowsOf<Row>(envelope: Envelope): readonly Row[] {
  return Array.isArray(envelope.Results) ? (envelope.Results as readonly Row[]) : [];
}

/** What an envelope refuses; also used for the items of a batch. */
export function refusalOf(status: number, envelope: Envelope): Refusal {
  const code = envelope.ErrorExtended?.errorCode ?? '';
  return {
    kind: kindOf(status, code),
    code,
    field: envelope.ErrorExtended?.field ?? null,
    message: envelope.ErrorMessage ?? '',
    data: envelope.ErrorExtended?.data ?? {},
  };
}

function kindOf(status: number, code: string): Refusal['kind'] {
  if (code === 'authentication_missing') return 'ended';
  return [500, 502, 503, 504].includes(status) ? 'busy' : 'refused';
}
