// GET and POST /<account>/email: where the link leads that confirms a new e-mail address. A client of the API.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { confirmPage, messagePage } from './password-html.ts';
import { pageLanguage } from './password-words.ts';
import type { ServerParts } from './server-parts.ts';

/** The path of the page; it has no slash at the end, so that its form finds back to it below any prefix. */
export const addressPath = /^\/+[^/]+\/+email$/i;

/** Answers with a page. A GET changes nothing: programs that check mails open their links, too. */
export async function answerAddressPage(
  parts: Pick<ServerParts, 'runRequest'>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const query = new URLSearchParams(request.query);
  const language = pageLanguage(query.get('lang'), request.headers['accept-language']);
  if (request.method === 'GET' || request.method === 'HEAD')
    return confirmPage({ language, code: query.get('token') ?? '' });
  if (request.method !== 'POST') {
    const refusal = messagePage(405, { language, message: 'unconfirmed' });
    return { ...refusal, headers: { ...refusal.headers, allow: 'GET, POST' } };
  }
  const code = new URLSearchParams(request.body?.toString() ?? '').get('token') ?? '';
  const { status } = await confirm(parts, request, code);
  const account = accountOf(request.path);
  if (status === 200) return messagePage(200, { language, message: 'confirmed', account });
  if (status < 500) return messagePage(404, { language, message: 'dead', account });
  return messagePage(503, { language, message: 'unconfirmed' });
}

function confirm(
  { runRequest }: Pick<ServerParts, 'runRequest'>,
  request: HttpRequest,
  token: string,
): Promise<HttpResponse> {
  const account = encodeURIComponent(accountOf(request.path));
  return runRequest({
    caller: null,
    request: {
      ...request,
      method: 'PUT',
      path: `/${account}/v4/users/confirmEmailAddress`,
      query: '',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify({ token })),
    },
  });
}
