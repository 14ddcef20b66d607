// What a node inherits from the project above it: a pure function, used for the node and for all below it.
import type { Row } from '#resource/rule.ts';
import { idsOf, pathBelow } from '../tree.ts';

/** Columns of a node that follow from its own name and flags and from its mother. */
export interface Place {
  readonly [column: string]: number | string;
  readonly node_path: string;
  readonly name_path: string;
  readonly ultimate_mother_id: number;
  readonly restricted_on_path: number;
  readonly hidden_on_path: number;
}

/** The columns in a {@link Place}. */
export const placeColumns = [
  'node_path',
  'name_path',
  'ultimate_mother_id',
  'restricted_on_path',
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
    restricted_on_path: node['is_restricted'] === 1 || mother?.['restricted_on_path'] === 1 ? 1 : 0,
    hidden_on_path: node['is_hidden'] === 1 || mother?.['hidden_on_path'] === 1 ? 1 : 0,
  };
}
