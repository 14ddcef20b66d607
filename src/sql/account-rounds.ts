// In which accounts to look for what is due: a few at a time in turn, so that ten thousand accounts cost no more than
// fifty, and those in which this process knows of something. What a process left that died is found in its turn.

/** Where to look next. */
export interface AccountRounds {
  /** Something will be due in the account; it is there once its transaction is committed. */
  expect(accountId: number): void;
  /** The accounts to look into now; `list` gives all, and is asked when the last round is over. */
  next(list: () => Promise<readonly number[]>): Promise<readonly number[]>;
}

const accountsInPass = 50;
/** Passes for which it is waited for: transactions end sooner. */
const passesExpected = 20;

/** Makes the rounds of one process. */
export function createAccountRounds(): AccountRounds {
  const expected = new Map<number, number>();
  let left: readonly number[] = [];
  return {
    expect: (accountId) => void expected.set(accountId, passesExpected),
    async next(list) {
      if (left.length === 0) left = await list();
      const pass = new Set([...expected.keys(), ...left.slice(0, accountsInPass)]);
      left = left.slice(accountsInPass);
      for (const [accountId, passes] of expected) {
        if (passes === 1) expected.delete(accountId);
        else expected.set(accountId, passes - 1);
      }
      return [...pass];
    },
  };
}
