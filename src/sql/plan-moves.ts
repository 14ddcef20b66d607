// Which shards move where, so that nodes hold the same amount of rows. Pure: it must not know who moves them.
import type { Placement, ShardGroup, SpreadNode } from './shard-groups.ts';

/** One move. */
export interface Move {
  readonly shard: ShardGroup;
  readonly from: SpreadNode;
  readonly to: SpreadNode;
}

/**
 * One move after another, each from the fullest node to the emptiest, as long as it brings the two closer together. Shards of nodes
 * that are to have none go first. A node with isolated accounts only is left to them.
 */
export function planMoves({ nodes, shards }: Placement): readonly Move[] {
  const left = [...shards];
  const moves: Move[] = [];
  for (let move = nextMove(nodes, left); move !== null; move = nextMove(nodes, left)) {
    moves.push(move);
    const { shard, to } = move;
    left[left.indexOf(shard)] = { ...shard, group: to.group };
  }
  return moves;
}

/** Empties a node for the sake of the shard that stays, always to the node that is emptiest then. */
export function planDrain({ nodes, shards }: Placement, node: SpreadNode, staying: number): readonly Move[] {
  let left = shards;
  return shards
    .filter(({ group, shard }) => group === node.group && shard !== staying)
    .flatMap((shard) => {
      const [to] = shared(nodes, left)
        .filter(({ group }) => group !== node.group)
        .toSorted((a, b) => loadOf(left, a) - loadOf(left, b));
      if (to === undefined) return [];
      left = left.map((one) => (one === shard ? { ...one, group: to.group } : one));
      return [{ shard, from: node, to }];
    });
}

/** The node for an account alone: where its own shard is already, or else the emptiest that is not another account's own. */
export function nodeToIsolateOn({ nodes, shards }: Placement, there: ShardGroup): SpreadNode | undefined {
  const present = nodes.find(({ group, takesShards }) => takesShards && group === there.group);
  if (there.isIsolated && present !== undefined) return present;
  return shared(nodes, shards).toSorted((a, b) => loadOf(shards, a) - loadOf(shards, b))[0];
}

/** Of the fullest node's rows: so much more than the emptiest it may have. Rows that have moved take less room by some. */
const tolerated = 0.1;

function nextMove(nodes: readonly SpreadNode[], shards: readonly ShardGroup[]): Move | null {
  const open = shared(nodes, shards);
  const byLoad = open.toSorted((a, b) => loadOf(shards, a) - loadOf(shards, b));
  const [emptiest] = byLoad;
  if (emptiest === undefined) return null;
  const closed = nodes.find((node) => !node.takesShards && shards.some(({ group }) => group === node.group));
  const from = closed ?? byLoad.at(-1);
  if (from === undefined || from.group === emptiest.group) return null;
  const [most, least] = [loadOf(shards, from), loadOf(shards, emptiest)];
  const distance = (shard: ShardGroup): number => Math.abs(weight(shard) - (most - least) / 2);
  const movable = shards
    .filter(({ group, isIsolated }) => group === from.group && (!isIsolated || closed !== undefined))
    .toSorted((a, b) => distance(a) - distance(b) || a.shard - b.shard);
  if (closed === undefined && most - least <= most * tolerated) return null;
  const bringsCloser = (shard: ShardGroup): boolean => least + weight(shard) < most;
  const shard = closed === undefined ? movable.find(bringsCloser) : movable[0];
  return shard === undefined ? null : { shard, from, to: emptiest };
}

/** Nodes that take shards, without those that isolated accounts have for themselves. */
function shared(nodes: readonly SpreadNode[], shards: readonly ShardGroup[]): readonly SpreadNode[] {
  return nodes.filter((node) => {
    const own = shards.filter(({ group }) => group === node.group);
    return node.takesShards && (own.length === 0 || own.some(({ isIsolated }) => !isIsolated));
  });
}

const loadOf = (shards: readonly ShardGroup[], { group }: SpreadNode): number =>
  shards.filter((one) => one.group === group).reduce((sum, one) => sum + weight(one), 0);

/** Empty tables take room too, and requests: shards without rows are spread as well. */
const weight = ({ bytes }: ShardGroup): number => Math.max(bytes, 1);
