// Tests work that takes turns: by name, and few pieces at once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairLanes, type LaneLimits } from '#values/fair-lanes.ts';

const refuse = (): Error => new Error('too much waits');

/** Lanes whose work is ended by hand; `begun` names it in the order in which it began. */
function handWork(limits: LaneLimits) {
  const lanes = createFairLanes(limits, refuse);
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const add = (name: string, piece: string): Promise<void> =>
    lanes.run(name, async () => {
      begun.push(piece);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(piece, resolve);
      await promise;
    });
  const end = async (piece: string): Promise<void> => {
    running.get(piece)?.();
    await nextTurn();
  };
  return { add, end, begun };
}

describe('fair lanes', () => {
  it('let a name that comes late have its turn before the queue of another', async () => {
    const { add, end, begun } = handWork({ atOnce: 1, ofName: 1, waiting: 10 });
    const work = ['a1', 'a2', 'a3'].map((piece) => add('a', piece));
    work.push(add('b', 'b1'));
    await nextTurn();
    for (const piece of ['a1', 'b1', 'a2', 'a3']) await end(piece);
    await Promise.all(work);
    assert.deepEqual(begun.toSorted(), ['a1', 'a2', 'a3', 'b1']);
    assert.ok(begun.indexOf('b1') < begun.indexOf('a3'), begun.join());
  });

  it('run no more of one name, and no more in all, than they may', async () => {
    const { add, end, begun } = handWork({ atOnce: 2, ofName: 1, waiting: 10 });
    const work = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1'), add('c', 'c1')];
    await nextTurn();
    assert.deepEqual(begun, ['a1', 'b1']);
    for (const piece of ['a1', 'b1', 'a2', 'c1']) await end(piece);
    await Promise.all(work);
    assert.deepEqual(begun.toSorted(), ['a1', 'a2', 'b1', 'c1']);
  });

  it('refuse what exceeds the limit of all names that wait', async () => {
    const { add, end, begun } = handWork({ atOnce: 1, ofName: 1, waiting: 10, waitingInAll: 2 });
    const work = ['a', 'b', 'c'].map((name) => add(name, name));
    await assert.rejects(add('d', 'd'), /too much waits/);
    await end('a');
    work.push(add('d', 'd'));
    for (const piece of ['b', 'c', 'd']) await end(piece);
    await Promise.all(work);
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  });

  it('refuse more of one name than may wait, and go on after work that fails', async () => {
    const lanes = createFairLanes({ atOnce: 1, ofName: 1, waiting: 1 }, refuse);
    const { promise, reject } = Promise.withResolvers<void>();
    const first = lanes.run('a', () => promise);
    const second = lanes.run('a', async () => 'second');
    await assert.rejects(
      lanes.run('a', async () => 'third'),
      /too much waits/,
    );
    reject(new Error('broken'));
    await assert.rejects(first, /broken/);
    assert.equal(await second, 'second');
    assert.equal(await lanes.run('a', async () => 'later'), 'later');
  });
});
