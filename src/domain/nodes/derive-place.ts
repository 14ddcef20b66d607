// What a node inherits from the project above it: a pure function, used for the node and for all below it.
import { idsOf, pathBelow } from '../tree.ts';
import type { NodeRow } from './find-nodes.ts';

/** Columns of a node that follow from its own name and flags and from its mother. */
export type Place = Pick<NodeRow, (typeof placeColumns)[number]>;

type MotherPlace = Omit<Place, 'ultimate_mother_id'>;

/** The columns in a {@link Place}. */
export const placeColumns = [
  'node_path',
  'name_path',
  'ultimate_mother_id',
  'restricted_path',
  'hidden_on_path',
] as const;

/** The place of a node below a mother; `null` is the top. */
export function derivePlace(
  node: Pick<NodeRow, 'id' | 'name' | 'is_hidden' | 'is_restricted'>,
  mother: MotherPlace | null,
): Place {
  const { id, name } = node;
  const path = pathBelow(mother === null ? null : mother.node_path, id);
  return {
    node_path: path,
    name_path: mother === null ? name : `${mother.name_path} / ${name}`,
    ultimate_mother_id: idsOf(path)[0] ?? id,
    restricted_path: restrictedPath(node, mother),
    hidden_on_path: node.is_hidden === 1 || mother?.hidden_on_path === 1 ? 1 : 0,
  };
}

/** From the nearest restricted node, the node itself or one above it, down to the node. */
function restrictedPath(
  { id, is_restricted }: Pick<NodeRow, 'id' | 'is_restricted'>,
  mother: MotherPlace | null,
): string | null {
  if (is_restricted === 1) return pathBelow(null, id);
  const above = mother?.restricted_path ?? null;
  return above === null ? null : pathBelow(above, id);
}
