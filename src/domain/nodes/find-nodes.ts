// Reading the tree of projects and tasks: what lies above a node and what lies below it.
import type { Row, View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';

/** A row of the tree. */
export type NodeRow = Row<'projects' | 'tasks'>;

/** The resource to which a row of the tree belongs. */
export function nodeResource(row: Pick<NodeRow, 'object_type'>): 'projects' | 'tasks' {
  return row.object_type === 'task' ? 'tasks' : 'projects';
}

/** Whether a row of the tree is one of a project. */
export function isProject(row: NodeRow): row is Row<'projects'> {
  return nodeResource(row) === 'projects';
}

/** The projects above a node, the topmost first; not the node itself. */
export async function projectsAbove(
  node: Pick<NodeRow, 'node_path'>,
  view: View,
): Promise<readonly Row<'projects'>[]> {
  const ids = idsOf(node.node_path).slice(0, -1);
  if (ids.length === 0) return [];
  const found = await view.find('projects', [{ column: 'id', is: 'in', value: ids }]);
  return ids.flatMap((id) => found.filter((project) => project.id === id));
}

/** The nodes directly below a project. */
export async function childrenOf(projectId: number, view: View): Promise<readonly NodeRow[]> {
  const below = [{ column: 'mother_id', is: '=', value: projectId }] as const;
  return [...(await view.find('projects', below)), ...(await view.find('tasks', below))];
}

/** Whether anything lies directly below a project. */
export async function hasChildren(projectId: number, view: View): Promise<boolean> {
  const below = [{ column: 'mother_id', is: '=', value: projectId }] as const;
  const first = await view.find('tasks', below, { limit: 1 });
  return first.length > 0 || (await view.find('projects', below, { limit: 1 })).length > 0;
}
