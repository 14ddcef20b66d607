// Bookings that give way to another one: which they are, and the way back. Knows requests, no words and no screen.
import { addDays, type CivilDate } from '../domain/civil.ts';
import { givingWay, type Stretch, type Yielding } from '../domain/giving-way.ts';
import type { Id, Tracking } from '../domain/rows.ts';
import { spanOf, type Span } from '../domain/spans.ts';
import { dateAt } from '../domain/zones.ts';
import { below, placeFields, restore } from './bookings-whole.ts';
import { change, drop, storedSpans, type Verdict } from './bookings.ts';
import { rowsOf, send, type Refusal } from './http.ts';
import { storedId } from './ids.ts';
import { who, zone } from './session.ts';

type Whole = Tracking & Readonly<Record<string, unknown>>;

/** A booking in the way, as the server has it. */
export interface Yielder extends Yielding<Span> {
  readonly row: Whole;
  /** Whether more goes with it than can be made anew. */
  readonly isLost: boolean;
}

/** What is in the way, in order of time; the refusal where it cannot be read now. */
export interface InTheWay {
  readonly refusal: Refusal | null;
  readonly others: readonly Yielder[];
}

/** Reads what is in the way of a booking: `named` is what the server has named, `own` the one that is written itself. */
export async function readInTheWay(
  wanted: Stretch,
  { named, own }: { readonly named: Id; readonly own: Id | null },
): Promise<InTheWay> {
  const near = (moment: number, days: number): CivilDate => addDays(dateAt(moment, zone.value), days);
  // Dates are on the clocks of each booking. Only one can reach in from before: the server names the first.
  const until = wanted.end === null ? '9999-12-31' : near(wanted.end, 2);
  const dates = `${near(wanted.start, -2)}|${until}`;
  const answers = await Promise.all(
    [{ id: named }, { start_date: dates, _op__start_date: 'betw' }].map((query) =>
      send({
        account: who.value?.account ?? '',
        method: 'GET',
        path: 'v4/timeTrackings/read/',
        query: { user_id: who.value?.user_id ?? 0, ...query, nestedEntities: below, _limit: 10_000 },
      }),
    ),
  );
  const rows = new Map<Id, Whole>();
  for (const answer of answers) {
    if (!answer.ok) return { refusal: answer.refusal, others: [] };
    for (const row of rowsOf<Whole>(answer.envelope)) rows.set(row.id, row);
  }
  if (own !== null) rows.delete(storedId(own));
  const others = givingWay([...rows.values()].map(spanOf), wanted).flatMap((one) => {
    const row = rows.get(one.span.id);
    if (row === undefined) return [];
    return { ...one, row, isLost: Object.values(row['nestedEntities'] ?? {}).flat().length > 0 };
  });
  return { refusal: null, others };
}

/** Takes back a write for which others gave way, and what became of them; `null` where not all of it can be. */
export function withOthers(own: Verdict['undo'], others: readonly Yielder[]): Verdict['undo'] {
  if (own === null || others.some(({ isLost }) => isLost)) return null;
  return async () => {
    // All is noted at once and sent in this order, so that none is forgotten without connection.
    const done = await Promise.all([own(), ...others.map(giveBack)]);
    return done.find((refusal) => refusal !== null) ?? null;
  };
}

async function giveBack({ span, left, row }: Yielder): Promise<Refusal | null> {
  if (left.length === 0) return restore(row);
  const second = storedSpans
    .peek()
    .find((one) => one.id !== span.id && one.taskId === span.taskId && one.start === left[1]?.start);
  const [gone, back] = await Promise.all([
    second === undefined ? null : drop(second.id),
    change(span.id, row.end_time === null ? { end_time: null } : placeFields(row), {}),
  ]);
  return gone?.refusal ?? back.refusal;
}
