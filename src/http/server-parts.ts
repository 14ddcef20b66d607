// What the edge is given by the composition root. The edge decides nothing that these can decide.
import type { Config } from '#config';
import type { Engine } from '#engine/engine.ts';
import type { EngineAnswer } from '#engine/read/keep-answer.ts';
import type { EngineInput } from '#engine/run-request.ts';
import type { Authenticator, FoundLogin } from '#oauth/authenticate.ts';
import type { Observe } from '#observe/event.ts';
import type { Gauges } from '#observe/metrics.ts';
import type { ForwardWrite, HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { NamedResources } from './request-subject.ts';

/** The options that the edge obeys. */
export type ServerConfig = Pick<
  Config,
  | 'host'
  | 'port'
  | 'bodyLimit'
  | 'fileLimit'
  | 'headerLimit'
  | 'headersTimeout'
  | 'requestTimeout'
  | 'keepAliveTimeout'
  | 'shutdownGrace'
  | 'trustedProxies'
  | 'corsOrigins'
  | 'bodyTimeout'
  | 'maxInFlight'
  | 'maxWaitingBodies'
  | 'maxWaitingWrites'
  | 'maxEventLoopDelay'
  | 'metricsToken'
  | 'docs'
  | 'answerCache'
>;

/** A mailed link that works: for whom it is, and what the password must be. */
export interface PasswordLink {
  readonly username: string;
  readonly minimumLength: number;
  /** Kinds of characters that it must hold: `lowercase`, `digit` … */
  readonly needs: readonly string[];
}

/** Everything behind the edge. */
export interface ServerParts {
  readonly config: ServerConfig;
  readonly version: string;
  readonly observe: Observe;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds on a clock that never steps. */
  readonly stopwatch: () => number;
  /** For the names of logs and metrics. */
  readonly schema: NamedResources;
  /** How many writes wait for the database. */
  readonly waitingWrites: () => number;
  /** Seconds by which the clock is behind the stamps of changes. */
  readonly clockLag: () => number;
  /** Whether requests can be served now: asks the database. */
  readonly ready: () => Promise<boolean>;
  /** Whether the database has room for what is to be written. */
  readonly hasRoom: () => Promise<boolean>;
  /** All metrics of this process in the Prometheus text format. */
  readonly metrics: (gauges: Gauges) => string;
  /** The metrics of every process of the service, given those of this one. */
  readonly gatherMetrics: (own: string) => Promise<string>;
  /** Who answers GET and HEAD of a path when it is documentation; otherwise `null`. */
  readonly documentation: (path: string) => ((request: HttpRequest) => Promise<HttpResponse>) | null;
  /** Who answers GET and HEAD when the request is for the web console; otherwise `null`. */
  readonly consoleFiles: (request: HttpRequest) => ((request: HttpRequest) => Promise<HttpResponse>) | null;
  /** `null`: no token was sent. Throws OAuthError and ApiError. Called before the body is read. */
  readonly authenticate: Authenticator['authenticate'];
  /** The token of a request, to be looked at where its answer comes from; `null`: it shows none. Throws as `authenticate`. */
  readonly loginOf: Authenticator['loginOf'];
  /** The login of a request as it stood when its token was looked at last; `null`: it is not known. */
  readonly rememberedLogin: Authenticator['rememberedLogin'];
  /** How far a snapshot of an account would reach that is taken now. */
  readonly look: Engine['database']['look'];
  /** What of it tells whether anything was committed. */
  readonly lookForCommits: Engine['database']['lookForCommits'];
  /** Which logins of one account still stand for the same caller. */
  readonly loginsThatHold: <L extends FoundLogin>(
    accountId: number,
    logins: readonly L[],
  ) => Promise<ReadonlySet<L>>;
  /** Answers a request to the session of an account. Throws ApiError. */
  readonly answerSession: (request: HttpRequest, account: string) => Promise<HttpResponse>;
  /** The headers that keep the session of an answered request alive; most often none. Never throws. */
  readonly renewSession: (request: HttpRequest, account: string) => Promise<Readonly<Record<string, string>>>;
  /** Answers a POST to the token endpoint of an account. Throws OAuthError and ApiError. */
  readonly issueToken: (request: HttpRequest, account: string) => Promise<HttpResponse>;
  /** Answers a POST to the revocation endpoint of an account (RFC 7009). */
  readonly revokeToken: (request: HttpRequest, account: string) => Promise<HttpResponse>;
  /** What the code of a mailed link leads to; `null`: it does not work. */
  readonly findPasswordLink: (code: {
    readonly account: string;
    readonly code: string;
  }) => Promise<PasswordLink | null>;
  readonly forwardWrite: ForwardWrite;
  /** The engine. */
  readonly runRequest: (input: EngineInput) => Promise<EngineAnswer>;
  /** Any thrown value as an answer in the asked format; observes unforeseen ones. Never throws. */
  readonly renderError: (error: unknown, request: HttpRequest) => HttpResponse;
}
