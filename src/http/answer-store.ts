// Values by the text of a request, bounded in bytes: when the younger generation is full it becomes the older one, and what
// the older one held is forgotten. It must not know what an answer is.

/** A bounded map. */
export interface AnswerStore<T> {
  get(key: string): T | undefined;
  put(key: string, value: T, bytes: number): void;
  delete(key: string): void;
}

interface Stored<T> {
  readonly value: T;
  readonly bytes: number;
}

/** Of the entry itself and its headers. */
const bytesPerEntry = 2_000;

/** Makes a store for about so many bytes. */
export function createAnswerStore<T>(mostBytes: number): AnswerStore<T> {
  let young = new Map<string, Stored<T>>();
  let old = new Map<string, Stored<T>>();
  let bytes = 0;
  const put = (key: string, stored: Stored<T>): void => {
    if (bytes + stored.bytes > mostBytes / 2) {
      [old, young] = [young, new Map()];
      bytes = 0;
    }
    bytes += stored.bytes - (young.get(key)?.bytes ?? 0);
    young.set(key, stored);
  };
  return {
    get(key) {
      const fresh = young.get(key);
      if (fresh !== undefined) return fresh.value;
      const kept = old.get(key);
      if (kept !== undefined) put(key, kept);
      return kept?.value;
    },
    put: (key, value, size) => put(key, { value, bytes: size + 2 * key.length + bytesPerEntry }),
    delete(key) {
      bytes -= young.get(key)?.bytes ?? 0;
      young.delete(key);
      old.delete(key);
    },
  };
}
