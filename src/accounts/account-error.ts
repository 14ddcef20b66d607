// A refusal to an operator at the command line: one sentence, no status.

/** Says what is wrong with what was asked of an account. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
