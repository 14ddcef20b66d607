// The HTTP server: Fastify between sockets and answerRequest. Fastify lives only in this file and client-error.ts.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import { ApiError } from '#errors/api-error.ts';
import type { Caller } from '#resource/access.ts';
import type { ForwardWrite, HttpRequest, HttpResponse } from '#request/http-message.ts';
import { mostUnaccepted } from '#values/most-unaccepted.ts';
import { adoptConnections } from './adopt-connections.ts';
import { answerForwarded, answerRequest, lost, type Answer, type AnsweringParts } from './answer-request.ts';
import { clientAddress, trustedList } from './client-address.ts';
import { createChangeStreams, looksPerSecond } from './change-streams.ts';
import type { ListeningCaller } from './changes.ts';
import { answerClientError } from './client-error.ts';
import { compressResponse } from './compress-response.ts';
import { isRouted } from './console-files.ts';
import { finishedHeaders } from './finish-response.ts';
import { createKeptAnswers, type KeptAnswers, type KeptParts } from './kept-answers.ts';
import { operatorRoutes, ownMetrics } from './operator-routes.ts';
import { createOverloadGuard } from './overload-guard.ts';
import { createUnsentAnswers } from './unsent-answers.ts';
import { createWaitingBodies } from './waiting-bodies.ts';
import { hasBody, readBody } from './read-body.ts';
import { doneFacts, durationSince, type RequestFacts } from './request-facts.ts';
import type { ServerConfig, ServerParts } from './server-parts.ts';
import { toHttpRequest } from './to-http-request.ts';
import { serveBefore } from './serve-before.ts';
import { shutDown } from './shut-down.ts';

/** A server that may be started once and closed once. */
export interface HttpServer {
  /** Resolves with the address, such as `http://127.0.0.1:8080`. */
  listen(): Promise<string>;
  /** Instead of listening: resolves with what takes connections that another process accepted. */
  join(): Promise<(socket: Socket) => void>;
  /** The metrics of this process. */
  readonly ownMetrics: () => string;
  /** Answers a request that another process has read, with its body; `null`: the server is about to end and has done nothing. */
  readonly answerForwarded: ForwardWrite;
  /**
   * Finishes the requests in flight, within the grace; then nothing of the server is left. `othersGoOn`: other workers
   * serve on, so the server turns no connected client away.
   */
  close(options?: { readonly othersGoOn: boolean }): Promise<void>;
  /** Sends a request without a socket: for tests. */
  readonly inject: (request: InjectOptions | string) => Promise<LightMyRequestResponse>;
}

/** Builds the server; it does not listen yet. */
export function createServer(parts: ServerParts): HttpServer {
  const { config } = parts;
  let stopping = false;
  const guard = createOverloadGuard({
    ...config,
    waitingWrites: parts.waitingWrites,
    observe: parts.observe,
  });
  const routes = operatorRoutes({ ...parts, guard, stopping: () => stopping });
  const changeStreams = createChangeStreams<ListeningCaller>({
    version: async (accountId) => {
      const { history, version } = await parts.lookForCommits(accountId);
      return `${history} ${version}`;
    },
    stillLoggedIn: parts.loginsThatHold,
  });
  const looking = setInterval(() => void changeStreams.look(), betweenLooks).unref();
  const waitingBodies = createWaitingBodies(config.maxWaitingBodies);
  const answering: AnsweringParts = {
    ...parts,
    guard,
    waitingBodies,
    unsentAnswers: createUnsentAnswers(),
    operatorRoutes: routes,
    changeStreams,
    runRequest: async (input) => {
      const answer = await parts.runRequest(input);
      // The caller of a write is known before it runs; the caller of a read is not.
      if (input.caller !== null) void changeStreams.committed(input.caller.accountId);
      return answer;
    },
    forwardWrite: async (request) => {
      const forwarded = await parts.forwardWrite(request);
      if (forwarded?.caller) void changeStreams.committed(forwarded.caller.accountId);
      return forwarded;
    },
  };
  const trusted = trustedList(config.trustedProxies);
  const addressOf = (message: IncomingMessage): string | null => clientAddress(message, trusted);
  const kept = keptAnswersOf({ ...parts, ...answering, addressOf });
  const edge: Edge = { parts, answering, kept, addressOf, stopping: () => stopping };
  const server = createFastify(edge);
  serveBefore(server.server, { kept, addressOf, stopping: () => stopping });
  const adopted = adoptConnections(server.server);
  return {
    listen: () => server.listen({ host: config.host, port: config.port, backlog: mostUnaccepted }),
    join: async () => {
      await server.ready();
      return adopted.take;
    },
    ownMetrics: () => ownMetrics({ ...parts, guard }),
    answerForwarded: async (request) => (stopping ? null : answerForwarded(answering, request)),
    close: async ({ othersGoOn } = { othersGoOn: false }) => {
      stopping = true;
      clearInterval(looking);
      changeStreams.close();
      await shutDown({ server, guard, adopted, turnsAway: !othersGoOn, graceSeconds: config.shutdownGrace });
    },
    inject: (request) => server.inject(request),
  };
}

/** Milliseconds until what another process committed is seen at the latest. */
const betweenLooks = 1000 / looksPerSecond;

interface Edge {
  readonly parts: ServerParts;
  readonly answering: AnsweringParts;
  /** `null`: no answer is kept. */
  readonly kept: KeptAnswers | null;
  readonly addressOf: (message: IncomingMessage) => string | null;
  readonly stopping: () => boolean;
}

function keptAnswersOf(parts: ServerParts & Omit<KeptParts, 'mostBytes'>): KeptAnswers | null {
  const mostBytes = parts.config.answerCache;
  return mostBytes === 0 ? null : createKeptAnswers({ ...parts, mostBytes });
}

/** Fastify without what the service does itself: body parsers, query parser, logger, error pages. */
function createFastify(edge: Edge): FastifyInstance {
  const handle = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    handleRequest(edge, request, reply);
  const noQuery = {};
  const server = Fastify({
    ...serverOptions(edge.parts.config),
    frameworkErrors: (_error, request, reply) => {
      // Addresses of the console are read in the browser.
      if (!isRouted(request.raw.url ?? '')) handleFault(edge, badUrl(), request, reply);
      else handle(request, reply).catch((error) => handleFault(edge, error, request, reply));
    },
    routerOptions: { querystringParser: () => noQuery },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.addHook('onRequest', (request, _reply, done) => {
    mendContentType(request);
    done();
  });
  server.setErrorHandler((error, request, reply) => handleFault(edge, asFault(error), request, reply));
  server.setNotFoundHandler(handle);
  server.route({ method: server.supportedMethods, url: '*', exposeHeadRoute: false, handler: handle });
  return server;
}

/**
 * An empty Content-Type says as much as none; the official client sends it with every DELETE. Fastify itself refuses QUERY
 * without one; the engine says which methods the address has.
 */
function mendContentType({ raw: { headers, method } }: FastifyRequest): void {
  if (headers['content-type'] === '') delete headers['content-type'];
  if (method === 'QUERY') headers['content-type'] ??= 'text/plain';
}

/** Times are there against clients that send slowly or never; none limits how long an answer may take. */
function serverOptions(config: ServerConfig) {
  return {
    logger: false,
    bodyLimit: config.bodyLimit,
    keepAliveTimeout: config.keepAliveTimeout * 1000,
    requestTimeout: config.requestTimeout * 1000,
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    clientErrorHandler: answerClientError,
    // No route has a schema: what compiles them need not be loaded.
    schemaController: { compilersFactory: { buildValidator: notCompiled, buildSerializer: notCompiled } },
    http: {
      maxHeaderSize: config.headerLimit,
      headersTimeout: Math.min(config.headersTimeout, config.requestTimeout) * 1000,
      connectionsCheckingInterval: 1000,
    },
  };
}

function notCompiled(): never {
  throw new Error('no route has a schema');
}

/** Waits for the end of a stream, which Fastify would else take for an answer that was never given. */
async function handleRequest(edge: Edge, incoming: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { parts, answering } = edge;
  const started = parts.stopwatch();
  const request = toHttpRequest(incoming.raw, edge.addressOf);
  let caller: Caller | null = null;
  const answer = await answerRequest(answering, {
    request,
    identify: (known) => (caller = known),
    hasBody: hasBody(incoming.raw),
    readBody: (limit, place) =>
      readBody(incoming.raw, { limit, longestPause: parts.config.bodyTimeout, place }),
  });
  if (answer === lost) {
    reply.hijack();
    incoming.raw.socket.destroy();
    const facts = doneFacts(parts.schema, request, caller);
    return report(parts, { request, response: lost, started, facts });
  }
  const response = await compressResponse(request, answer);
  const headers = send(edge, { request, response, reply });
  const facts = doneFacts(parts.schema, request, caller);
  if ('keep' in answer && answer.keep !== undefined)
    edge.kept?.keep(incoming.raw, { ...response, headers, facts, keep: answer.keep });
  if (!answering.operatorRoutes.has(request.path)) report(parts, { request, response, started, facts });
  if (response.stream !== undefined) await reply;
}

/** A fault that Fastify found before the handler ran. */
function handleFault(edge: Edge, fault: unknown, incoming: FastifyRequest, reply: FastifyReply): void {
  const started = edge.parts.stopwatch();
  const request = toHttpRequest(incoming.raw, edge.addressOf);
  const response = edge.parts.renderError(fault, request);
  send(edge, { request, response, reply });
  const facts = doneFacts(edge.parts.schema, request, null);
  report(edge.parts, { request, response, started, facts });
}

function badUrl(): ApiError {
  return new ApiError(
    'malformed_parameter',
    'The address holds a percent sign that does not begin a percent-encoded character.',
  );
}

/** The only fault of the client's that Fastify still finds is a Content-Type without the form `type/subtype`. */
function asFault(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return error;
  return new ApiError(
    'malformed_parameter',
    'The Content-Type header cannot be read; send application/json or application/x-www-form-urlencoded.',
  );
}

interface Outgoing {
  readonly request: HttpRequest;
  readonly response: Answer;
  readonly reply: FastifyReply;
}

/** Answers the headers. */
function send(edge: Edge, { request, response, reply }: Outgoing): Readonly<Record<string, string>> {
  const headers = finishedHeaders(request, response, edge.parts.config.corsOrigins);
  // After 408 the rest of a body would be taken for the next request.
  if (edge.stopping() || response.status === 408) headers['connection'] = 'close';
  // By the service's own clock, which the console follows. Not among the headers that are kept with an answer.
  const date = new Date(edge.parts.clock()).toUTCString();
  reply.code(response.status).headers(headers).header('date', date);
  // A 304 or 204 has no body and says nothing of its length.
  const empty = response.status === 304 || response.status === 204;
  if (!empty && response.stream === undefined) {
    const { raw: message } = reply.request;
    const { remoteAddress } = request;
    const answer = { remoteAddress, message, response: reply.raw, bytes: response.body.length };
    edge.answering.unsentAnswers.count(answer);
  }
  void reply.send(empty ? undefined : (response.stream ?? response.body));
  return headers;
}

interface Done {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly started: number;
  readonly facts: RequestFacts;
}

function report({ observe, stopwatch }: ServerParts, { request, response, started, facts }: Done): void {
  observe({
    requestId: request.requestId,
    ...facts,
    status: response.status,
    duration: durationSince(started, stopwatch),
    client: request.remoteAddress,
    bytes: response.length ?? Buffer.byteLength(response.body),
  });
}
