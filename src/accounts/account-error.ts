// A refusal to somebody at the command line: one sentence, no status.

/** Says what is wrong with what was asked of an account. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
