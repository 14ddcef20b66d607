// How a client says who it is: in the body or by HTTP Basic (RFC 6749 §2.3.1). Nothing is checked here.
import type { HttpRequest } from '#request/http-message.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenParameters } from './token-parameters.ts';

/** What the client sent; empty text where it sent nothing. */
export interface PresentedClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether it came by HTTP Basic, whose refusal must carry a challenge. */
  readonly basic: boolean;
}

/** Reads both places. Sent twice and different: invalid_request. */
export function readClientSecret(request: HttpRequest, parameters: TokenParameters): PresentedClient {
  const basic = readBasic(request.headers['authorization']);
  const bodyId = parameters.get('client_id');
  const bodySecret = parameters.get('client_secret');
  if (basic === null) return { clientId: bodyId ?? '', clientSecret: bodySecret ?? '', basic: false };
  const differs =
    (bodyId ?? basic.clientId) !== basic.clientId ||
    (bodySecret ?? basic.clientSecret) !== basic.clientSecret;
  if (differs) {
    throw new OAuthError({
      status: 400,
      error: 'invalid_request',
      description: 'The body and the Authorization header name different clients.',
    });
  }
  return { ...basic, basic: true };
}

function readBasic(header: string | undefined): { clientId: string; clientSecret: string } | null {
  const match = /^basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header ?? '');
  if (match === null) return null;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { clientId: formDecoded(text), clientSecret: '' };
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) };
}

/** RFC 6749 encodes both parts as form data; many clients do not, so what cannot be decoded is taken as it is. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
