// Bookings with every field that the server has of them: deleting with the way back, and what a copy takes over.
import type { Id } from '../domain/rows.ts';
import { drop, type Verdict } from './bookings.ts';
import { rowsOf, send, type Refusal } from './http.ts';
import { temporaryId } from './ids.ts';
import { post } from './outbox.ts';
import { who } from './session.ts';
import { takeRows } from './tables.ts';

type Whole = Readonly<Record<string, unknown>>;

/** What is the account's own in a booking, and whether it is billed: a copy takes it over. */
const own = /^(is_billable|[tu]_iv_\d|udf_\w+)$/;
/** What the interface takes of a new booking beside that. */
const other =
  /^((user|task)_id|(start|end)_(time(_timezone|_offset)?|type_id)|notes|max_hours_alert|is_offline_tracking|geo_\w+)$/;
/** Where a booking begins and ends, and how that came to be. */
const place = /^((start|end)_(time(_timezone|_offset)?|type_id)|geo_\w+)$/;
/** What goes with a booking and cannot be made anew. */
export const below = JSON.stringify({ checkpointTrackings: [{}], changeTimeTrackingRequests: [{}] });

function fieldsOf(row: Whole, ...names: readonly RegExp[]): Whole {
  const isOne = (field: string): boolean => names.some((name) => name.test(field));
  return Object.fromEntries(Object.entries(row).filter(([field, value]) => value !== null && isOne(field)));
}

/** The fields of a booking that say when it is. */
export function placeFields(row: Whole): Whole {
  return fieldsOf(row, place);
}

/** Reads the own fields of bookings, by id, and keeps their rows; the refusal where that is not possible now. */
export async function readOwn(
  ids: readonly Id[],
): Promise<{ readonly refusal: Refusal | null; readonly of: ReadonlyMap<Id, Whole> }> {
  // What the server does not have yet has none but its task's.
  const id = ids.filter((one) => one > 0).join('|');
  if (id === '') return { refusal: null, of: new Map() };
  const answer = await send({
    account: who.value?.account ?? '',
    method: 'GET',
    path: 'v4/timeTrackings/read/',
    query: { id, _op__id: 'in', _limit: 1000 },
  });
  if (!answer.ok) return { refusal: answer.refusal, of: new Map() };
  takeRows('timeTrackings', answer.envelope, false);
  const rows = rowsOf<Whole & { readonly id: Id }>(answer.envelope);
  return { refusal: null, of: new Map(rows.map((row) => [row.id, fieldsOf(row, own)])) };
}

/** Deletes a booking. There is a way back unless more goes with it than a new booking can have. */
export async function remove(id: Id): Promise<Verdict> {
  const [found, outcome] = await Promise.all([
    post({
      resource: 'timeTrackings',
      action: 'read',
      method: 'GET',
      id,
      query: { nestedEntities: below },
      body: null,
      patches: [],
    }),
    drop(id),
  ]);
  const before = found.rows[0] as { readonly nestedEntities?: Whole } | undefined;
  const gone = outcome.rows[0] as Whole | undefined;
  const children = Object.values(before?.nestedEntities ?? { unknown: null }).flat();
  const isLost = gone === undefined || children.length > 0 || outcome.isRequest;
  return { refusal: outcome.refusal, id: null, undo: isLost ? null : () => restore(gone) };
}

/** Makes a booking anew that was deleted. */
export async function restore(gone: Whole): Promise<Refusal | null> {
  const body = { ...fieldsOf(gone, own, other), client_unique_id: crypto.randomUUID() };
  const { refusal } = await post({
    resource: 'timeTrackings',
    action: 'create',
    method: 'POST',
    id: null,
    body,
    patches: [{ table: 'timeTrackings', id: temporaryId(), row: { ...gone, ...body } }],
  });
  return refusal;
}

/** What deleting several bookings did: which are gone, the first refusal. */
interface Removed {
  readonly ids: readonly Id[];
  readonly refusal: Refusal | null;
  readonly undo: (() => Promise<Refusal | null>) | null;
}

/** Deletes several bookings: all are noted at once, so that none is forgotten without connection. */
export async function removeAll(ids: readonly Id[]): Promise<Removed> {
  const verdicts = await Promise.all(ids.map(remove));
  const first = (all: readonly (Refusal | null)[]): Refusal | null => all.find((one) => one !== null) ?? null;
  const gone = verdicts.filter(({ refusal }) => refusal === null);
  const ways = gone.flatMap(({ undo }) => undo ?? []);
  return {
    ids: ids.filter((_, index) => verdicts[index]?.refusal === null),
    refusal: first(verdicts.map(({ refusal }) => refusal)),
    // A part of what is gone would not be what the toast names.
    undo:
      ways.length < gone.length || ways.length === 0
        ? null
        : async () => first(await Promise.all(ways.map((way) => way()))),
  };
}
