// Turns of the event loop: many tasks at once leave room for others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createTurns } from '#http/turns.ts';

describe('turns of the event loop', () => {
  it('begin a task at once while the turn has room', () => {
    const takeTurn = createTurns(2);
    const done: number[] = [];
    for (const task of [1, 2, 3]) takeTurn('a', () => done.push(task));
    assert.deepEqual(done, [1, 2]);
  });

  it('begin so many tasks each, in their order, and later ones after them', async () => {
    const takeTurn = createTurns(3);
    const done: number[] = [];
    for (let task = 0; task < 8; task += 1) takeTurn('a', () => done.push(task));
    const counts = [done.length];
    while (done.length < 8 && counts.length < 9) {
      await turn();
      counts.push(done.length);
      if (counts.length === 2) takeTurn('a', () => done.push(8));
    }
    assert.deepEqual(counts, [3, 6, 8 + 1]);
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are shared by the names that wait', async () => {
    const takeTurn = createTurns(2);
    const done: string[] = [];
    for (let task = 0; task < 6; task += 1) takeTurn('many', () => done.push('many'));
    takeTurn('one', () => done.push('one'));
    await turn();
    await turn();
    assert.deepEqual(done.slice(0, 4), ['many', 'many', 'many', 'one']);
  });

  it('have room again after a turn in which nothing waited', async () => {
    const takeTurn = createTurns(1);
    const done: number[] = [];
    takeTurn('a', () => done.push(1));
    await turn();
    await turn();
    takeTurn('a', () => done.push(2));
    assert.deepEqual(done, [1, 2]);
  });
});
