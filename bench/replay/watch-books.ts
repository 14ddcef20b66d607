// Looks into the books of a company while its day is played: what must be true of them is true at every moment.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { books, checkBooks } from '../../test/time-tracking/company-day/check-books.ts';
import type { Client, Envelope } from '../../test/support/client.ts';

const second = 1000;
/** What one answer holds of each book. */
const most = 10_000;

/** Checks the books once a second while `playing` goes on, and once more afterwards; answers how often. Throws what is wrong. */
export async function watchBooks(
  machine: Client,
  playing: () => Promise<unknown>,
): Promise<{ readonly checks: number }> {
  const over = new AbortController();
  const played = playing().finally(() => over.abort());
  let checks = 0;
  const watched = (async () => {
    for (; !over.signal.aborted; checks += 1) {
      await checkOnce(machine);
      await delay(second, null, { signal: over.signal }).catch(() => null);
    }
    await checkOnce(machine);
    checks += 1;
  })();
  await Promise.all([played, watched]);
  return { checks };
}

/** One answer is one moment. Days before and after say nothing of today. */
async function checkOnce(machine: Client): Promise<void> {
  const { status, json, text } = await machine.get('deltaSync/read', {
    _include: books.join(),
    _limit: most,
    timesheetAccountings__date: new Date().toISOString().slice(0, 10),
  });
  assert.equal(status, 200, text);
  checkBooks((book) => {
    const rows = json['Results'][book].Results as readonly Envelope[];
    assert.ok(rows.length < most, `${book}: more rows than one answer holds`);
    return rows;
  });
}
