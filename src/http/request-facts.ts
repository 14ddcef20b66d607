// What logs and metrics are told of a request that was answered.
import type { ObservedEvent } from '#observe/event.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import { redactQuery } from './redact-query.ts';
import { subjectOf, type NamedResources } from './request-subject.ts';

/** What is the same each time the request is answered for the caller. */
export type RequestFacts = Omit<
  Extract<ObservedEvent, { kind: 'request_done' }>,
  'requestId' | 'status' | 'duration' | 'client' | 'bytes'
>;

/** The facts; `caller` is `null` when it is not known. */
export function doneFacts(
  schema: NamedResources,
  { method, path, query }: HttpRequest,
  caller: Caller | null,
): RequestFacts {
  const subject = subjectOf(path, schema);
  return {
    kind: 'request_done',
    method,
    path,
    query: redactQuery(query),
    ...subject,
    ...callerFacts(caller),
  };
}

/** Who sent a request: the account and user by id, and the credential of the token, which a session has not. */
function callerFacts(caller: Caller | null): Pick<RequestFacts, 'account' | 'user' | 'credential'> {
  if (caller === null) return {};
  const { accountName, userId, clientId } = caller;
  return {
    account: accountName,
    ...(userId === null ? {} : { user: userId }),
    ...(clientId === '' ? {} : { credential: clientId }),
  };
}

/** Milliseconds by a stopwatch, in whole microseconds: more digits are noise. */
export function durationSince(started: number, stopwatch: () => number): number {
  return Math.round((stopwatch() - started) * 1000) / 1000;
}
