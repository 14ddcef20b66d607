// What the console keeps in the browser's database: rows for a start without connection, and changes that are not sent yet.
import type { Page } from 'playwright-core';

const keptRecords = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('hourbook-console', 1);
  // Only the console may create the database.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(null);
  opening.onsuccess = () => {
    if (!opening.result.objectStoreNames.contains('outbox')) return reject(new Error('the database has no outbox'));
    const records = opening.result.transaction('outbox').objectStore('outbox');
    const [keys, values] = [records.getAllKeys(), records.getAll()];
    values.onsuccess = () => {
      opening.result.close();
      resolve(keys.result.map((key, index) => key + ' ' + JSON.stringify(values.result[index])));
    };
  };
})`;

/** Each record, as its key and its value in JSON. */
export async function keptIn(page: Page): Promise<readonly string[]> {
  const records = await page.evaluate<readonly string[] | null>(keptRecords);
  if (records === null) throw new Error('the console has made no database');
  return records;
}

/** Waits until the kept records fulfil the condition. */
export async function untilKept(page: Page, isThere: (records: readonly string[]) => boolean): Promise<void> {
  const limit = Date.now() + 60_000;
  for (;;) {
    const records = (await page.evaluate<readonly string[] | null>(keptRecords)) ?? [];
    if (isThere(records)) return;
    if (Date.now() > limit) throw new Error(`kept is only ${records.join()}`);
    await page.waitForTimeout(100);
  }
}

/** Waits until the browser keeps the person's rows. The console stores them a second after they arrive. */
export function untilRowsKept(page: Page): Promise<void> {
  return untilKept(page, (records) => records.some((line) => line.startsWith('snapshot/')));
}
