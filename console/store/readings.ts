// Rows that one screen needs and delta synchronisation does not carry: read for its address, kept fresh while it is open.
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import { whileBusy } from './busy.ts';
import { rowsOf, send, type Answer, type Refusal } from './http.ts';
import { endSession, who } from './session.ts';

/** Parameters of a read. */
export type Query = Readonly<Record<string, string | number>>;

/** What was read last. `rows` is `null` until the first answer. */
export interface Reading<Row> {
  readonly rows: ReadonlySignal<readonly Row[] | null>;
  /** Whether only the rows in sight are here, and the others on their way. */
  readonly isPart: ReadonlySignal<boolean>;
  readonly refusal: ReadonlySignal<Refusal | null>;
  /** Reads; an answer that another read has overtaken is thrown away. */
  load(resource: string, query: Query, how?: How): Promise<void>;
  /** Reads what changed since, by `_since`: for resources that track changes. */
  refresh(): Promise<void>;
}

/** How rows are read. */
export interface How {
  /** No person asked for them. */
  readonly isBackground?: boolean;
  /** Narrows the query to the rows in sight: while none are here, they are read before all the others. */
  readonly first?: Query | null;
  /** Rows of another query go at once: nothing in them tells what they are rows of. */
  readonly isAnew?: boolean;
  /** While the server cannot answer, it is asked again every ten seconds. */
  readonly isPatient?: boolean;
}

interface Asked extends How {
  readonly resource: string;
  readonly query: Query;
  /** Account and person. */
  readonly person: string;
}

const pageSize = 10_000;

/** A reading of its own, without rows yet. */
export function reading<Row extends object>(name: string): Reading<Row> {
  const rows = signal<readonly Row[] | null>(null, { name: `reading.${name}` });
  const refusal = signal<Refusal | null>(null, { name: `reading.${name}.refusal` });
  const isPart = signal(false, { name: `reading.${name}.isPart` });
  let asked: Asked | null = null;
  let since: string | null = null;
  const readFirst = async (now: Asked, first: Query): Promise<void> => {
    const answer = await readAll(now, first);
    if (asked !== now || !answer.ok) return;
    batch(() => {
      rows.value = answer.rows as readonly Row[];
      isPart.value = true;
    });
  };
  const read = async (now: Asked, more: Query): Promise<void> => {
    const answer = await readAll(now, more);
    if (asked !== now) return;
    if (!answer.ok) {
      if (answer.refusal.kind === 'ended') endSession();
      if (!('_since' in more)) refusal.value = answer.refusal;
      return;
    }
    refusal.value = null;
    const found = answer.rows as readonly Row[];
    const isWhole = !('_since' in more) || answer.envelope.FullResync === 1;
    const gone = (answer.envelope.Deleted ?? []).map(({ id }) => id);
    if (isWhole) batch(() => ([rows.value, isPart.value] = [found, false]));
    else if (found.length > 0 || gone.length > 0) rows.value = merged(rows.value ?? [], found, gone);
    since = answer.envelope.RequestStartTime ?? since;
  };
  const readAsked = async (now: Asked): Promise<void> => {
    if (now.first != null && rows.peek() === null) await readFirst(now, now.first);
    if (asked !== now) return;
    await read(now, {});
    if (now.isPatient !== true || !isPassing(refusal.peek())) return;
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await readAsked(now);
  };
  return {
    rows,
    isPart,
    refusal,
    async load(resource, query, how = {}) {
      // After a logout there is no account to read from.
      if (who.value === null) return;
      const person = `${who.value?.account ?? ''}/${who.value?.user_id ?? 0}`;
      const earlier = asked;
      asked = { resource, query, person, ...how };
      since = null;
      if (!hasRowsOf(earlier, asked)) rows.value = null;
      const coming = readAsked(asked);
      await (how.isBackground === true ? coming : whileBusy(coming));
    },
    async refresh() {
      if (asked !== null && since !== null) await read(asked, { _since: since, _fetch_deleted: 1 });
    },
  };
}

/** Whether the server may answer the same later. */
function isPassing(refusal: Refusal | null): boolean {
  return refusal?.kind === 'busy' || refusal?.kind === 'offline';
}

/** Whether the rows of an earlier read may stand until those of the present one are here. */
function hasRowsOf(earlier: Asked | null, now: Asked): boolean {
  if (earlier?.resource !== now.resource || earlier.person !== now.person) return false;
  return now.isAnew !== true || JSON.stringify(earlier.query) === JSON.stringify(now.query);
}

type Pages = Answer & { readonly rows: readonly unknown[] };

/** One page after the other: an answer has at most {@link pageSize} rows. */
async function readAll({ resource, query, isBackground }: Asked, more: Query): Promise<Pages> {
  const rows: unknown[] = [];
  for (;;) {
    const answer = await send({
      account: who.value?.account ?? '',
      method: 'GET',
      path: `v4/${resource}/read/`,
      query: { _limit: pageSize, ...query, ...more, ...(rows.length === 0 ? {} : { _offset: rows.length }) },
      isBackground: isBackground === true || '_since' in more,
    });
    if (!answer.ok) return { ...answer, rows };
    const found = rowsOf(answer.envelope);
    rows.push(...found);
    if (found.length < pageSize) return { ...answer, rows };
  }
}

function merged<Row extends object>(
  before: readonly Row[],
  found: readonly Row[],
  gone: readonly Id[],
): readonly Row[] {
  const idOf = (row: Row): Id => (row as unknown as { readonly id: Id }).id;
  const next = new Map(before.map((row) => [idOf(row), row]));
  for (const row of found) next.set(idOf(row), row);
  for (const id of gone) next.delete(id);
  return [...next.values()];
}
