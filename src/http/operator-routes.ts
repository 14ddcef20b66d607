// The addresses for operators and passers-by: front page, health and metrics. None of them belongs to an account.
import { timingSafeEqual, createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { OverloadGuard } from './overload-guard.ts';
import type { ServerParts } from './server-parts.ts';

const readyWithinMilliseconds = 2000;

/** Answers one of the addresses, to GET and HEAD. */
export type OperatorRoute = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

/** What the routes look at. */
export interface OperatorParts extends Pick<
  ServerParts,
  'config' | 'version' | 'ready' | 'metrics' | 'gatherMetrics' | 'waitingWrites'
> {
  readonly guard: OverloadGuard;
  readonly stopping: () => boolean;
}

/** The routes by path. */
export function operatorRoutes(parts: OperatorParts): ReadonlyMap<string, OperatorRoute> {
  return new Map<string, OperatorRoute>([
    ['/', () => plain(200, frontPage(parts))],
    ['/health/live', () => json(200, { status: 'live' })],
    ['/health/ready', () => answerReady(parts)],
    ['/metrics', (request) => answerMetrics(parts, request)],
  ]);
}

function frontPage({ version, config }: Pick<OperatorParts, 'version' | 'config'>): string {
  const docs = config.docs ? '\nDocs     GET  /docs/, /openapi.json' : '';
  return `Hourbook ${version}, a REST service for time tracking.

Log in   POST /<account>/auth/oauth2/token
Call     GET  /<account>/v4/<resource>/read/
Health   GET  /health/live, /health/ready${docs}

The documentation is in the folder docs of this installation.
`;
}

/** Ready means: not shutting down, and the database answers in time. */
async function answerReady({ ready, stopping }: OperatorParts): Promise<HttpResponse> {
  const late = new AbortController();
  const answered = ready().catch(() => false);
  const timeout = sleep(readyWithinMilliseconds, false, { signal: late.signal }).catch(() => false);
  const isReady = !stopping() && (await Promise.race([answered, timeout]));
  late.abort();
  if (isReady) return json(200, { status: 'ready' });
  return { ...json(503, { status: 'not ready' }), headers: { ...jsonHeaders, 'retry-after': '2' } };
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
  return { status: 200, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body };
}

/** The metrics of this process as they stand now. */
export function ownMetrics({
  guard,
  metrics,
  waitingWrites,
}: Pick<OperatorParts, 'guard' | 'metrics' | 'waitingWrites'>): string {
  return metrics({
    inFlight: guard.inFlight(),
    waitingWrites: waitingWrites(),
    eventLoopDelaySeconds: guard.eventLoopDelay() / 1000,
  });
}

/** Hashing makes both sides of one length, which a comparison in constant time needs. */
function mayReadMetrics(token: string, authorization: string | undefined): boolean {
  if (token === '') return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? ''));
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' } as const;
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;

function plain(status: number, body: string): HttpResponse {
  return { status, headers: textHeaders, body };
}

function json(status: number, value: unknown): HttpResponse {
  return { status, headers: jsonHeaders, body: JSON.stringify(value) };
}
