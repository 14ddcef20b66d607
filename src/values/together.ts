// Several pieces of work that go out at once, and end together.

/**
 * Starts all and waits until every one has ended; then throws what the first failed with, if one did. `Promise.all` would
 * throw at once: what is still under way would write after the transaction, or its savepoint, has been undone.
 */
export async function together(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
