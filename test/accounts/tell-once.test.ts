// Of background tasks that wait for the database it is told once that they wait, and once that they go on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tellOnce, type TellOnce } from '#accounts/tell-once.ts';

class Away extends Error {}

function tellers(): {
  readonly told: readonly string[];
  readonly fail: (task: string, error: Error) => void;
} & TellOnce {
  const told: string[] = [];
  const once = tellOnce(
    (event) => void told.push(`${event.kind} ${'task' in event ? event.task : ''}`),
    (error) => error instanceof Away,
  );
  return { told, ...once, fail: (task, error) => once.observe({ kind: 'background_failed', task, error }) };
}

describe('of tasks that fail it is told', () => {
  it('each time, if the database is there', () => {
    const { told, fail } = tellers();
    for (let time = 0; time < 3; time += 1) fail('cleaning', new Error('broken'));
    assert.deepEqual(told, Array(3).fill('background_failed cleaning'));
  });

  it('once that they wait, if the database is away, and once that they go on', () => {
    const { told, fail, ended } = tellers();
    for (let time = 0; time < 3; time += 1) fail('cleaning', new Away());
    for (let time = 0; time < 3; time += 1) ended('cleaning');
    assert.deepEqual(told, ['background_waits cleaning', 'background_resumed cleaning']);
  });

  it('that they go on only after a turn in which no part of them failed', () => {
    const { told, fail, ended } = tellers();
    const turns = [['a', 'b'], ['b'], []];
    for (const failing of turns) {
      for (const name of failing) fail(`cleaning of ${name}`, new Away());
      ended('cleaning');
      ended('painting');
    }
    assert.deepEqual(told, [
      'background_waits cleaning of a',
      'background_waits cleaning of b',
      'background_resumed cleaning of a',
      'background_resumed cleaning of b',
    ]);
  });

  it('that a job goes on when it is done', () => {
    const { told, fail, observe } = tellers();
    fail('purge', new AggregateError([new Away(), new Away()]));
    observe({ kind: 'background_done', task: 'purge', subject: 0 });
    assert.deepEqual(told, ['background_waits purge', 'background_resumed purge', 'background_done purge']);
  });

  it('each time, if only some of what failed was for want of the database', () => {
    const { told, fail } = tellers();
    fail('purge', new AggregateError([new Away(), new Error('broken')]));
    assert.deepEqual(told, ['background_failed purge']);
  });
});
