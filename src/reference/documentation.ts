// Documentation on the server: the OpenAPI document and the page that shows it. The server loads the code behind them
// at the first request for one of them, so that it costs nothing at start.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { DescribedField } from '#resource/defined-field.ts';
import { documentationAddress } from './documentation-address.ts';
import type { AnswerDocumentation, DocumentationParts } from './serve-documentation.ts';

/** Answers GET and HEAD; `told`: what is told of fields of the account's own, which only those who are logged in to it are. */
export type DocumentationRoute = (
  request: HttpRequest,
  told?: readonly DescribedField[],
) => Promise<HttpResponse>;

/** Finds the route of a path; `null` when it is no documentation. */
export function createDocumentation(parts: DocumentationParts): (path: string) => DocumentationRoute | null {
  let answer: AnswerDocumentation | null = null;
  const load = async (): Promise<AnswerDocumentation> => {
    const { serveDocumentation } = await import('./serve-documentation.ts');
    return (answer ??= serveDocumentation(parts));
  };
  return (path) => {
    const address = documentationAddress(path);
    if (address === null) return null;
    return async (request, told = []) => (answer ?? (await load()))(address, request, told);
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

/** Answers the document to a caller of the account, with what the account has defined; `null`: there is none at this address. */
export async function describeToCaller(
  find: (path: string) => DocumentationRoute | null,
  request: HttpRequest,
  told: () => Promise<readonly DescribedField[]>,
): Promise<HttpResponse | null> {
  const route = find(request.path);
  if (route === null) return null;
  const response = await route(request, await told());
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-cache' } };
}
