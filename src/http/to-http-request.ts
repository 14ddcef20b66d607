// What Node has read of a request, in the words of the service.
import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '#request/http-message.ts';
import { requestIdFrom } from './request-id.ts';

/** A request whose body has not been read; `addressOf` tells the address of its client. */
export function toHttpRequest(
  raw: IncomingMessage,
  addressOf: (message: IncomingMessage) => string | null,
): HttpRequest {
  const url = originForm(raw.url ?? '/');
  const mark = url.indexOf('?');
  // Only Set-Cookie has several values in Node, and a request has none.
  const headers = raw.headers as HttpRequest['headers'];
  return {
    method: raw.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers,
    body: null,
    remoteAddress: addressOf(raw),
    requestId: requestIdFrom(headers['x-request-id']),
  };
}

/** The target of a request without scheme and host, which clients and proxies may send (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
