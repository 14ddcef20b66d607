// Everything worth telling an operator, as one union. Logger and metrics subscribe; no other module prints.

/** What happened. Durations are milliseconds. Never holds a secret, a token or a body. */
export type ObservedEvent =
  | {
      kind: 'server_started';
      address: string;
      database: string;
      version: string;
      /** Where metrics are told without a token. */
      metrics?: string;
    }
  | { kind: 'server_stopping'; signal: string }
  | { kind: 'server_stopped' }
  | { kind: 'worker_started'; worker: number; pid: number }
  /** A worker could not be connected with the one that writes for all: it writes itself. */
  | { kind: 'writes_not_shared'; worker: number; reason: string }
  | {
      kind: 'worker_ended';
      worker: number;
      pid: number;
      code: number | null;
      signal: string | null;
      /** The supervisor or an operator told it to end. */
      wanted: boolean;
    }
  | {
      kind: 'request_done';
      requestId: string;
      method: string;
      path: string;
      /** Without the values of secret-like names. */
      query: string;
      status: number;
      duration: number;
      resource?: string;
      action?: string;
      account?: string;
      /** Id of the user whose token or session it was; a machine has none. */
      user?: number;
      /** The client_id of the credential through which the token was issued; a session has none. */
      credential?: string;
      /** Network address of the client. */
      client: string | null;
      bytes: number;
    }
  | { kind: 'request_failed'; requestId: string; error: unknown }
  | { kind: 'login_succeeded'; account: string; clientId: string; grant: string }
  | { kind: 'login_failed'; account: string; clientId: string; reason: string; remoteAddress: string | null }
  | { kind: 'refresh_token_reused'; account: string; clientId: string }
  | { kind: 'migrations_applied'; names: readonly string[] }
  /** By a command: nothing of the account is left that could tell of it. */
  | { kind: 'account_deleted'; account: string; rows: number }
  /** By a command: so many tables are spread over the nodes of the database, and so many copied to each. */
  | { kind: 'database_distributed'; tables: number; copies: number }
  /** By a command: so many shards were moved to other nodes. */
  | { kind: 'database_rebalanced'; moves: number }
  /** A new demo account is served while bookings of earlier months are written; its logins are printed then. */
  | { kind: 'demo_filling' }
  /** The demo account was there already; the commands tell its passwords and clients anew. */
  | { kind: 'demo_kept'; account: string; newPassword: string; newClient: string }
  | { kind: 'overloaded'; waiting: number }
  /** Rows are stamped so many seconds after the clock: it was ahead once, or is behind now. */
  | { kind: 'clock_behind'; seconds: number }
  /** The database shows this role the rows of every account: a superuser, or one with BYPASSRLS. */
  | { kind: 'fence_missing'; role: string }
  /** The database of all writes does not answer: the server refuses requests until it finds it again. */
  | { kind: 'database_lost'; database: string }
  | { kind: 'database_found'; database: string }
  /** Nothing more can be written where a database is; freed: it can again. Looked at when `ready` is asked. */
  | { kind: 'storage_full'; database: string }
  | { kind: 'storage_freed'; database: string }
  /** A database that answers reads is not used for a while; it is found again when it works. */
  | { kind: 'standby_lost'; database: string; error: unknown }
  | { kind: 'standby_found'; database: string }
  | {
      kind: 'mail_handled';
      outcome: 'sent' | 'postponed' | 'given_up' | 'dropped';
      account: string;
      /** What kind of mail. */
      mail: string;
      userId: number | null;
      attempts: number;
      /** What the mail server said; empty when all is well. */
      reason: string;
    }
  /** `subject`: the account that it was about; 0: all. */
  | { kind: 'background_done'; task: string; subject: number }
  | { kind: 'background_failed'; task: string; error: unknown }
  /** The database cannot be used now: told once, then the task is tried as often as before, until it succeeds. */
  | { kind: 'background_waits'; task: string; reason: string }
  | { kind: 'background_resumed'; task: string };

/** Hands an event to its subscribers. Never throws. */
export type Observe = (event: ObservedEvent) => void;
