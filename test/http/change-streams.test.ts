// Streams of changes without a server: what they tell at each look, how many there may be, and how they end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { createChangeStreams, looksPerSecond, mostStreams, type Listener } from '#http/change-streams.ts';

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

  test('tell of a commit of the process itself before the next look', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    const other = await open(listenerOf(2, 'emma'));
    state.version = 'second';
    await streams.committed(1);
    await streams.committed(1);
    await streams.look();
    assert.deepEqual(await heard(), ['changed', 'changed']);
    assert.deepEqual(await other.heard(), ['changed', 'changed']);
  });

  test('tell of a commit that an account is looked at too early to show', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    const looking = streams.look();
    state.version = 'second';
    await Promise.all([streams.committed(1), looking]);
    assert.deepEqual(await heard(), ['changed', 'changed']);
  });

  test('tell a few listeners of each commit, and many of one a second', async () => {
    for (const [count, burst, later] of [
      [3, 20, 20],
      [100, 2, 1],
      [300, 2, 1],
    ] as const) {
      const { state, streams, open } = start();
      const [{ heard } = await open()] = await Promise.all(
        Array.from({ length: count }, (_, number) => open(listenerOf(1, `person ${number}`))),
      );
      const told = async (): Promise<number> => {
        const before = (await heard()).length;
        for (let commit = 0; commit < 20; commit += 1) {
          state.version += '+';
          await streams.committed(1);
        }
        return (await heard()).length - before;
      };
      for (let look = 0; look < 2 * looksPerSecond; look += 1) await streams.look();
      const atFirst = await told();
      for (let look = 0; look < looksPerSecond - 1; look += 1) await streams.look();
      const heardBefore = (await heard()).length;
      await streams.look();
      const waited = (await heard()).length - heardBefore;
      assert.deepEqual([atFirst, waited + (await told())], [burst, later], `${count} listeners`);
    }
  });

  test('say after fifteen quiet seconds that they live', async () => {
    const { state, streams, open } = start();
    const { heard } = await open();
    const quiet = 15 * looksPerSecond;
    for (let look = 0; look < 2 * quiet; look += 1) await streams.look();
    assert.deepEqual(await heard(), ['changed', 'alive', 'alive']);
    state.version = 'second';
    await streams.look();
    for (let look = 0; look < quiet - 1; look += 1) await streams.look();
    assert.deepEqual(await heard(), ['changed', 'alive', 'alive', 'changed']);
  });

  test('end with the login at the next change or heartbeat', async () => {
    for (const looks of [1, 15 * looksPerSecond]) {
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
