// Streams of changes without a server: what they tell at each look, how many there may be, and how they end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { createChangeStreams, mostStreams, type Listener } from '#http/change-streams.ts';

interface Fake extends Listener {
  works: boolean;
}

function listenerOf(accountId: number, person: string): Fake {
  return { accountId, person, works: true };
}

function start() {
  const state = { version: 'first', isAway: false, looks: 0 };
  const streams = createChangeStreams<Fake>({
    version: async () => {
      state.looks += 1;
      if (state.isAway) throw new Error('the database is away');
      return state.version;
    },
    stillLoggedIn: async (_accountId, listeners) => {
      if (state.isAway) throw new Error('the database is away');
      return new Set(listeners.filter(({ works }) => works));
    },
  });
  const open = async (listener = listenerOf(1, 'emma')) => {
    const bytes = await streams.open(listener);
    assert.ok(bytes !== null);
    return { listener, bytes, ...hear(bytes) };
  };
  return { state, streams, open };
}

/** Names of the events that came, and whether the stream has ended. */
function hear(bytes: Readable) {
  let text = '';
  bytes.setEncoding('utf8').on('data', (part: string) => (text += part));
  const heard = async (): Promise<readonly string[]> => {
    await turn();
    return [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, name, data]) =>
      data === '{}' ? String(name) : `${name} ${data}`,
    );
  };
  return { heard };
}

describe('streams of changes', () => {
  test('tell once at the beginning, and then only of another version', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    assert.deepEqual(await heard(), ['changed']);
    await streams.look();
    assert.deepEqual(await heard(), ['changed']);
    state.version = 'second';
    await streams.look();
    await streams.look();
    assert.deepEqual(await heard(), ['changed', 'changed']);
  });

  test('say at every fifteenth quiet look that they live', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    for (let look = 0; look < 30; look += 1) await streams.look();
    assert.deepEqual(await heard(), ['changed', 'alive', 'alive']);
    state.version = 'second';
    await streams.look();
    for (let look = 0; look < 14; look += 1) await streams.look();
    assert.deepEqual(await heard(), ['changed', 'alive', 'alive', 'changed']);
  });

  test('end with the login at the next change or heartbeat', async () => {
    for (const looks of [1, 15]) {
      const { state, streams, open } = start();
      const [ended, other] = [await open(), await open(listenerOf(1, 'otto'))];
      if (looks === 1) state.version = 'second';
      ended.listener.works = false;
      for (let look = 0; look < looks; look += 1) await streams.look();
      assert.deepEqual((await ended.heard()).slice(1), ['end {"reason":"logged_out"}']);
      assert.deepEqual((await other.heard()).slice(1), [looks === 1 ? 'changed' : 'alive']);
      assert.equal(streams.count(), 1);
    }
  });

  test('miss no change while the database is away', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    state.version = 'second';
    state.isAway = true;
    await streams.look();
    state.isAway = false;
    await streams.look();
    assert.deepEqual(await heard(), ['changed', 'changed']);
  });

  test('are bounded for a person and for an account', async () => {
    const { streams, open } = start();
    const own = [];
    for (let count = 0; count < mostStreams.person; count += 1) own.push(await open());
    assert.equal(await streams.open(listenerOf(1, 'emma')), null);
    await open(listenerOf(2, 'emma'));
    own[0]?.bytes.destroy();
    await turn();
    await open();
    for (let count = streams.count() - 1; count < mostStreams.account; count += 1)
      await open(listenerOf(1, `person ${count}`));
    assert.equal(await streams.open(listenerOf(1, 'one more')), null);
    await open(listenerOf(2, 'one more'));
  });

  test('of an account without listeners are not looked at any more', async () => {
    const { state, streams, open } = start();
    const { bytes } = await open();
    bytes.destroy();
    await turn();
    const { looks } = state;
    await streams.look();
    assert.deepEqual([state.looks, streams.count()], [looks, 0]);
  });

  test('give up a client that reads nothing', async () => {
    const { state, streams } = start();
    const bytes = await streams.open(listenerOf(1, 'emma'));
    for (let count = 0; streams.count() === 1 && count < 5000; count += 1) {
      state.version = `version ${count}`;
      await streams.look();
    }
    assert.equal(bytes?.destroyed, true);
  });

  test('end at shutdown, and none begins after it', async () => {
    const { streams, open } = start();
    const { heard } = await open();
    streams.close();
    assert.deepEqual(await heard(), ['changed', 'end {"reason":"shutdown"}']);
    assert.equal(await streams.open(listenerOf(1, 'emma')), null);
  });
});
