// Several pieces of work that go out at once, and end together.

/**
 * Waits until every one has ended and answers what each did; throws what the first failed with, if one did. `Promise.all`
 * would throw at once: what is still under way would write after the transaction, or its savepoint, has been undone.
 */
export async function together<const T extends readonly Promise<unknown>[]>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return Promise.all(works);
}
