// Whole answers to reads, given again before anything else looks at a request. An answer stands for one text of a request,
// token included, while the account, the day, the token and the rows that time changes stand (see keep-answer.ts).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Keep } from '#engine/read/keep-answer.ts';
import { createAnswerStore } from './answer-store.ts';
import { findMoments, withMoments, type Moments } from './envelope-moments.ts';
import type { OverloadGuard } from './overload-guard.ts';
import { requestIdFrom } from './request-id.ts';
import { durationSince, type RequestFacts } from './request-facts.ts';
import type { ServerParts } from './server-parts.ts';
import type { UnsentAnswers } from './unsent-answers.ts';

/** What giving answers again needs. */
export interface KeptParts extends Pick<ServerParts, 'look' | 'clock' | 'stopwatch' | 'observe'> {
  readonly mostBytes: number;
  readonly guard: Pick<OverloadGuard, 'enter' | 'leave'>;
  readonly unsentAnswers: UnsentAnswers;
  readonly addressOf: (message: IncomingMessage) => string | null;
}

/** An answer as it was sent. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  readonly facts: RequestFacts;
  readonly keep: Keep;
}

/** The answers that are kept. */
export interface KeptAnswers {
  /** Answers the request with what is kept, if it holds; otherwise calls `ordinarily`. */
  serve(message: IncomingMessage, response: ServerResponse, ordinarily: () => void): void;
  /** Keeps an answer, if it is one that can be given again. */
  keep(message: IncomingMessage, sent: SentAnswer): void;
}

type Standing = Awaited<ReturnType<ServerParts['look']>>;

interface Entry {
  readonly keep: Keep;
  readonly tag: string | null;
  /** Of 200 and of 304, but for what each answer has of its own. */
  readonly headers: readonly string[];
  readonly headersUnchanged: readonly string[];
  /** `null`: only that nothing has changed is known. */
  readonly body: Buffer | null;
  /** `null`: the body is good for its own second alone. */
  readonly moments: Moments | null;
  readonly facts: RequestFacts;
  /** The body as it was given last, and for which moments. */
  patched: { readonly body: Buffer; readonly horizon: number; readonly second: number } | null;
}

/** A larger one is not kept: it would push out too many others. */
const mostOfOne = 512 * 1024;

/** Makes the cache. */
export function createKeptAnswers(parts: KeptParts): KeptAnswers {
  const store = createAnswerStore<Entry>(parts.mostBytes);
  const { guard, clock } = parts;

  const found = (message: IncomingMessage): Entry | null => {
    const key = keyOf(message);
    const entry = key === null ? undefined : store.get(key);
    if (entry === undefined) return null;
    const { from, until, allowedFrom } = entry.keep;
    const second = Math.floor(clock() / 1000);
    if (second < from || second >= until) return null;
    const address = allowedFrom === null ? null : parts.addressOf(message);
    return allowedFrom === null || allowedFrom.includes(address ?? '') ? entry : null;
  };
  const give = (entry: Entry, standing: Standing, asked: Asked): boolean => {
    const { keep, tag } = entry;
    if (standing.version !== keep.version || standing.history !== keep.history) return false;
    const second = Math.floor(clock() / 1000);
    if (second < keep.from || second >= keep.until) return false;
    if (tag !== null && asked.message.headers['if-none-match'] === tag)
      send(parts, entry, { asked, body: null });
    else {
      const body = bodyAt(entry, { horizon: standing.horizon, second });
      if (body === null) return false;
      send(parts, entry, { asked, body });
    }
    return true;
  };
  return {
    serve(message, response, ordinarily) {
      const started = parts.stopwatch();
      const entry = found(message);
      if (entry === null || !hasRoom(parts, message) || guard.enter() !== null) return ordinarily();
      const asked = { message, response, started };
      const standing = standingNow(parts, entry.keep);
      if (!(standing instanceof Promise)) {
        const isGiven = standing !== null && give(entry, standing, asked);
        guard.leave();
        if (!isGiven) ordinarily();
        return;
      }
      void standing
        .then(
          (one) => give(entry, one, asked),
          () => false,
        )
        .then((isGiven) => (guard.leave(), isGiven ? undefined : ordinarily()));
    },
    keep(message, sent) {
      const key = keyOf(message);
      if (key === null || sent.body.length > mostOfOne) return;
      const entry = entryOf(sent);
      if (entry !== null) store.put(key, entry, entry.body?.length ?? 0);
    },
  };
}

/** `null`: the database does not say; the ordinary way finds out why. */
function standingNow({ look }: KeptParts, { accountId }: Keep): ReturnType<ServerParts['look']> | null {
  try {
    return look(accountId);
  } catch {
    return null;
  }
}

interface Asked {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly started: number;
}

/**
 * All of a request that can decide its answer, but for `If-None-Match`; `null`: the answer to such a request is not kept.
 * A session cookie is looked at, and renewed, with each request.
 */
function keyOf({ method, url, headers }: IncomingMessage): string | null {
  const { authorization } = headers;
  if (method !== 'GET' || authorization === undefined || headers.cookie !== undefined) return null;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
  return `${url}\n${authorization}\n${headers.accept ?? ''}\n${headers['accept-encoding'] ?? ''}\n${headers.host ?? ''}\n${headers.origin ?? ''}`;
}

function hasRoom({ unsentAnswers, addressOf }: KeptParts, message: IncomingMessage): boolean {
  return unsentAnswers.isQuiet() || unsentAnswers.takesMore(addressOf(message));
}

function entryOf({ status, headers, body, facts, keep }: SentAnswer): Entry | null {
  const tag = headers['etag'] ?? null;
  const shared = { keep, tag, headersUnchanged: pairsOf(headers, onlyWithBody), facts, patched: null };
  if (status === 304) return { ...shared, headers: [], body: null, moments: null };
  if (status !== 200) return null;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isPlain = headers['content-encoding'] === undefined;
  const moments = isPlain ? findMoments(bytes, headers['content-type'] ?? '') : null;
  return { ...shared, headers: pairsOf(headers, ofEachAnswer), body: bytes, moments };
}

const ofEachAnswer: ReadonlySet<string> = new Set([
  'x-request-id',
  'server-timing',
  'content-length',
  'connection',
]);
const onlyWithBody: ReadonlySet<string> = new Set([...ofEachAnswer, 'content-type', 'content-encoding']);

function pairsOf(headers: Readonly<Record<string, string>>, without: ReadonlySet<string>): readonly string[] {
  return Object.entries(headers).flatMap((pair) => (without.has(pair[0]) ? [] : pair));
}

/** The body for a second; `null`: it cannot be said in it. */
function bodyAt(entry: Entry, { horizon, second }: { horizon: number; second: number }): Buffer | null {
  const { body, moments, keep, patched } = entry;
  if (body === null || second === keep.from) return body;
  if (moments === null) return null;
  if (patched?.horizon === horizon && patched.second === second) return patched.body;
  const at = { startedAt: horizon, endedAt: Math.max(horizon, second), timeZone: keep.serverTimeZone };
  const fresh = withMoments(body, moments, at);
  entry.patched = { body: fresh, horizon, second };
  return fresh;
}

/** `body`: `null` says that nothing has changed. */
function send(
  parts: KeptParts,
  entry: Entry,
  { asked, body }: { readonly asked: Asked; readonly body: Buffer | null },
): void {
  const { message, response, started } = asked;
  const requestId = requestIdFrom(message.headers['x-request-id'] as string | undefined);
  const own = ['x-request-id', requestId, 'date', new Date(parts.clock()).toUTCString()];
  const client = parts.addressOf(message);
  const status = body === null ? 304 : 200;
  if (body === null) {
    response.writeHead(304, [...entry.headersUnchanged, ...own]);
    response.end();
  } else {
    const timing = `kept;dur=${(parts.stopwatch() - started).toFixed(2)}`;
    own.push('server-timing', timing, 'content-length', String(body.length));
    parts.unsentAnswers.count({ remoteAddress: client, message, response, bytes: body.length });
    response.writeHead(200, [...entry.headers, ...own]);
    response.end(body);
  }
  const duration = durationSince(started, parts.stopwatch);
  parts.observe({ requestId, ...entry.facts, status, duration, client, bytes: body?.length ?? 0 });
}
