// Reading the tree of projects and tasks: what lies above a node and what lies below it.
import type { Row, View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';

/** The resource to which a row of the tree belongs. */
export function nodeResource(row: Row): 'projects' | 'tasks' {
  return row['object_type'] === 'task' ? 'tasks' : 'projects';
}

/** The projects above a node, the topmost first; not the node itself. */
export async function projectsAbove(node: Row, view: View): Promise<readonly Row[]> {
  const ids = idsOf(node['node_path'] as string).slice(0, -1);
  if (ids.length === 0) return [];
  const found = await view.find('projects', [{ column: 'id', is: 'in', value: ids }]);
  return ids.flatMap((id) => found.filter((project) => project['id'] === id));
}

/** The nodes directly below a project. */
export async function childrenOf(projectId: number, view: View): Promise<readonly Row[]> {
  const below = [{ column: 'mother_id', is: '=' as const, value: projectId }];
  return [...(await view.find('projects', below)), ...(await view.find('tasks', below))];
}

/** Whether anything lies directly below a project. */
export async function hasChildren(projectId: number, view: View): Promise<boolean> {
  const below = [{ column: 'mother_id', is: '=' as const, value: projectId }];
  const first = await view.find('tasks', below, { limit: 1 });
  return first.length > 0 || (await view.find('projects', below, { limit: 1 })).length > 0;
}
