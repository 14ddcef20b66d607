// Which shards move where, so that nodes hold the same amount of rows. Pure: it must not know who moves them.
import { addressOfNode, type Placement, type ShardGroup, type SpreadNode } from './shard-groups.ts';

/** One move. */
export interface Move {
  readonly shard: ShardGroup;
  readonly from: SpreadNode;
  readonly to: SpreadNode;
}

/**
 * One move after another, each from the fullest node to the emptiest, as long as it brings the two closer together. Shards of nodes
 * that are to have none go first. A node with isolated accounts only is left to them. Throws an Error with one line.
 */
export function planMoves({ nodes, shards }: Placement): readonly Move[] {
  assertAllAnswer({ nodes, shards });
  const left = [...shards];
  const moves: Move[] = [];
  for (let move = nextMove(nodes, left); move !== null; move = nextMove(nodes, left)) {
    moves.push(move);
    const { shard, to } = move;
    left[left.indexOf(shard)] = { ...shard, group: to.group };
  }
  return moves;
}

/**
 * Empties a node for the sake of the shard that stays, always to the node that is emptiest then. Throws an Error with one line when
 * the others have no node to which they can go.
 */
export function planDrain({ nodes, shards }: Placement, node: SpreadNode, staying: number): readonly Move[] {
  assertAllAnswer({ nodes, shards });
  const others = shared(nodes, shards).filter(({ group }) => group !== node.group);
  let left = shards;
  return shards
    .filter(({ group, shard }) => group === node.group && shard !== staying)
    .map((shard) => {
      const [to] = others.toSorted((a, b) => loadOf(left, a) - loadOf(left, b));
      if (to === undefined) throw new Error(noOther(node));
      left = left.map((one) => (one === shard ? { ...one, group: to.group } : one));
      return { shard, from: node, to };
    });
}

/** The account that is to have a node. */
export interface Wanted {
  /** Its shard. */
  readonly there: ShardGroup;
  /** `host:port` of the node, if one was named. */
  readonly address?: string | undefined;
}

/**
 * The node for an account alone: the named one; or where its own shard is already; or else the emptiest. It is never another
 * account's own, and leaves a node to the other accounts. Throws an Error with one line.
 */
export function nodeToIsolateOn({ nodes, shards }: Placement, { there, address }: Wanted): SpreadNode {
  assertAllAnswer({ nodes, shards });
  const open = nodes.filter(({ takesShards }) => takesShards);
  const known = open.map(addressOfNode).join(', ');
  const free = shared(nodes, there.isIsolated ? shards.filter(({ shard }) => shard !== there.shard) : shards);
  const named = open.find((node) => addressOfNode(node) === address);
  if (address !== undefined && named === undefined)
    throw new Error(`There is no node ${address} that takes shards; those that do are ${known}.`);
  const present = open.find(({ group }) => there.isIsolated && group === there.group);
  const node = named ?? present ?? free.toSorted((a, b) => loadOf(shards, a) - loadOf(shards, b))[0];
  if (node === undefined)
    throw new Error(
      `Each node that takes shards (${known}) is an account's own: add another with citus_add_node.`,
    );
  if (!free.includes(node))
    throw new Error(
      `${addressOfNode(node)} is another account's own: name a node that is not, or share it again with citus_move_shard_placement.`,
    );
  if (free.every(({ group }) => group === node.group)) throw new Error(noOther(node));
  return node;
}

const noOther = (node: SpreadNode): string =>
  `The other accounts have nowhere to go from ${addressOfNode(node)}: no other node takes shards without being an account's own; citus_add_node adds one.`;

/** Nothing is known of how much a node holds that does not answer. */
function assertAllAnswer({ nodes, shards }: Placement): void {
  const isConcerned = (node: SpreadNode): boolean =>
    node.takesShards || shards.some(({ group }) => group === node.group);
  const silent = nodes.find((node) => !node.answers && isConcerned(node));
  if (silent !== undefined)
    throw new Error(
      `${addressOfNode(silent)} does not answer: how much it holds is not known; run the command again when it does.`,
    );
}

/** Of the fullest node's rows: so much more than the emptiest it may have. Rows that have moved take less room by some. */
const tolerated = 0.1;

function nextMove(nodes: readonly SpreadNode[], shards: readonly ShardGroup[]): Move | null {
  const open = shared(nodes, shards);
  const byLoad = open.toSorted((a, b) => loadOf(shards, a) - loadOf(shards, b));
  const [emptiest] = byLoad;
  const closed = closedNode(nodes, shards);
  if (emptiest === undefined && closed !== undefined)
    throw new Error(
      `No node is there to take the shards of ${addressOfNode(closed)}: add one with citus_add_node.`,
    );
  const from = closed ?? byLoad.at(-1);
  if (emptiest === undefined || from === undefined || from.group === emptiest.group) return null;
  const [most, least] = [loadOf(shards, from), loadOf(shards, emptiest)];
  const distance = (shard: ShardGroup): number => Math.abs(weight(shard) - (most - least) / 2);
  const movable = shards
    .filter(({ group, isIsolated }) => group === from.group && (!isIsolated || closed !== undefined))
    .toSorted((a, b) => isolatedLast(a, b) || distance(a) - distance(b) || a.shard - b.shard);
  if (closed === undefined && most - least <= most * tolerated) return null;
  const bringsCloser = (shard: ShardGroup): boolean => least + weight(shard) < most;
  const shard = closed === undefined ? movable.find(bringsCloser) : movable[0];
  return shard === undefined ? null : { shard, from, to: emptiest };
}

/** A node that is to have no shards and has some. */
function closedNode(nodes: readonly SpreadNode[], shards: readonly ShardGroup[]): SpreadNode | undefined {
  const [first] = shards
    .filter(({ group }) => nodes.some((node) => node.group === group && !node.takesShards))
    .toSorted(isolatedLast);
  return nodes.find(({ group }) => group === first?.group);
}

/** An isolated shard that came to an empty node first would keep the others from it. */
const isolatedLast = (a: ShardGroup, b: ShardGroup): number => Number(a.isIsolated) - Number(b.isIsolated);

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
