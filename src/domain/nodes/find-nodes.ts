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
export function projectsAbove(node: Pick<NodeRow, 'node_path'>, view: View): readonly Row<'projects'>[] {
  const ids = idsOf(node.node_path).slice(0, -1);
  if (ids.length === 0) return [];
  const found = view.find('projects', [{ column: 'id', is: 'in', value: ids }]);
  return ids.flatMap((id) => found.filter((project) => project.id === id));
}

/** The nodes directly below a project. */
export function childrenOf(projectId: number, view: View): readonly NodeRow[] {
  const below = [{ column: 'mother_id', is: '=', value: projectId }] as const;
  return [...view.find('projects', below), ...view.find('tasks', below)];
}

/** Whether anything lies directly below a project. */
export function hasChildren(projectId: number, view: View): boolean {
  const below = [{ column: 'mother_id', is: '=', value: projectId }] as const;
  const first = view.find('tasks', below, { limit: 1 });
  return first.length > 0 || view.find('projects', below, { limit: 1 }).length > 0;
}
