// What outlives the page, in IndexedDB: what was not sent, and the person's own rows for a start without connection. Keys begin
// with what it is and whose it is. Without storage it keeps nothing.
import { isShared } from './memory.ts';

const name = 'hourbook-console';
/** Named for what it held first. */
const table = 'outbox';

/** Reads what was kept under a key; `null` when there is nothing, or no storage. */
export async function readKept<Value>(key: string): Promise<Value | null> {
  const read = await run('readonly', (records) => records.get(key));
  return (read?.value as Value | undefined) ?? null;
}

/** Keeps values under their keys, all or none; `null` forgets what is there. Answers whether it did: a disk may be full, a device shared. */
export async function keep(pairs: readonly (readonly [string, unknown])[]): Promise<boolean> {
  if (isShared() && pairs.some(([, value]) => value !== null)) return false;
  const done = await run('readwrite', (records) => {
    for (const [key, value] of pairs) {
      if (value === null) records.delete(key);
      else records.put(value, key);
    }
  });
  return done !== null;
}

/** Keys that begin so. */
export async function keysKept(beginning: string): Promise<readonly string[]> {
  const read = await run('readonly', (records) => records.getAllKeys(rangeOf(beginning)));
  return (read?.value as readonly string[] | undefined) ?? [];
}

/** Forgets what is kept under keys that begin so. */
export async function forgetKept(beginning: string): Promise<void> {
  await run('readwrite', (records) => records.delete(rangeOf(beginning)));
}

const rangeOf = (beginning: string): IDBKeyRange => IDBKeyRange.bound(beginning, `${beginning}\uFFFF`);

let opened: Promise<IDBDatabase> | null = null;

/** `null`: not now, or not in this browser at all. */
async function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table));
    request.addEventListener('success', () => {
      // The browser may close it, for example when it clears what sites have stored.
      request.result.addEventListener('close', () => (opened = null));
      resolve(request.result);
    });
    request.addEventListener('error', reject);
  });
  try {
    return await opened;
  } catch {
    opened = null;
    return null;
  }
}

type Act = (records: IDBObjectStore) => IDBRequest | undefined | void;

/** What was read; `null` when it did not work. */
type Done = { readonly value: unknown } | null;

async function run(mode: IDBTransactionMode, act: Act): Promise<Done> {
  const first = await open();
  if (first === null) return null;
  try {
    return await transact(first, mode, act);
  } catch {
    // It was closed meanwhile.
    opened = null;
    const again = await open();
    return again === null ? null : transact(again, mode, act).catch(() => null);
  }
}

async function transact(database: IDBDatabase, mode: IDBTransactionMode, act: Act): Promise<Done> {
  const transaction = database.transaction(table, mode);
  const request = act(transaction.objectStore(table));
  return new Promise((resolve) => {
    transaction.addEventListener('complete', () => resolve({ value: request?.result }));
    transaction.addEventListener('abort', () => resolve(null));
    transaction.addEventListener('error', () => resolve(null));
  });
}
