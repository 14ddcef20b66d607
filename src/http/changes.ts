// GET /<account>/v4/changes: the stream of a caller, by bearer token or session cookie.
import type { Readable } from 'node:stream';
import { ApiError } from '#errors/api-error.ts';
import type { FoundLogin } from '#oauth/authenticate.ts';
import { asBackground } from '#oauth/presented-token.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { WrongMethod } from '#request/parse-request.ts';
import { mostStreams, type ChangeStreams, type Listener } from './change-streams.ts';
import type { ServerParts } from './server-parts.ts';

/** The path, in both shapes of addresses. */
export const changesPath = /^\/+[^/]+\/+(?:userapi\/+)?v[345]\/+changes\/*$/i;

/** A listener with what its login is looked at by. */
export interface ListeningCaller extends Listener, FoundLogin {}

/** An answer that goes on for as long as the stream. */
export interface StreamedResponse extends HttpResponse {
  readonly stream: Readable;
}

/** What answering needs. */
export interface ChangesParts extends Pick<ServerParts, 'authenticate' | 'loginOf'> {
  readonly changeStreams: ChangeStreams<ListeningCaller>;
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies would keep the events until there are many.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so that a server that shuts down need not wait for it.
  connection: 'close',
} as const;

/** Opens a stream. Throws ApiError and OAuthError. */
export async function answerChanges(parts: ChangesParts, sent: HttpRequest): Promise<StreamedResponse> {
  if (sent.method !== 'GET') throw new WrongMethod(sent.method, 'GET');
  // A page cannot set headers of its own here; the browser says from where it asks, and the stream holds no data.
  const request = asBackground(sent);
  const account = accountOf(request.path);
  const caller = await parts.authenticate(request, account);
  const token = caller === null ? null : parts.loginOf(request, account);
  if (caller === null || token === null) {
    const message =
      'The Authorization header is missing; send "Authorization: Bearer <access token>", or log in.';
    throw new ApiError('authentication_missing', message);
  }
  const stream = await parts.changeStreams.open({
    ...token,
    person: String(caller.userId ?? caller.clientId),
    caller,
  });
  if (stream !== null) return { status: 200, headers, body: '', stream };
  const { person, account: inAccount, process } = mostStreams;
  const message = `There are too many streams: at most ${person} of a person, ${inAccount} of an account and ${process} of the server may be open; ask for changes in intervals.`;
  throw new ApiError('too_many_streams', message);
}
