// Tests which shards of a spread database are to move.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nodeToIsolateOn, planDrain, planMoves } from '#sql/plan-moves.ts';
import type { Placement, ShardGroup, SpreadNode } from '#sql/shard-groups.ts';

const node = (group: number, takesShards = true): SpreadNode => ({
  group,
  host: '10.0.0.3',
  port: 5432 + group,
  takesShards,
  answers: true,
});

/** `sizes` of the shards on each node, an isolated one with a minus. */
const placement = (nodes: readonly SpreadNode[], sizes: readonly (readonly number[])[]): Placement => ({
  nodes,
  shards: sizes.flatMap((own, place) =>
    own.map((size, index) => ({
      shard: place * 100 + index,
      group: (nodes[place] as SpreadNode).group,
      bytes: Math.abs(size),
      isIsolated: size < 0,
    })),
  ),
});

const [one, two, three] = [node(1), node(2), node(3)];
const told = (moves: ReturnType<typeof planMoves>): unknown[] =>
  moves.map(({ shard, from, to }) => [shard.bytes, from.group, to.group]);

/** Sums on each node after the moves. */
function sumsAfter({ nodes, shards }: Placement): number[] {
  const groups = new Map(shards.map((shard) => [shard, shard.group]));
  for (const { shard, to } of planMoves({ nodes, shards })) {
    const original = shards.find((own) => own.shard === shard.shard) as ShardGroup;
    groups.set(original, to.group);
  }
  return nodes.map(({ group }) =>
    shards.filter((shard) => groups.get(shard) === group).reduce((sum, { bytes }) => sum + bytes, 0),
  );
}

suite('moves of shards', () => {
  test('go to a node that is new until all hold the same', () => {
    const before = placement([one, two, three], [[10, 10, 10], [10, 10, 10], []]);
    assert.deepEqual(sumsAfter(before), [20, 20, 20]);
    assert.equal(planMoves(before).length, 2);
  });

  test('go to a node that is new also where each shard is a small part of a node', () => {
    const equal = Array.from({ length: 16 }, () => 1_000_000);
    const sums = sumsAfter(placement([one, two, three], [equal, equal, []]));
    assert.ok(Math.max(...sums) - Math.min(...sums) <= 1_000_000, sums.join());
    const alone = sumsAfter(placement([one, two], [[...equal, ...equal], []]));
    assert.deepEqual(alone, [16_000_000, 16_000_000]);
  });

  test('are none where nodes hold nearly the same', () => {
    assert.deepEqual(
      planMoves(
        placement(
          [one, two],
          [
            [50, 50],
            [45, 46],
          ],
        ),
      ),
      [],
    );
  });

  test('are none where no shard is small enough to help', () => {
    assert.deepEqual(planMoves(placement([one, two], [[100], [10]])), []);
  });

  test('empty a node that is to have no shards', () => {
    const before = placement([one, node(2, false), three], [[10], [10, -10], [10]]);
    assert.deepEqual(sumsAfter(before)[1], 0);
  });

  test('leave a node with isolated accounts alone', () => {
    assert.deepEqual(planMoves(placement([one, two], [[-500], [10, 10]])), []);
    assert.deepEqual(told(planMoves(placement([one, two, three], [[-5], [10, 10], []]))), [[10, 2, 3]]);
  });

  test('of a node for one account go wherever the least is', () => {
    const before = placement([one, two, three], [[-50, 7, 8], [20], [10]]);
    assert.deepEqual(told(planDrain(before, one, 0)), [
      [7, 1, 3],
      [8, 1, 3],
    ]);
  });

  test('empty a node that is to have no shards into one, an isolated shard last', () => {
    const into = placement([node(1, false), two], [[-10, 10], []]);
    assert.deepEqual(told(planMoves(into)), [
      [10, 1, 2],
      [10, 1, 2],
    ]);
    assert.deepEqual(
      planMoves(into).map(({ shard }) => shard.isIsolated),
      [false, true],
    );
    const both = placement([node(1, false), node(2, false), three], [[-10], [10], []]);
    assert.deepEqual(told(planMoves(both)), [
      [10, 2, 3],
      [10, 1, 3],
    ]);
  });

  test('are refused where no node can take the shards of one that is to have none', () => {
    const closed = node(2, false);
    for (const nodes of [[one, closed], [closed]])
      assert.throws(
        () => planMoves(placement(nodes, nodes.length === 2 ? [[-5], [10]] : [[10]])),
        /^Error: No node is there to take the shards of 10\.0\.0\.3:5434: add one with citus_add_node\.$/,
      );
  });

  test('are refused while a node does not answer, be it an empty one', () => {
    const silent = { ...three, answers: false };
    const coordinator = { ...node(0, false), answers: false };
    const before = placement([one, two, silent], [[10, 10], [10], []]);
    const refusal = /^Error: 10\.0\.0\.3:5435 does not answer: how much it holds is not known; /;
    const [there] = before.shards as [ShardGroup];
    assert.throws(() => planMoves(before), refusal);
    assert.throws(() => planDrain(before, one, 0), refusal);
    assert.throws(() => nodeToIsolateOn(before, { there }), refusal);
    assert.deepEqual(planMoves(placement([coordinator, one, two], [[], [10], [10]])), []);
  });

  test('of a node for one account are refused where the others have nowhere to go', () => {
    const before = placement([one, two], [[-5], [-6, 10]]);
    assert.throws(() => planDrain(before, two, 100), /The other accounts have nowhere to go from .*:5434/);
    assert.deepEqual(told(planDrain(before, one, 0)), []);
  });

  test('of a node for one account all go to one that was empty', () => {
    const before = placement([one, two], [[-5, -7, 10], []]);
    assert.deepEqual(told(planDrain(before, one, 0)), [
      [7, 1, 2],
      [10, 1, 2],
    ]);
  });
});

suite('the node for one account', () => {
  test('is the emptiest that is not the own of another account', () => {
    const before = placement([one, two, three], [[-5], [10, 10], [20, 20]]);
    const [own, other] = before.shards as [ShardGroup, ShardGroup];
    assert.equal(nodeToIsolateOn(before, { there: other }), two);
    assert.equal(nodeToIsolateOn(before, { there: own }), one);
  });

  test('is the named one', () => {
    const before = placement([one, two, three], [[-5], [10, 10], [20, 20]]);
    const [own, other] = before.shards as [ShardGroup, ShardGroup];
    assert.equal(nodeToIsolateOn(before, { there: other, address: '10.0.0.3:5435' }), three);
    assert.equal(nodeToIsolateOn(before, { there: own, address: '10.0.0.3:5434' }), two);
    assert.equal(nodeToIsolateOn(before, { there: own, address: '10.0.0.3:5433' }), one);
    assert.throws(
      () => nodeToIsolateOn(before, { there: own, address: '10.0.0.4:5433' }),
      /There is no node 10\.0\.0\.4:5433 that takes shards; those that do are 10\.0\.0\.3:5433, /,
    );
  });

  test('is refused where no other node is left to the other accounts', () => {
    const before = placement([one, two], [[-5], [10, 10]]);
    const [own, other] = before.shards as [ShardGroup, ShardGroup];
    const refusal =
      /^Error: The other accounts have nowhere to go from 10\.0\.0\.3:5434: .* citus_add_node adds one\.$/;
    assert.throws(() => nodeToIsolateOn(before, { there: other }), refusal);
    assert.throws(() => nodeToIsolateOn(before, { there: other, address: '10.0.0.3:5434' }), refusal);
    assert.equal(nodeToIsolateOn(before, { there: own }), one);
    // It leaves a node to the others.
    assert.equal(nodeToIsolateOn(before, { there: own, address: '10.0.0.3:5434' }), two);
    const owned = placement([one, two, node(3, false)], [[-5], [-6], [10]]);
    const [, , outside] = owned.shards as [ShardGroup, ShardGroup, ShardGroup];
    assert.throws(() => nodeToIsolateOn(owned, { there: outside }), /is an account's own: add another/);
  });

  test('is refused where it is the own of another account', () => {
    const before = placement([one, two, three], [[-5], [10, 10], [20]]);
    const [, other] = before.shards as [ShardGroup, ShardGroup];
    assert.throws(
      () => nodeToIsolateOn(before, { there: other, address: '10.0.0.3:5433' }),
      /^Error: 10\.0\.0\.3:5433 is another account's own: name a node that is not, or share it again /,
    );
  });
});
