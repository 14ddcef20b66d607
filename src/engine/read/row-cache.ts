// Rendered rows by what names their content: resource, account, level, zone, history, own fields, id and revision. It never
// needs emptying: in one history an id is never reused and every change raises the revision, so an entry is either right or
// never asked for again.
import type { RowKey } from '#sql/execute-read.ts';

/** What the rows of one list have in common. */
export interface RowFamily {
  readonly resource: string;
  readonly accountId: number;
  readonly level: string;
  readonly serverTimeZone: string;
  /** Of the snapshot: see `Tx`. */
  readonly history: string;
  /** The account's own fields: another definition shows the same row otherwise. */
  readonly own: string;
}

/** JSON text of rendered rows, bounded; a character counts as two bytes. */
export interface RowCache {
  /** `family`: as {@link familyName} tells. */
  get(family: string, key: RowKey): string | undefined;
  put(family: string, key: RowKey, json: string): void;
}

interface Entry {
  readonly revision: number;
  readonly json: string;
}

type Generation = Map<string, Map<number, Entry>>;

const bytesPerEntry = 150;

/** Two generations: when the young one is full it becomes the old one, and what the old one held is forgotten. */
export function createRowCache(mostBytes: number): RowCache {
  let young: Generation = new Map();
  let old: Generation = new Map();
  let bytes = 0;
  const put = (name: string, id: number, entry: Entry): void => {
    if (bytes > mostBytes / 2) {
      old = young;
      young = new Map();
      bytes = 0;
    }
    let rows = young.get(name);
    if (rows === undefined) young.set(name, (rows = new Map()));
    rows.set(id, entry);
    bytes += 2 * entry.json.length + bytesPerEntry;
  };
  return {
    get(family, { id, revision }) {
      const fresh = young.get(family)?.get(id);
      if (fresh?.revision === revision) return fresh.json;
      const kept = old.get(family)?.get(id);
      if (kept?.revision !== revision) return undefined;
      put(family, id, kept);
      return kept.json;
    },
    put: (family, { id, revision }, json) => put(family, id, { revision, json }),
  };
}

/** Names a family: once for a list, not for each of its rows. */
export function familyName(family: RowFamily): string {
  const { resource, accountId, level, serverTimeZone, history, own } = family;
  return `${resource} ${accountId} ${level} ${serverTimeZone} ${history} ${own}`;
}
