// When a department moves, the paths of all below it move along.
import type { Row, Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { pathBelow } from '../tree.ts';

/** Renews `node_path` of every department below the changed one. */
export const moveDepartments: Rule<'departments'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'node_path')) return;
  renewBelow(change.after, view);
};

function renewBelow(mother: Row<'departments'>, view: View): void {
  const children = view.find('departments', [{ column: 'mother_id', is: '=', value: mother.id }]);
  for (const child of children) {
    const id = child.id;
    const path = pathBelow(mother.node_path, id);
    view.update('departments', id, { node_path: path });
    renewBelow({ ...child, node_path: path }, view);
  }
}
