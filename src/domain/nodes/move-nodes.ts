// After a project or task changed: what lies below it moves along, and the projects above it know.
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { moveFiles } from './move-files.ts';
import { bookOn, type Booked } from './book-hours.ts';
import { derivePlace, placeColumns } from './derive-place.ts';
import { childrenOf, hasChildren, isProject, nodeResource } from './find-nodes.ts';
import { idsOf } from '../tree.ts';

/** Renews the places of all nodes below a project that moved, was renamed, hidden or restricted. */
export const moveNodesBelow: Rule<'projects'> = (change, view) => {
  if (change.verb !== 'update' || !anyDiffers(change, placeColumns)) return;
  moveFiles(change.after, view);
  renewBelow(change.after, view);
};

function renewBelow(project: Row<'projects'>, view: View): void {
  for (const child of childrenOf(project.id, view)) {
    const place = derivePlace(child, project);
    if (placeColumns.every((column) => child[column] === place[column])) continue;
    view.update(nodeResource(child), child.id, place);
    if (!isProject(child)) continue;
    moveFiles({ ...child, ...place }, view);
    renewBelow({ ...child, ...place }, view);
  }
}

/** Keeps `has_children` of the projects that gain or lose a node. */
export const countChildren: Rule<'projects' | 'tasks'> = (change, view) => {
  if (change.verb === 'update' && !differs(change, 'mother_id')) return;
  const mothers = [change.before?.mother_id, change.after.mother_id];
  for (const motherId of new Set(mothers)) {
    if (typeof motherId !== 'number' || view.get('projects', motherId) === undefined) continue;
    view.update('projects', motherId, { has_children: hasChildren(motherId, view) ? 1 : 0 });
  }
};

/**
 * Moves the booked hours of a node from the projects it leaves to those it joins, which know then when somebody last began
 * to work there. What the others have known stays.
 */
export const moveBookedHours: Rule<'projects' | 'tasks'> = (change, view) => {
  if (change.verb !== 'update' || change.before === null || !differs(change, 'mother_id')) return;
  const seconds = change.after.booked_seconds ?? 0;
  const [left, joined] = [change.before, change.after].map((row) => idsOf(row.node_path).slice(0, -1));
  const started = change.after.last_started;
  const amounts = new Map<number, Booked>();
  for (const id of left ?? []) amounts.set(id, { seconds: -seconds, started: null });
  for (const id of joined ?? [])
    amounts.set(id, { seconds: (amounts.get(id)?.seconds ?? 0) + seconds, started });
  amounts.delete(rowId(change));
  bookOn('projects', amounts, view);
};
