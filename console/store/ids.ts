// Ids of rows that the server has not named yet, and what it named them.
import type { Id } from '../domain/rows.ts';
import type { Entry } from './entry.ts';
import { rowsOf, type Envelope } from './http.ts';

const ids = new Map<Id, Id>();
/** Each page counts down from a place of its own, because what one page leaves goes to another. */
let nextId = -1000 * Math.ceil(Math.random() * 2 ** 40);

/** An id for a row that the server has not named yet. */
export function temporaryId(): Id {
  nextId -= 1;
  return nextId;
}

/** The id that the server gave to a row, if it has by now. */
export function storedId(id: Id): Id {
  return ids.get(id) ?? id;
}

/** Notes which ids the rows got that the entry has made: of a batch each item's, else those of other rows than the one it is about. */
export function nameRows(entry: Entry, parts: readonly Envelope[]): void {
  const made = entry.patches.filter((patch) => patch.id < 0 && !ids.has(patch.id) && patch.row !== null);
  const known = entry.id === null ? null : storedId(entry.id);
  const rows = parts.flatMap((part) => {
    const found = rowsOf<{ readonly id: Id }>(part).filter(({ id }) => id > 0 && id !== known);
    return part.Success && found.length > 0 ? found : [null];
  });
  for (const [place, patch] of made.entries()) {
    const row = rows[place];
    if (row != null) ids.set(patch.id, row.id);
  }
}

/** Another page, which may send what is left here, does not know which ids the server has given. */
export function withStoredIds(entry: Entry): Entry {
  return {
    ...entry,
    id: entry.id && storedId(entry.id),
    patches: entry.patches.map((patch) => ({ ...patch, id: storedId(patch.id) })),
  };
}

/** Forgets what the rows of a person were named. */
export function forgetIds(): void {
  ids.clear();
}
