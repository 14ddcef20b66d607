// GET and POST /<account>/password: where mailed links lead. It asks the API like any other client does.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { formPage, messagePage, type PageFault } from './password-html.ts';
import { pageLanguage, type PageLanguage } from './password-words.ts';
import type { ServerParts } from './server-parts.ts';

/** The path of the page; it has no slash at the end, so that its form finds back to it below any prefix. */
export const passwordPath = /^\/+[^/]+\/+password$/i;
/** Largest body of the form, in bytes. */
export const passwordFormLimit = 8 * 1024;

type PageParts = Pick<ServerParts, 'findPasswordLink' | 'runRequest'>;

/** Answers with a page, whatever happens to what was sent. */
export async function answerPasswordPage(parts: PageParts, request: HttpRequest): Promise<HttpResponse> {
  const query = new URLSearchParams(request.query);
  const language = pageLanguage(query.get('lang'), request.headers['accept-language']);
  if (request.method === 'GET' || request.method === 'HEAD')
    return showForm(parts, request, { language, code: query.get('token') ?? '', faults: null });
  if (request.method === 'POST') return choosePassword(parts, request, language);
  const { headers } = messagePage(405, { language, message: 'failed' });
  return {
    ...messagePage(405, { language, message: 'failed' }),
    headers: { ...headers, allow: 'GET, POST' },
  };
}

interface Showing {
  readonly language: PageLanguage;
  readonly code: string;
  readonly faults: readonly PageFault[] | null;
}

async function showForm(
  { findPasswordLink }: PageParts,
  request: HttpRequest,
  showing: Showing,
): Promise<HttpResponse> {
  const link = await findPasswordLink({ account: accountOf(request.path), code: showing.code });
  if (link === null) return deadLink(request, showing.language);
  return formPage({ ...showing, link });
}

async function choosePassword(
  parts: PageParts,
  request: HttpRequest,
  language: PageLanguage,
): Promise<HttpResponse> {
  const sent = new URLSearchParams(request.body?.toString() ?? '');
  const code = sent.get('token') ?? '';
  const password = sent.get('password') ?? '';
  const fault = password === '' ? 'too_short' : password === sent.get('again') ? null : 'differ';
  if (fault !== null) return showForm(parts, request, { language, code, faults: [{ rule: fault }] });
  const { Success, ErrorExtended } = await callApi(parts, request, { token: code, password });
  const account = accountOf(request.path);
  if (Success === true) return messagePage(200, { language, message: 'done', account });
  const faults = ErrorExtended?.data?.faults;
  if (faults !== undefined) return showForm(parts, request, { language, code, faults });
  const link = await parts.findPasswordLink({ account, code });
  if (link === null) return deadLink(request, language);
  return messagePage(503, { language, message: 'failed' });
}

function deadLink(request: HttpRequest, language: PageLanguage): HttpResponse {
  return messagePage(404, { language, message: 'dead', account: accountOf(request.path) });
}

interface ApiAnswer {
  readonly Success: boolean;
  readonly ErrorExtended?: { readonly data?: { readonly faults?: readonly PageFault[] } };
}

async function callApi(parts: PageParts, request: HttpRequest, entity: object): Promise<ApiAnswer> {
  const account = encodeURIComponent(accountOf(request.path));
  const { body } = await parts.runRequest({
    caller: null,
    request: {
      ...request,
      method: 'PUT',
      path: `/${account}/v4/users/updatePassword`,
      query: '',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify(entity)),
    },
  });
  return JSON.parse(body.toString()) as ApiAnswer;
}
