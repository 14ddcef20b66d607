// Tests how connections are dispatched to workers that start and end at any time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDispatch } from '#workers/dispatch.ts';
import { seed } from '../support/property.ts';

/** What happens next: a connection comes; a worker comes, takes what it was given, or is gone. */
type Turn = { readonly kind: 'offer' } | { readonly kind: 'join' | 'taken' | 'leave'; readonly pick: number };

const turns = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('offer' as const) }),
    fc.record({
      kind: fc.constantFrom('join' as const, 'taken' as const, 'leave' as const),
      pick: fc.nat(4),
    }),
  ),
  { maxLength: 60 },
);

/** Plays a history and keeps account of who has which connection. */
function play(history: readonly Turn[]) {
  const inHand = new Map<number, number>();
  const taken: number[] = [];
  const present = new Set<number>();
  const gaveToAbsent: number[] = [];
  const dispatch = createDispatch<number, number>((connection, taker) => {
    if (!present.has(taker) || inHand.has(taker)) gaveToAbsent.push(taker);
    inHand.set(taker, connection);
  });
  let connections = 0;
  let workers = 0;
  for (const turn of history) {
    const known = [...present];
    const taker = turn.kind === 'offer' ? undefined : known[turn.pick % Math.max(1, known.length)];
    if (turn.kind === 'offer') dispatch.offer((connections += 1));
    else if (turn.kind === 'join') {
      workers += 1;
      present.add(workers);
      dispatch.join(workers);
    } else if (turn.kind === 'taken' && taker !== undefined && inHand.has(taker)) {
      taken.push(inHand.get(taker) as number);
      inHand.delete(taker);
      dispatch.taken(taker);
    } else if (turn.kind === 'leave' && taker !== undefined) {
      present.delete(taker);
      inHand.delete(taker);
      dispatch.leave(taker);
    }
  }
  return { dispatch, connections, taken, inHand, present, gaveToAbsent };
}

describe('dispatched connections', () => {
  it('are each taken once or still waiting when workers end', () => {
    fc.assert(
      fc.property(turns, (history) => {
        const { dispatch, connections, taken, gaveToAbsent } = play(history);
        assert.deepEqual(gaveToAbsent, []);
        const left = dispatch.end();
        const all = [...taken, ...left].toSorted((one, other) => one - other);
        assert.deepEqual(
          all,
          Array.from({ length: connections }, (_, index) => index + 1),
        );
      }),
      { seed, numRuns: 2000 },
    );
  });

  it('do not wait while a worker is idle', () => {
    fc.assert(
      fc.property(turns, (history) => {
        const { dispatch, inHand, present, taken, connections } = play(history);
        const waiting = connections - taken.length - inHand.size;
        assert.ok(waiting === 0 || [...present].every((worker) => inHand.has(worker)));
        assert.equal(dispatch.end().length, waiting + inHand.size);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it('go to the workers in turn', () => {
    const got = new Map<number, number>();
    const dispatch = createDispatch<number, number>((_, taker) => got.set(taker, (got.get(taker) ?? 0) + 1));
    for (const worker of [1, 2, 3]) dispatch.join(worker);
    for (let connection = 0; connection < 30; connection += 1) {
      dispatch.offer(connection);
      for (const worker of [1, 2, 3]) dispatch.taken(worker);
    }
    assert.deepEqual(
      [...got],
      [
        [1, 10],
        [2, 10],
        [3, 10],
      ],
    );
  });

  it('go to the next worker first when a worker ended before taking them', () => {
    const given: [number, string][] = [];
    const dispatch = createDispatch<number, string>((connection, taker) => given.push([connection, taker]));
    dispatch.join('dies');
    for (const connection of [1, 2, 3]) dispatch.offer(connection);
    dispatch.leave('dies');
    dispatch.join('lives');
    assert.deepEqual(given, [
      [1, 'dies'],
      [1, 'lives'],
    ]);
  });
});
