// What rules and actions of the API can do to logins; the engine is given it by the composition root.
import { ApiError } from '#errors/api-error.ts';
import { appendAudit } from '#sql/audit-entries.ts';
import type { LoginLink } from '#resource/rule.ts';
import type { UnitTx } from '#sql/database.ts';
import { accountNameOf } from '#sql/load-account.ts';
import { countFailure } from './failed-login.ts';
import { findUser, type UserKey } from './login-user.ts';
import { createCode, ownerOfCode, type CodeOrder } from './one-time-codes.ts';
import type { LoginService } from './log-in.ts';
import type { Asker } from './passwords.ts';
import { countMailRequest } from './mail-requests.ts';
import { forgetAllFailures, forgetFailures, loginDelay, type LoginAttempt } from './throttle.ts';
import { revokeFamily, revokeOtherTokens, revokeUserTokens } from './tokens.ts';
import { asUnit } from '#sql/transaction.ts';

/** What the tools work with; `publicUrl`: where people reach the server, empty when it does not know. */
export interface LoginToolParts extends LoginService {
  readonly publicUrl: string;
}

/** Seconds for which a login link works. */
const linkLifetime = 600;

/** A password that a logged-in user gives again. */
export interface Proof extends UserKey {
  readonly address: string;
  readonly password: string;
  /** Who asked, as the audit log tells it. */
  readonly asked: { readonly credential: string | null; readonly requestId: string };
}

/** The tools; all but `prove` work inside a transaction. */
export function createLoginTools(service: LoginToolParts) {
  return {
    createLink: (tx: UnitTx, link: LinkOrder) => createLink(service, tx, link),
    endAll: revokeUserTokens,
    endOthers: revokeOtherTokens,
    end: revokeFamily,
    forgive: forgetAllFailures,
    countMailRequest: limitMailRequests,
    ownerOfCode,
    prove: (proof: Proof) => provePassword(service, proof),
  };
}

type LinkOrder = Required<Pick<CodeOrder, 'accountId' | 'userId' | 'madeBy'>>;

function createLink(
  { publicUrl }: Pick<LoginToolParts, 'publicUrl'>,
  tx: UnitTx,
  order: LinkOrder,
): LoginLink {
  const code = createCode(tx, { ...order, purpose: 'login', lifetime: linkLifetime });
  const name = encodeURIComponent(accountNameOf(tx, order.accountId));
  const url = `${publicUrl}/${name}/login?${new URLSearchParams({ token: code ?? '' })}`;
  return { url, expiresIn: linkLifetime };
}

function limitMailRequests(tx: UnitTx, request: LoginAttempt): number {
  const { delay, recent } = countMailRequest(tx, request);
  if (delay > 0) throw tooManyAttempts(delay);
  return recent;
}

/** Counted like a login: a thief of a token must not find out the password with it. */
function provePassword(service: LoginService, proof: Proof): Promise<string> {
  const { accountId, userId, address } = proof;
  const turn = { accountId, username: `user ${userId}`, address, known: true };
  return service.turns.run(turn, (asker) => proveInTurn(service, proof, asker));
}

async function proveInTurn(
  { database, passwords }: LoginService,
  proof: Proof,
  asker: Asker,
): Promise<string> {
  const { accountId, userId, address, password } = proof;
  const known = await database.read(
    accountId,
    asUnit((tx) => {
      const user = findUser(tx, { accountId, userId });
      const attempt = { accountId, username: user?.username ?? '', address };
      return { user, attempt, delay: loginDelay(tx, attempt) };
    }),
  );
  if (known.delay > 0) throw tooManyAttempts(known.delay);
  const hash = known.user?.passwordHash ?? null;
  const matches = await passwords.verify(hash, password, null, asker);
  const delay = await database.write(
    accountId,
    asUnit((tx) => (matches ? forgiveUnlessLate(tx, known.attempt) : countRefusal(tx, known.attempt, proof))),
  );
  if (delay > 0) throw tooManyAttempts(delay);
  if (matches && hash !== null) return hash;
  throw new ApiError('wrong_password', 'old_password is not the password that holds now.', {
    field: 'old_password',
  });
}

function countRefusal(tx: UnitTx, attempt: LoginAttempt, proof: Proof): number {
  const { accountId, userId, address, asked } = proof;
  const delay = countFailure(tx, { attempt, userId });
  if (delay > 0) return delay;
  const done = { resource: 'users', rowId: userId, action: 'old_password_refused' };
  appendAudit({ tx, accountId }, { actor: 'user', userId, address, ...asked, ...done });
  return 0;
}

function forgiveUnlessLate(tx: UnitTx, attempt: LoginAttempt): number {
  const delay = loginDelay(tx, attempt);
  if (delay === 0) forgetFailures(tx, attempt);
  return delay;
}

function tooManyAttempts(delay: number): ApiError {
  const message = `There were too many attempts; the next is possible in ${delay} seconds.`;
  return new ApiError('too_many_attempts', message, { data: { retry_after: delay } });
}
