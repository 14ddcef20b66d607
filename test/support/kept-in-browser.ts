// What the console keeps in the browser's database: rows for a start without connection, and changes that are not sent yet.
import type { Page } from 'playwright-core';

const keptRecords = `new Promise((resolve) => {
  const opening = indexedDB.open('hourbook-console', 1);
  // The console makes the database.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const records = opening.result.transaction('outbox').objectStore('outbox');
    const [keys, values] = [records.getAllKeys(), records.getAll()];
    values.onsuccess = () => {
      opening.result.close();
      resolve(keys.result.map((key, index) => key + ' ' + JSON.stringify(values.result[index])));
    };
  };
})`;

/** Each record, as its key and its value in JSON. */
export function keptIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(keptRecords);
}

/** Waits until what is kept is what a test waits for. */
export async function untilKept(page: Page, isThere: (records: readonly string[]) => boolean): Promise<void> {
  const limit = Date.now() + 60_000;
  for (;;) {
    const records = await keptIn(page);
    if (isThere(records)) return;
    if (Date.now() > limit) throw new Error(`kept is only ${records.join()}`);
    await page.waitForTimeout(100);
  }
}

/** Waits until the rows of the person are kept, a second after they have come. */
export function untilRowsKept(page: Page): Promise<void> {
  return untilKept(page, (records) => records.some((line) => line.startsWith('snapshot/')));
}
