// Documentation on the server: the OpenAPI document and the page that shows it. The server loads the code behind them
// at the first request for one of them, so that it costs nothing at start.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import { documentationAddress, type DocumentationAddress } from './documentation-address.ts';
import type { DocumentationParts } from './serve-documentation.ts';

/** Answers GET and HEAD. */
export type DocumentationRoute = (request: HttpRequest) => Promise<HttpResponse>;

/** Finds the route of a path; `null` when it is no documentation. */
export function createDocumentation(parts: DocumentationParts): (path: string) => DocumentationRoute | null {
  type Answer = (address: DocumentationAddress, request: HttpRequest) => Promise<HttpResponse>;
  let answer: Answer | null = null;
  const load = async (): Promise<Answer> => {
    const { serveDocumentation } = await import('./serve-documentation.ts');
    return (answer ??= serveDocumentation(parts));
  };
  return (path) => {
    const address = documentationAddress(path);
    return address === null ? null : async (request) => (answer ?? (await load()))(address, request);
  };
}

/** A request whose sender is known, or is not. */
interface AskedByCaller {
  readonly caller: Caller | null;
  readonly request: HttpRequest;
}

/**
 * Answers the OpenAPI document of an account to those who are logged in to it, whatever `docs` says: the web console makes
 * its forms of it. `null`: it was not asked for, or by a stranger.
 */
export function describeToCaller(
  find: (path: string) => DocumentationRoute | null,
  { caller, request }: AskedByCaller,
): Promise<HttpResponse> | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (caller === null || !isRead || documentationAddress(request.path)?.kind !== 'openapi') return null;
  const answered = find(request.path)?.(request);
  return (
    answered?.then((response) => ({
      ...response,
      headers: { ...response.headers, 'cache-control': 'private, no-cache' },
    })) ?? null
  );
}
