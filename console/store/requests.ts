// What a request about times is about: the booking that it would make, and the one that it would change.
import { signal } from '@preact/signals';
import type { ChangeRequest, Id, Tracking } from '../domain/rows.ts';
import { rowsOf, send, type Call } from './http.ts';
import { who } from './session.ts';
import { clearWithTables } from './tables.ts';

/** `before` is missing where a new booking is asked for. */
interface Asked {
  readonly wanted: Tracking;
  readonly before: Tracking | undefined;
}

const read = signal<ReadonlyMap<Id, Asked>>(new Map());

let person = 0;
clearWithTables(() => {
  read.value = new Map();
  person += 1;
});

/** The bookings of a request, once they were read. */
export function bookingsOf(row: ChangeRequest): Asked | undefined {
  return read.value.get(row.id);
}

/** Reads the bookings of a request. */
export async function loadBookings({ id, time_tracking_id: before }: ChangeRequest): Promise<void> {
  if (read.value.has(id)) return;
  const asking = person;
  const [request, old] = await Promise.all([
    readOne<Nested>(`changeTimeTrackingRequests/read/${id}`, {
      nestedEntities: JSON.stringify({ timeTrackings: [{}] }),
    }),
    before === null ? undefined : readOne<Tracking>(`timeTrackings/read/${before}`, {}),
  ]);
  const [wanted] = request?.nestedEntities?.timeTrackings ?? [];
  if (wanted !== undefined && asking === person)
    read.value = new Map([...read.value, [id, { wanted, before: old }]]);
}

interface Nested {
  readonly nestedEntities?: { readonly timeTrackings?: readonly Tracking[] };
}

async function readOne<Row>(place: string, query: NonNullable<Call['query']>): Promise<Row | undefined> {
  const account = who.value?.account ?? '';
  const call = { account, method: 'GET', path: `v4/${place}/`, query, isBackground: true } as const;
  const answer = await send(call);
  return answer.ok ? rowsOf<Row>(answer.envelope)[0] : undefined;
}
