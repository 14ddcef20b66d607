// What the endpoints for clients share: the method they want, and how a refusal is answered and reported.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Observe } from '#observe/event.ts';
import { isClientId } from './credentials.ts';
import { OAuthError, oauthErrorResponse } from './oauth-error.ts';

/** An endpoint below `/<account>/auth/oauth2/`; `account` is the name in the address. */
export type OAuthEndpoint = (request: HttpRequest, account: string) => Promise<HttpResponse>;

/** The check that opens every list. */
export function requirePost({ method }: HttpRequest): void {
  if (method === 'POST') return;
  throw new OAuthError({
    status: 405,
    error: 'invalid_request',
    description: `The method must be POST, not ${method}.`,
    headers: { allow: 'POST' },
  });
}

/** Runs `work` and makes a refusal an answer. */
export async function answering(work: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError) return oauthErrorResponse(error);
    throw error;
  }
}

/** Who failed, as far as an operator may see it. */
export interface FailureContext {
  readonly observe: Observe;
  readonly account: string;
  readonly clientId: string;
  readonly remoteAddress: string | null;
}

/** Runs `work` and tells the operator of a refusal before it goes on its way. */
export async function reportingFailure<T>(
  { observe, account, clientId, remoteAddress }: FailureContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError) {
      // Secrets get pasted into the wrong field: only what looks like a client id is shown.
      const shown = isClientId(clientId) ? clientId : 'unrecognised';
      observe({ kind: 'login_failed', account, clientId: shown, reason: error.reason, remoteAddress });
    }
    throw error;
  }
}
