// Tests the guard that refuses requests above a limit, during a blocked event loop and at shutdown.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
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
  it('refuses a request above the limit and accepts one after another has left', (t) => {
    const { guard } = guardFor(t, { maxInFlight: 2 });
    assert.equal(guard.enter(), null);
    assert.equal(guard.enter(), null);
    assert.match(guard.enter() ?? '', /Too many/);
    assert.equal(guard.inFlight(), 2);
    guard.leave();
    assert.equal(guard.enter(), null);
  });

  it('refuses while the event loop is blocked, reports once and accepts again later', async (t) => {
    const { guard, events } = guardFor(t, { maxEventLoopDelay: 50 });
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

  it('drains: refuses new requests and resolves when the last one has left', async (t) => {
    const { guard, events } = guardFor(t);
    guard.enter();
    let drained = false;
    const done = guard.drain().then(() => (drained = true));
    assert.match(guard.enter() ?? '', /shutting down/);
    // A drain that did not wait would resolve before the next turn of the event loop.
    await nextTurn();
    assert.equal(drained, false);
    guard.leave();
    await done;
    assert.deepEqual(events, []);
  });

  it('drains at once without requests in flight', async (t) => {
    await guardFor(t).guard.drain();
  });
});
