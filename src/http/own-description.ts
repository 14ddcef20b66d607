// The description of the interface is everyone's; a login to its account gets one that tells the account's own fields too.
import { ApiError } from '#errors/api-error.ts';
import { OAuthError } from '#oauth/oauth-error.ts';
import type { HttpRequest } from '#request/http-message.ts';

const path = /^\/+[^/]+\/.*openapi\.json$/i;

/** What `answer` gives to who is logged in; `null`: the request shows no login to the account, or asks for something else. */
export async function ownDescription<Answer extends { readonly status: number }>(
  request: HttpRequest,
  answer: () => Promise<Answer>,
): Promise<Answer | null> {
  const { headers, method } = request;
  const isShown = headers['authorization'] !== undefined || headers['cookie'] !== undefined;
  if (!isShown || (method !== 'GET' && method !== 'HEAD') || !path.test(request.path)) return null;
  try {
    const found = await answer();
    return found.status < 400 ? found : null;
  } catch (error) {
    const isOther = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (isOther || error instanceof OAuthError) return null;
    throw error;
  }
}
