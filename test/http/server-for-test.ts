// A server for tests. Everything behind the HTTP layer is an argument with a simple default.
import { readConfig } from '#config';
import { ApiError } from '#errors/api-error.ts';
import { catalogue } from '#errors/catalogue.ts';
import type { ServerParts } from '#http/server-parts.ts';
import { createServer, type HttpServer } from '#http/server.ts';
import type { ObservedEvent } from '#observe/event.ts';
import type { Holder } from '#oauth/authenticate.ts';
import { createMetrics } from '#observe/metrics.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import { defineResource, id } from '#resource/define-resource.ts';
import { buildSchema } from '#resource/schema.ts';
import { unhurried } from '../support/unhurried.ts';

/** Parts to replace, and options as a user would write them in flags. */
export interface TestServerOptions {
  readonly parts?: Partial<ServerParts>;
  readonly flags?: Readonly<Record<string, string>>;
}

/** The server, what was observed, and the requests that reached the engine. */
export interface TestServer {
  readonly server: HttpServer;
  readonly events: ObservedEvent[];
  readonly requests: HttpRequest[];
}

const clients = defineResource({
  name: 'clients',
  doc: 'A resource for the names in logs and metrics.',
  aliases: ['client'],
  fields: { id },
  actions: ['read', 'create'],
  namedReads: { newest: () => [] },
  access: { read: () => [], write: () => [] },
});

/** The caller for every token in these tests. */
export const caller: Caller = {
  kind: 'machine',
  accountId: 1,
  accountName: 'acme',
  userId: null,
  clientId: 'test',
  readOnly: false,
};

/** Whom every token stands for. */
export const held: Holder = {
  caller,
  expiresAt: Number.POSITIVE_INFINITY,
  suspended: false,
  allowedFrom: null,
  renewAt: Number.POSITIVE_INFINITY,
};

/** Parts in which authentication refuses every token, for reads as for writes. */
export function refusing(error: Error): Partial<ServerParts> {
  const refuse = async () => {
    throw error;
  };
  return {
    authenticate: refuse,
    loginOf: () => ({ accountId: 1, holderIn: refuse }),
    runRequest: async ({ token }) => json(200, await token?.holderIn(undefined as never)),
  };
}

/** Builds it; close it with `await server.close()`. */
export function serverForTest({ parts = {}, flags = {} }: TestServerOptions = {}): TestServer {
  const events: ObservedEvent[] = [];
  const requests: HttpRequest[] = [];
  const metrics = createMetrics('9.9.9');
  const server = createServer({
    config: readConfig({ flags: { port: '0', 'shutdown-grace': '5', ...unhurried, ...flags }, env: {} }),
    version: '9.9.9',
    observe: (event) => {
      events.push(event);
      metrics.observe(event);
    },
    clock: Date.now,
    stopwatch: () => performance.now(),
    schema: buildSchema([clients]),
    waitingWrites: () => 0,
    clockLag: () => 0,
    ready: async () => true,
    hasRoom: async () => true,
    gatherMetrics: async (own) => own,
    forwardWrite: async () => null,
    metrics: metrics.render,
    documentation: () => null,
    consoleFiles: () => null,
    look: () => ({ horizon: 0, version: 1, history: '' }),
    lookForCommits: () => ({ version: 1, history: '' }),
    loginsThatHold: async (_accountId, logins) => new Set(logins),
    authenticate: async () => caller,
    loginOf: () => ({ accountId: 1, holderIn: async () => held }),
    rememberedLogin: () => null,
    answerSession: async () => json(200, { Success: true }),
    renewSession: async () => ({}),
    issueToken: async () => json(200, { access_token: 'opaque' }),
    revokeToken: async () => json(200, {}),
    findPasswordLink: async () => null,
    runRequest: async ({ request }) => {
      requests.push(request);
      return json(200, { Success: true, body: request.body?.toString() ?? null });
    },
    renderError: (error) => json(statusOf(error), envelope(error)),
    ...parts,
  });
  return { server, events, requests };
}

/** A JSON answer. */
export function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

function statusOf(error: unknown): number {
  return error instanceof ApiError ? catalogue[error.code].status : 500;
}

function envelope(error: unknown): unknown {
  const known = error instanceof ApiError ? error : new ApiError('internal', 'An internal error occurred.');
  return {
    Success: false,
    Error: known.status,
    ErrorMessage: known.message,
    ErrorExtended: { errorCode: known.code },
  };
}

/** Sends one request to a server of its own. */
export async function ask(request: Parameters<HttpServer['inject']>[0], options: TestServerOptions = {}) {
  const { server, requests, events } = serverForTest(options);
  const response = await server.inject(request);
  await server.close();
  return { response, requests, events };
}
