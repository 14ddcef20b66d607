// The addresses for operators and passers-by: front page, health and metrics. None of them belongs to an account.
import { timingSafeEqual, createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { metricsType } from '#observe/metrics.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { OverloadGuard } from './overload-guard.ts';
import type { ServerParts } from './server-parts.ts';

const readyWithinMilliseconds = 2000;

/** Answers one of the addresses, to GET and HEAD. */
export type OperatorRoute = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

/** What the routes look at. */
export interface OperatorParts extends Pick<
  ServerParts,
  'config' | 'version' | 'ready' | 'hasRoom' | 'metrics' | 'gatherMetrics' | 'waitingWrites' | 'clockLag'
> {
  readonly guard: OverloadGuard;
  readonly stopping: () => boolean;
}

/** The routes by path. */
export function operatorRoutes(parts: OperatorParts): ReadonlyMap<string, OperatorRoute> {
  const metrics: readonly [string, OperatorRoute][] =
    // Without a token, only a port of their own tells them: this one faces everybody.
    parts.config.metricsToken === '' ? [] : [['/metrics', (request) => answerMetrics(parts, request)]];
  return new Map<string, OperatorRoute>([
    ['/', () => frontAnswer(parts)],
    ['/health/live', () => json(200, { status: 'live' })],
    ['/health/ready', () => answerReady(parts)],
    ...metrics,
  ]);
}

/** Browsers get the web console at the same address. */
function frontAnswer(parts: Pick<OperatorParts, 'version' | 'config'>): HttpResponse {
  return { status: 200, headers: { ...textHeaders, vary: 'Accept' }, body: frontPage(parts) };
}

function frontPage({ version, config }: Pick<OperatorParts, 'version' | 'config'>): string {
  const docs = config.docs ? '\nDocs     GET  /docs/, /openapi.json' : '';
  return `Hourbook ${version}, a REST service for time tracking.

Console  GET  / with a browser
Log in   POST /<account>/auth/oauth2/token
Call     GET  /<account>/v4/<resource>/read/
Health   GET  /health/live, /health/ready${docs}

The documentation is in the folder docs of this installation.
`;
}

/** Ready means: not shutting down, the database answers in time, and it has room. */
async function answerReady(parts: OperatorParts): Promise<HttpResponse> {
  const reason = await obstacle(parts);
  const lag = parts.clockLag();
  if (reason === null)
    return json(200, { status: 'ready', ...(lag > 0 ? { warning: clockWarning(lag) } : {}) });
  return { ...json(503, { status: 'not ready', reason }), headers: { ...jsonHeaders, 'retry-after': '2' } };
}

async function obstacle({ ready, hasRoom, stopping }: OperatorParts): Promise<string | null> {
  if (stopping()) return 'The server is shutting down.';
  const late = new AbortController();
  const answered = ready().catch(() => false);
  const timeout = sleep(readyWithinMilliseconds, false, { signal: late.signal }).catch(() => false);
  const isReady = await Promise.race([answered, timeout]);
  late.abort();
  if (!isReady) return 'The database cannot be reached, or takes no writes.';
  return (await hasRoom()) ? null : 'The storage of the database is full.';
}

/** The service books right, so that it is ready; delta synchronisation still shows stamps of the future. */
function clockWarning(seconds: number): string {
  return `The clock is ${seconds} seconds behind the stamps of changes; see "The clock was wrong" in docs/how-to/operate.md.`;
}

async function answerMetrics(parts: OperatorParts, request: HttpRequest): Promise<HttpResponse> {
  if (!mayReadMetrics(parts.config.metricsToken, request.headers['authorization'])) {
    return {
      status: 401,
      headers: { ...textHeaders, 'www-authenticate': 'Bearer' },
      body: 'The metrics want their token.\n',
    };
  }
  const body = await parts.gatherMetrics(ownMetrics(parts));
  return { status: 200, headers: { 'content-type': metricsType }, body };
}

/** The metrics of this process as they stand now. */
export function ownMetrics({
  guard,
  metrics,
  waitingWrites,
  clockLag,
}: Pick<OperatorParts, 'guard' | 'metrics' | 'waitingWrites' | 'clockLag'>): string {
  return metrics({
    inFlight: guard.inFlight(),
    waitingWrites: waitingWrites(),
    eventLoopDelaySeconds: guard.eventLoopDelay() / 1000,
    clockLagSeconds: clockLag(),
  });
}

/** Hashing makes both sides of one length, which a comparison in constant time needs. */
function mayReadMetrics(token: string, authorization: string | undefined): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? ''));
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' } as const;
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;

function json(status: number, value: unknown): HttpResponse {
  return { status, headers: jsonHeaders, body: JSON.stringify(value) };
}
