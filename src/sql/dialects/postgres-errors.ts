// What PostgreSQL's errors mean, by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
import { DatabaseError } from 'pg';
import type { Violation } from '../dialect.ts';

const constraintKinds: Readonly<Record<string, Violation['kind']>> = {
  '23505': 'unique',
  '23503': 'reference',
  '23514': 'check',
  '23502': 'check',
  '23P01': 'exclusion',
};

/** The violated constraint. Its name is all that is told: with rows fenced off, PostgreSQL keeps the values to itself. */
export function constraintOf(error: unknown): Violation | null {
  if (!(error instanceof DatabaseError)) return null;
  const kind = constraintKinds[error.code ?? ''];
  if (kind === undefined) return null;
  // Citus tells the name in the message only, and without a constraint there is a column.
  const told = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1] ?? error.column ?? '';
  return { kind, detail: told };
}

/** Something does not hold that was taken for granted, such as the success of a write: the work is to run again without that. */
export class TakenForGranted extends Error {
  constructor(cause: unknown) {
    super('Something that was taken for granted does not hold.', { cause });
  }
}

/**
 * Serialisation failure, deadlock, or a plan made before another process changed the schema, or split or moved the shard: the
 * same again works.
 */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code = '', message } = error;
  return code === '40001' || code === '40P01' || (outdatedPlans[code]?.test(message) ?? false);
}

const outdatedPlans: Readonly<Record<string, RegExp>> = {
  '0A000': /^cached plan/,
  XX000: /^could not find valid entry for shard /,
};

/** Others held a lock for longer than `lock_timeout`. */
export function isLockHeld(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/**
 * The connection is of no more use; whether what was sent last has happened is not known. That the server has become a
 * standby counts too: a new connection may find the primary; so does what a coordinator of Citus says of a node that it lost in
 * the middle of a transaction.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return /^(08|57P0[1-5]|25P03|25006)/.test(error.code ?? '') || isNodeLost(error);
  return error instanceof Error && (networkCodes.has(codeOf(error)) || lostMessages.test(error.message));
}

function isNodeLost({ code, message }: DatabaseError): boolean {
  return code === 'XX000' && lostNode.test(message);
}

/** Words of Citus, and those of libpq (`fe-misc.c`, `fe-secure-openssl.c`) that it hands on. */
const lostNode =
  /^(failure on connection marked as essential|could not commit transaction for shard|server closed the connection unexpectedly|SSL SYSCALL error|SSL connection has been closed unexpectedly|could not (send data to|receive data from) server|no connection to the server)/;

/** Nobody answers there at all. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseError) return false;
  const code = codeOf(error);
  return (networkCodes.has(code) && !brokenCodes.has(code)) || isConnectionUnanswered(error);
}

/** Not even a refusal came back: whoever should have answered is frozen or cut off. */
export function isConnectionUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unansweredCodes.has(codeOf(error)) || unansweredMessages.test(error.message);
}

/** `disk_full`. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}

/**
 * "Not now": nobody can be reached, or they let nobody in, too many are connected, it takes too long, the disk is full,
 * the server has become a standby, or `hourbook db distribute` shuts services out. Answers 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (isConnectionLost(error) || isWorthRepeating(error) || error instanceof TakenForGranted) return true;
  if (!(error instanceof DatabaseError)) return false;
  return /^(28|3D|53|55000|55P03|57014|57P)/.test(error.code ?? '') || isShutOut(error);
}

function isShutOut({ code, message }: DatabaseError): boolean {
  return code === '42501' && /\baccount_clocks(_\d+)?$/.test(message);
}

/** Codes of a connection that was there. */
const brokenCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** Codes with which the own machine, or one on the way, gives up. */
const unansweredCodes = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ETIMEDOUT']);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ETIMEDOUT',
]);

/** The driver's own words; these errors have no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

const unansweredMessages = /^(timeout|Query read timeout|Connection terminated due to connection timeout)/;

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
