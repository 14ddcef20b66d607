// What outlives the page: the outbox, in IndexedDB, a record for each account and person. Without storage it keeps nothing.

const name = 'hourbook-console';
const table = 'outbox';

/** Reads what was kept under a key; `null` when there is nothing, or no storage. */
export async function readKept<Value>(key: string): Promise<Value | null> {
  const value = await run('readonly', (records) => records.get(key));
  return (value as Value | undefined) ?? null;
}

/** Keeps a value under a key; `null` forgets it. */
export async function keep(key: string, value: unknown): Promise<void> {
  await run('readwrite', (records) => (value === null ? records.delete(key) : records.put(value, key)));
}

let opened: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null);
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(null));
    request.addEventListener('blocked', () => resolve(null));
  });
  return opened;
}

async function run(mode: IDBTransactionMode, act: (records: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  if (database === null) return undefined;
  return new Promise((resolve) => {
    const transaction = database.transaction(table, mode);
    const request = act(transaction.objectStore(table));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => resolve(undefined));
    transaction.addEventListener('error', () => resolve(undefined));
  });
}
