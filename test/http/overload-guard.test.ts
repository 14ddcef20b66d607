import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOverloadGuard } from '#http/overload-guard.ts';
import type { ObservedEvent } from '#observe/event.ts';

function guardFor(t: TestContext, limits: { maxInFlight?: number; maxEventLoopDelay?: number } = {}) {
  const events: ObservedEvent[] = [];
  const guard = createOverloadGuard({
    maxInFlight: 10,
    maxWaitingWrites: 10,
    maxEventLoopDelay: 60_000,
    waitingWrites: () => 0,
    observe: (event) => events.push(event),
    ...limits,
  });
  t.after(guard.close);
  return { guard, events };
}

describe('the overload guard', () => {
  it('counts in and out', (t) => {
    const { guard } = guardFor(t, { maxInFlight: 2 });
    assert.equal(guard.enter(), null);
    assert.equal(guard.enter(), null);
    assert.match(guard.enter() ?? '', /Too many/);
    assert.equal(guard.inFlight(), 2);
    guard.leave();
    assert.equal(guard.enter(), null);
  });

  it('refuses while the event loop is blocked, says so once, and accepts again when it is free', async (t) => {
    const { guard, events } = guardFor(t, { maxEventLoopDelay: 10 });
    while (guard.enter() === null) {
      guard.leave();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      await sleep(1);
    }
    guard.enter();
    assert.deepEqual(events, [{ kind: 'overloaded', waiting: 0 }]);
    while (guard.enter() !== null) await sleep(50);
    assert.equal(guard.inFlight(), 1);
  });

  it('drains: lets nobody in and resolves when the last has left', async (t) => {
    const { guard, events } = guardFor(t);
    guard.enter();
    let drained = false;
    const done = guard.drain().then(() => (drained = true));
    assert.match(guard.enter() ?? '', /shutting down/);
    await sleep(5);
    assert.equal(drained, false);
    guard.leave();
    await done;
    assert.deepEqual(events, []);
  });

  it('drains at once when nobody is in', async (t) => {
    await guardFor(t).guard.drain();
  });
});
