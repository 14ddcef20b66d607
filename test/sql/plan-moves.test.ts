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

  test('leave the node of one account to it when another gets a node', () => {
    const before = placement([one, two, three], [[-5], [10, 10], [20, 20]]);
    const [own, other] = before.shards as [ShardGroup, ShardGroup];
    assert.equal(nodeToIsolateOn(before, other), two);
    assert.equal(nodeToIsolateOn(before, own), one);
    const owned = placement([one, two], [[-5], [-6]]);
    assert.equal(nodeToIsolateOn(owned, { ...other, group: 3 }), undefined);
  });
});
