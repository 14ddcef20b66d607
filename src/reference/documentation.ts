// Documentation on the server: the OpenAPI document and the page that shows it. The server loads the code behind them
// at the first request for one of them, so that it costs nothing at start.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
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

/**
 * Whether a request asks for the OpenAPI document of an account. Who is logged in to it gets the document, whatever `docs`
 * says: the web console makes its forms of it.
 */
export function asksForDescription({ method, path }: HttpRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && documentationAddress(path)?.kind === 'openapi';
}

/** Answers the document to a caller of the account; `null`: there is none at this address. */
export async function describeToCaller(
  find: (path: string) => DocumentationRoute | null,
  request: HttpRequest,
): Promise<HttpResponse | null> {
  const response = await find(request.path)?.(request);
  if (response === undefined) return null;
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-cache' } };
}
