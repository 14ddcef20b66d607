// A client that only synchronises: it sends each RequestStartTime as the next `_since` and applies each response.
import assert from 'node:assert/strict';
import type { Client, Envelope } from '../../support/client.ts';

/** The rows of one resource by what names a row. */
export type Rows = Map<string, Envelope>;

/** A copy of some resources of an account. */
export interface SynchronisedCopy {
  readonly resources: ReadonlyMap<string, Rows>;
  /** Asks once, page by page where there is more than a page, and applies the answer. */
  synchronise(client: Client): Promise<void>;
}

/** What a copy holds and how it asks. */
export interface CopyOptions {
  readonly include: readonly string[];
  /** Rows a page, 10,000 at most and unless told otherwise. */
  readonly pageSize?: number;
  /** Whether rights change so often in a second that everything may have to be told anew. */
  readonly beginsAnew?: boolean;
}

/** An empty copy. */
export function createCopy({
  include,
  pageSize = 10_000,
  beginsAnew = false,
}: CopyOptions): SynchronisedCopy {
  const resources = new Map<string, Rows>(include.map((name) => [name, new Map()]));
  let since: string | undefined;

  const ask = async (client: Client, query: Record<string, string | number>): Promise<Envelope> => {
    const delta = since === undefined ? {} : { _since: since, _fetch_deleted: 1 };
    const answer = await client.get('deltaSync/read', { ...delta, ...query });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const apply = (envelope: Envelope): void => {
    for (const [name, rows] of resources) {
      const part = envelope['Results'][name] as Envelope | undefined;
      if (part === undefined) continue;
      // Deletions are kept for longer than a test takes; what follows from other rows may have to be told anew.
      if (part['FullResync'] !== undefined) {
        assert.ok(beginsAnew || name.startsWith('permissionResolveAbsenceTypes'), name);
        rows.clear();
      }
      for (const gone of (part['Deleted'] ?? []) as Envelope[]) rows.delete(keyOf(gone));
      for (const row of part['Results'] as Envelope[]) rows.set(keyOf(row), row);
    }
  };
  return {
    resources,
    async synchronise(client) {
      let next: string | undefined;
      for (let pages = firstPages(include, pageSize); pages !== null;) {
        const envelope = await ask(client, pages);
        apply(envelope);
        // What changes while pages are turned may be on a page that was read before: the first answer's time counts.
        next ??= envelope['RequestStartTime'] as string;
        pages = nextPages(envelope, pageSize);
      }
      since = next;
    },
  };
}

type Query = Record<string, string | number>;

function firstPages(include: readonly string[], pageSize: number): Query | null {
  return { _include: include.join(), _limit: pageSize };
}

/** Pages continue behind the last id: rows that vanish meanwhile do not move the others. `null`: all have been read. */
function nextPages(envelope: Envelope, pageSize: number): Query | null {
  const parts = Object.entries(envelope['Results'] as Record<string, Envelope>);
  const unfinished = parts.filter(([, part]) => (part['Results'] as unknown[]).length === pageSize);
  if (unfinished.length === 0) return null;
  const query: Query = { _include: unfinished.map(([name]) => name).join(), _limit: pageSize };
  for (const [name, part] of unfinished) {
    query[`${name}__id`] = (part['Results'] as Envelope[]).at(-1)?.['id'] as number;
    query[`${name}___op__id`] = 'gt';
  }
  return query;
}

/** Members of teams have no id: their two ids name them. A person's status shows theirs as `user_id`. */
export function keyOf(row: Envelope): string {
  return row['team_id'] === undefined || row['user_id'] === undefined
    ? String(row['id'] ?? row['user_id'])
    : `${row['team_id']}-${row['user_id']}`;
}

/** Rows by what names them, without the seconds that what still runs has lasted: these pass for rows that stand still. */
export function standing(rows: Iterable<Envelope>): Rows {
  return new Map(
    [...rows].map((row): [string, Envelope] => {
      const { duration, ...rest } = row;
      return [keyOf(row), row['end_time'] === null || duration === undefined ? rest : { ...rest, duration }];
    }),
  );
}
