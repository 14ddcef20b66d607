// GET and POST /<account>/login: where a login link leads. A client of the session endpoint.
import { ApiError } from '#errors/api-error.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { loginPage, messagePage } from './password-html.ts';
import { pageLanguage } from './password-words.ts';
import type { ServerParts } from './server-parts.ts';

/** The path of the page; it has no slash at the end, so that its form finds back to it. */
export const loginPath = /^\/+[^/]+\/+login$/i;

/** Answers with a page, or leads to the console. A GET uses nothing up: programs that check links open them, too. */
export async function answerLoginPage(
  parts: Pick<ServerParts, 'answerSession'>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const query = new URLSearchParams(request.query);
  const language = pageLanguage(query.get('lang'), request.headers['accept-language']);
  if (request.method === 'GET' || request.method === 'HEAD')
    return loginPage({ language, code: query.get('token') ?? '' });
  if (request.method !== 'POST') {
    const refusal = messagePage(405, { language, message: 'dead' });
    return { ...refusal, headers: { ...refusal.headers, allow: 'GET, POST' } };
  }
  const account = accountOf(request.path);
  const code = new URLSearchParams(request.body?.toString() ?? '').get('token') ?? '';
  try {
    const { headers } = await parts.answerSession(sessionRequest(request, code), account);
    const cookie = headers['set-cookie'] ?? '';
    return {
      status: 303,
      headers: { location: `/@${encodeURIComponent(account)}`, 'set-cookie': cookie },
      body: '',
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isForged = error.code === 'not_same_origin';
    return messagePage(isForged ? 403 : 404, { language, message: isForged ? 'insecure' : 'dead' });
  }
}

/** The form's own origin is proved by what its browser says of it: a form can send no header of ours. */
function sessionRequest(request: HttpRequest, code: string): HttpRequest {
  return {
    ...request,
    headers: { ...request.headers, 'x-hourbook': '1', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ login_token: code })),
  };
}
