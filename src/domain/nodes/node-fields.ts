// The fields, hidden columns and access that projects and tasks share: they are one tree in one table.
import {
  either,
  holdsOn,
  whereOnPath,
  type Access,
  type Scope,
  type AccessContext,
  type Term,
} from '#resource/access.ts';
import { field, id, types, type FieldDeclaration } from '#resource/define-resource.ts';
import type { HiddenColumn } from '#resource/hidden-column.ts';
import { additionalFields } from '../additional-fields.ts';

const line = { maxLength: 255 };

/** Fields of every node of the tree. */
export const nodeFields = {
  id,
  view_id: field(types.string, '-O-', 'Number under which clients show the node: its id as text.', {
    filled: true,
  }),
  sort_order: field(types.integer, 'OOO', 'Place among its siblings, ascending.'),
  node_path: field(types.string, '-O-', 'Ids from the top level down to this node, such as 1/3/4.'),
  ultimate_mother_id: field(types.integer, '-O-', 'Topmost project above the node; its own id at the top.', {
    relation: 'nodes',
    filled: true,
  }),
  name: field(types.string, 'ROO', 'Name of the node.', line),
  is_done: field(types.boolean, 'OOO', 'Whether the work is finished; nothing can be booked on it any more.'),
  view_order: field(types.integer, '-O-', 'Place among its siblings: sort_order, or the id without one.'),
  icon_name: field(
    types.string,
    '-O-',
    'Icon that clients show: the custom one, or that of the kind of node.',
  ),
  initial_duration: field(types.decimal, '-O-', 'Planned hours as they were when the node was created.'),
  target_duration: field(types.decimal, 'OOO', 'Planned hours.', { min: 0 }),
  begin: field(types.date, 'OOO', 'Planned first day.'),
  deadline: field(types.date, 'OOO', 'Day by which the work is to be finished.'),
  notes: field(types.string, 'OOO', 'Remarks.'),
  client_id: field(types.integer, 'OOO', 'Customer for whom the work is done.', { relation: 'clients' }),
  ...additionalFields('t_iv', 'Free text # about the node.'),
  approve_by_project_leader: field(types.boolean, 'OOO', 'Whether the project leader approves times booked.'),
  is_blocked: field(types.boolean, 'OOO', 'Whether booking on the node and all below it is blocked.'),
  is_hidden: field(types.boolean, 'OOO', 'Whether employees do not see the node and all below it.'),
  restrict_tracking_from_to: field(
    types.boolean,
    'OOO',
    'Whether the first and last day of booking given to each person hold.',
  ),
  duration: field(types.decimal, '-O-', 'Hours booked on the node and all below it.', { default: 0 }),
  is_restricted: field(
    types.boolean,
    'OOO',
    'Whether only people assigned to the node see it and all below.',
  ),
  last_started: field(types.moment, 'OOO', 'When a person last began to work on it.'),
  external_id: field(types.string, 'OOO', 'Identifier of the node in another system.', line),
  name_path: field(types.string, '-O-', 'Names from the top level down to this node, joined by " / ".', {
    filled: true,
  }),
  color: field(types.string, 'OOO', 'Colour in which clients show the node, such as #33aa55.', {
    maxLength: 32,
  }),
  custom_icon_name: field(types.string, 'OOO', 'Icon chosen for the node.', line),
  has_children: field(types.boolean, '-O-', 'Whether projects or tasks lie directly below.'),
  allow_task_project_edit: field(types.boolean, '-O-', 'Whether clients offer to change the node.', {
    default: 1,
  }),
  allow_task_project_delete: field(types.boolean, '-O-', 'Whether clients offer to delete the node.', {
    default: 1,
  }),
  target_duration_sum_up_by_task: field(
    types.boolean,
    'OOO',
    'Whether clients show the sum of planned hours of the tasks as those of the project.',
  ),
  updated: field(types.moment, '-O-', 'When the row was last changed.'),
} satisfies Readonly<Record<string, FieldDeclaration>>;

/**
 * What the server keeps of a node beside its fields. `restricted_path`: ids from the nearest restricted node, itself or
 * above it, down to this one; empty without one. `hidden_on_path`: whether it or any above it is hidden.
 */
export const nodeColumns: Readonly<Record<string, HiddenColumn>> = {
  restricted_path: { column: 'text' },
  hidden_on_path: { column: 'integer', default: 0 },
  booked_seconds: { column: 'integer', default: 0 },
};

/** Public fields of projects and tasks. */
export const publicNodeFields = ['id', 'name', 'name_path'] as const;

/**
 * Everyone sees what is neither hidden nor restricted, and what they are assigned to in a restricted part; project
 * leaders see their projects with all below and its costs, managers everything; administrators write.
 */
export const nodeAccess: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    if (accessContext.hrManager) return [{ level: 'manager', scope: 'all' }];
    return [
      { level: 'manager', scope: whereOnPath('node_path', accessContext.ledProjects) },
      { level: 'own', scope: either(open, assignedTo(accessContext)) },
    ];
  },
  write: (accessContext) => (accessContext.administrator ? 'all' : []),
};

const shown: Term = { column: 'hidden_on_path', oneOf: [0] };
const open: Scope = [[{ column: 'restricted_path', oneOf: [null] }, shown]];

function assignedTo({ assignments, today }: AccessContext): Scope {
  const nodes = assignments.filter((one) => holdsOn(one, today)).map(({ node }) => node);
  return nodes.length === 0 ? [] : [[{ column: 'restricted_path', oneOf: nodes, path: true }, shown]];
}
