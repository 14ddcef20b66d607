// What a node inherits from the project above it: a pure function, used for the node and for all below it.
import type { Row } from '#resource/rule.ts';
import { idsOf, pathBelow } from '../tree.ts';

/** Columns of a node that follow from its own name and flags and from its mother. */
export interface Place {
  readonly [column: string]: number | string | null;
  readonly node_path: string;
  readonly name_path: string;
  readonly ultimate_mother_id: number;
  readonly restricted_path: string | null;
  readonly hidden_on_path: number;
}

/** The columns in a {@link Place}. */
export const placeColumns = [
  'node_path',
  'name_path',
  'ultimate_mother_id',
  'restricted_path',
  'hidden_on_path',
] as const;

/** The place of a node below a mother; `null` is the top. */
export function derivePlace(node: Row, mother: Row | null): Place {
  const path = pathBelow(mother === null ? null : (mother['node_path'] as string), node['id'] as number);
  const name = node['name'] as string;
  return {
    node_path: path,
    name_path: mother === null ? name : `${mother['name_path']} / ${name}`,
    ultimate_mother_id: idsOf(path)[0] as number,
    restricted_path: restrictedPath(node, mother),
    hidden_on_path: node['is_hidden'] === 1 || mother?.['hidden_on_path'] === 1 ? 1 : 0,
  };
}

/** From the nearest restricted node, the node itself or one above it, down to the node. */
function restrictedPath(node: Row, mother: Row | null): string | null {
  const id = node['id'] as number;
  if (node['is_restricted'] === 1) return pathBelow(null, id);
  const above = (mother?.['restricted_path'] ?? null) as string | null;
  return above === null ? null : pathBelow(above, id);
}
