// What a grant is: from an authenticated client and its parameters to tokens, or a refusal.
import type { Database } from '#sql/database.ts';
import type { Observe } from '#observe/event.ts';
import type { AuthenticatedClient } from '../authenticate-client.ts';
import type { PresentedClient } from '../client-secret.ts';
import type { LoginTurns } from '../login-turns.ts';
import type { Passwords } from '../passwords.ts';
import type { TokenParameters } from '../token-parameters.ts';
import type { IssuedTokens, TokenLifetimes } from '../tokens.ts';
import { OAuthError } from '../oauth-error.ts';

/** What all grants work with; lives as long as the server. */
export interface TokenService extends TokenLifetimes {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly turns: LoginTurns;
  /** Seconds for which a used refresh token still works. */
  readonly refreshGrace: number;
  readonly observe: Observe;
}

/** One request that has passed the client's checks. */
export interface GrantRequest {
  readonly client: AuthenticatedClient;
  readonly presented: PresentedClient;
  readonly parameters: TokenParameters;
  readonly remoteAddress: string | null;
}

/** Issues tokens or throws {@link OAuthError}. */
export type Grant = (service: TokenService, request: GrantRequest) => Promise<IssuedTokens>;

/** What a client or user of a suspended account is told once they have proved who they are. */
export function suspendedAccount({ accountName }: AuthenticatedClient): OAuthError {
  return new OAuthError({
    status: 400,
    error: 'unauthorized_client',
    description: `The account "${accountName}" is suspended; the operator of the server can resume it.`,
    reason: 'account_suspended',
  });
}

/** The refusal of a password or refresh token: one answer, whatever the reason. */
export function invalidGrant(description: string, reason: string): OAuthError {
  return new OAuthError({ status: 400, error: 'invalid_grant', description, reason });
}
