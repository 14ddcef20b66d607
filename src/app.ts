// Composition root: config → database → schema → engine → server. The only file that reads the clock.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Socket } from 'node:net';
import type { Config } from '#config';
import { startBackgroundTasks, type SendMails } from '#accounts/background-tasks.ts';
import { completeAccounts } from '#accounts/complete-accounts.ts';
import type { Demo } from '#accounts/create-demo.ts';
import { demoKept } from '#accounts/demo-kept.ts';
import { demoLine } from '#accounts/demo-text.ts';
import { describedFields } from '#accounts/described-fields.ts';
import { answerExports } from '#accounts/export-endpoint.ts';
import { findPasswordLink } from '#accounts/password-link.ts';
import { fillReferenceData } from '#accounts/fill-reference-data.ts';
import { createSessionEndpoint } from '#accounts/session-endpoint.ts';
import type { Engine } from '#engine/engine.ts';
import { errorResponse } from '#engine/error-response.ts';
import { callerOfToken } from '#engine/read/find-caller.ts';
import { createLargeReads } from '#engine/read/pace.ts';
import type { EngineInput } from '#engine/run-request.ts';
import { createStateLoader } from '#engine/request-state.ts';
import { createRowCache } from '#engine/read/row-cache.ts';
import { recomputation } from '#domain/recompute.ts';
import { openFileStore } from '#files/open-file-store.ts';
import { consoleFolder, createConsoleFiles } from '#http/console-files.ts';
import { createServer, type HttpServer } from '#http/server.ts';
import { queueMail } from '#mail/outbox.ts';
import { createAuthenticator, loginsThatHold } from '#oauth/authenticate.ts';
import type { TokenService } from '#oauth/grants/grant.ts';
import { createLoginTools } from '#oauth/login-tools.ts';
import { createCode } from '#oauth/one-time-codes.ts';
import { createLoginTurns } from '#oauth/login-turns.ts';
import { createPasswords } from '#oauth/passwords.ts';
import { createRevokeEndpoint } from '#oauth/revoke-endpoint.ts';
import { createTokenEndpoint } from '#oauth/token-endpoint.ts';
import type { Observe } from '#observe/event.ts';
import { createLineWriter } from '#observe/line-writer.ts';
import { chosenFormat, createLogger } from '#observe/logger.ts';
import type { MetricsPort } from '#observe/metrics-port.ts';
import { createMetrics } from '#observe/metrics.ts';
import { observeAll } from '#observe/observe-all.ts';
import { asksForDescription, createDocumentation, describeToCaller } from '#reference/documentation.ts';
import { buildSchema } from '#resource/schema.ts';
import type { Database } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { commandLockTimeout, openDatabase } from '#sql/open-database.ts';
import { withoutPassword } from '#values/without-password.ts';
import { servesAlone, type Membership } from '#workers/membership.ts';
import { loadResources } from './load-resources.ts';
import { version } from './version.ts';

/** What an app may be given instead of the machine's own. */
export interface Surroundings {
  readonly observe?: Observe;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Connections come from a process that supervises several; without it, the app listens itself. */
  readonly membership?: Membership;
  /** The database must exist; else it is made. */
  readonly mustExist?: boolean;
  /** How long a write waits while another process writes, in milliseconds; commands have more time than a server. */
  readonly lockTimeout?: number;
}

/** An opened installation, not serving: what commands work with. */
export interface App {
  readonly engine: Engine;
  readonly tokens: TokenService;
  /** `null`: no mail server is configured. */
  readonly sendMails: SendMails;
  readonly close: () => Promise<void>;
}

const serverLockTimeout = 5_000;
const rowCacheBytes = 64 * 1024 * 1024;

async function mailSenderOf(
  config: Config,
  parts: { readonly database: Database; readonly observe: Observe },
): Promise<NonNullable<SendMails>> {
  const { createMailServer } = await import('#mail/mail-server.ts');
  const { createMailSender } = await import('#mail/mail-sender.ts');
  const deliver = await createMailServer(config);
  return createMailSender({
    ...config,
    ...parts,
    createCode: (tx, order) => tx.unit((unit) => createCode(unit, order)),
    deliver,
  });
}

/** Opens the database, brings it up to this version, and puts the engine together. */
export async function openApp(config: Config, surroundings: Surroundings = {}): Promise<App> {
  const {
    observe = () => {},
    clock = Date.now,
    mustExist = false,
    lockTimeout = commandLockTimeout,
  } = surroundings;
  const resources = await loadResources();
  const database = await openDatabase({
    url: config.database,
    connections: config.databaseConnections,
    standbys: config.readReplicas,
    clock,
    observe,
    mustExist,
    lockTimeout,
  });
  try {
    await migrate(database, { observe, mustExist });
    const passwords = createPasswords(config);
    const turns = createLoginTurns();
    const sendsMail = config.smtpUrl !== '';
    const schema = buildSchema(resources);
    const engine: Engine = {
      database,
      schema,
      recomputation,
      observe,
      clock,
      stopwatch: () => performance.now(),
      host: hostname(),
      codeVersion: version,
      hashSecret: passwords.hash,
      logins: createLoginTools({ database, passwords, turns, publicUrl: config.publicUrl }),
      queueMail: (tx, mail) => {
        if (sendsMail) queueMail(tx, mail);
        return sendsMail;
      },
      sendsMail,
      publicUrl: config.publicUrl,
      files: { ...config, store: await openFileStore(config) },
      deletionsKeptSeconds: config.deletionsKept,
      auditKeptSeconds: config.auditKept,
      bootId: randomBytes(9).toString('base64url'),
      loadState: createStateLoader(schema),
      rowCache: createRowCache(rowCacheBytes),
      readLimits: { rows: config.readRows, bytes: config.readBytes },
      largeReads: createLargeReads(),
    };
    await fillReferenceData(engine);
    await completeAccounts(engine);
    const sendMails = sendsMail ? await mailSenderOf(config, { database, observe }) : null;
    const tokens = { ...config, database, passwords, turns, observe };
    return { engine, tokens, sendMails, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A serving installation. */
export interface RunningApp extends App {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly server: HttpServer;
  /** Answers a connection that another process accepted. */
  readonly take: (socket: Socket) => void;
  readonly ownMetrics: () => string;
  readonly answerForwarded: HttpServer['answerForwarded'];
  readonly close: (signal?: string, options?: { readonly othersGoOn: boolean }) => Promise<void>;
}

/** Opens an app and serves it; prints what a new demo account needs to be used, once it is filled. */
export async function startApp(config: Config, surroundings: Surroundings = {}): Promise<RunningApp> {
  const { membership, clock = Date.now } = surroundings;
  const write = createLineWriter(process.stdout);
  const metrics = createMetrics(version);
  const observe = observeAll([
    surroundings.observe ?? createLogger({ ...logging(config), write, clock }),
    metrics.observe,
  ]);
  const app = await openApp(config, { observe, clock, lockTimeout: serverLockTimeout });
  let metricsPort: MetricsPort | null = null;
  const closing = async (error: unknown): Promise<never> => {
    metricsPort?.close();
    await app.close();
    throw error;
  };
  const demo = config.demo ? await makeDemo(app.engine).catch(closing) : null;
  const server = serverOf(app, { config, render: metrics.render, ...(membership ?? servesAlone) });
  if (membership === undefined) metricsPort = await openOwnMetrics(config, server).catch(closing);
  const { address, take } = await openServer(server, membership).catch(closing);
  const graceSeconds = config.shutdownGrace;
  const stopTasks = startBackgroundTasks({ engine: app.engine, sendMails: app.sendMails, graceSeconds });
  // Of a service that several processes make up, the one that supervises them tells its beginning and its end.
  const observeService: Observe = membership === undefined ? observe : () => {};
  observeService({
    kind: 'server_started',
    address,
    database: withoutPassword(config.database),
    version,
    ...(metricsPort === null ? {} : { metrics: metricsPort.address }),
  });
  let isClosing = false;
  let filled: Promise<void> | undefined;
  if (demo !== null) {
    observe({ kind: 'demo_filling' });
    filled = demo
      .fillPast(() => !isClosing)
      .then((isFilled) => write(demoLine(demo, { address, isFilled, clock, ...logging(config) })));
  } else if (config.demo && membership?.isFirst !== false) observe(demoKept(config));
  return {
    ...app,
    address,
    server,
    take,
    ownMetrics: server.ownMetrics,
    answerForwarded: server.answerForwarded,
    close: async (signal = 'close', options = { othersGoOn: false }) => {
      observeService({ kind: 'server_stopping', signal });
      isClosing = true;
      metricsPort?.close();
      await Promise.all([server.close(options), stopTasks(), filled]);
      await app.close();
      observeService({ kind: 'server_stopped' });
    },
  };
}

async function makeDemo(engine: Engine): Promise<Demo | null> {
  const { createDemo } = await import('#accounts/create-demo.ts');
  return createDemo(engine);
}

/** Of several workers, the process that supervises them tells the metrics of all. */
async function openOwnMetrics(
  { metricsHost, metricsPort }: Config,
  server: HttpServer,
): Promise<MetricsPort | null> {
  if (metricsPort === null) return null;
  const { openMetricsPort } = await import('#observe/metrics-port.ts');
  return openMetricsPort({ metricsHost, metricsPort, tell: async () => server.ownMetrics() });
}

async function openServer(
  server: HttpServer,
  membership: Membership | undefined,
): Promise<Pick<RunningApp, 'address' | 'take'>> {
  if (membership !== undefined) return { address: membership.address, take: await server.join() };
  const address = await server.listen();
  return { address, take: (socket) => void socket.destroy() };
}

function serverOf(
  { engine, tokens }: App,
  {
    config,
    render,
    gatherMetrics,
    forwardWrite,
  }: Pick<Membership, 'gatherMetrics' | 'forwardWrite'> & {
    config: Config;
    render: ReturnType<typeof createMetrics>['render'];
  },
): HttpServer {
  const authenticator = createAuthenticator(engine);
  const documentation = createDocumentation({ schema: engine.schema, version });
  const answerDescription = async (input: EngineInput) => {
    const { request, token } = input;
    const caller = token === undefined ? input.caller : await callerOfToken(engine, token);
    const told = caller && (() => describedFields(engine, caller));
    const described = told && (await describeToCaller(documentation, request, told));
    return described ?? answerExports(engine, { caller, request });
  };
  return createServer({
    config,
    version,
    observe: engine.observe,
    clock: engine.clock,
    stopwatch: engine.stopwatch,
    schema: engine.schema,
    waitingWrites: () => engine.database.waiting(),
    clockLag: () => engine.database.clockLag(),
    ready: () => engine.database.isWritable(),
    hasRoom: () => engine.database.hasRoom(),
    metrics: render,
    gatherMetrics,
    forwardWrite,
    documentation: config.docs ? documentation : () => null,
    consoleFiles: createConsoleFiles(consoleFolder),
    look: engine.database.look,
    lookForCommits: engine.database.lookForCommits,
    loginsThatHold: (accountId, logins) => loginsThatHold(engine.database, accountId, logins),
    ...authenticator,
    ...createSessionEndpoint({ engine, passwords: tokens.passwords, turns: tokens.turns, authenticator }),
    issueToken: createTokenEndpoint(tokens),
    revokeToken: createRevokeEndpoint(tokens),
    findPasswordLink: (code) => findPasswordLink(engine, code),
    runRequest: (input) =>
      asksForDescription(input.request) ? answerDescription(input) : answerExports(engine, input),
    renderError: (error, request) => errorResponse(engine, { error, request }),
  });
}

function logging({ logLevel, logFormat }: Config): { level: Config['logLevel']; format: 'json' | 'text' } {
  return { level: logLevel, format: chosenFormat(logFormat, process.stdout) };
}
