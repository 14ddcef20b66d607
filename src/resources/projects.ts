// Projects: the branches of the tree whose leaves are tasks. Ids are shared with tasks.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { countChildren, moveBookedHours, moveNodesBelow } from '#domain/nodes/move-nodes.ts';
import { nodeAccess, nodeColumns, nodeFields, publicNodeFields } from '#domain/nodes/node-fields.ts';
import { placeNode } from '#domain/nodes/place-node.ts';
import { deriveProjectStatus } from '#domain/nodes/derive-status.ts';
import { recordAccessOfNode } from '#domain/access/record-access-of-nodes.ts';
import { uniqueExternalId } from '#domain/unique-external-id.ts';

export default defineResource({
  name: 'projects',
  doc: 'A project; projects may lie in projects and hold tasks.',
  table: 'nodes',
  fixed: { object_type: 'subproject' },
  fields: {
    ...nodeFields,
    mother_id: field(types.integer, 'ROO', 'Project above this one; 0 at the top level.', {
      relation: 'projects',
      required: false,
    }),
    object_type: field(types.string, '-O-', 'Kind of node: always subproject.', {
      values: ['subproject'],
      default: 'subproject',
    }),
    project_leader_id: field(types.integer, 'OOO', 'Who leads the project and sees its costs.', {
      relation: 'users',
    }),
    is_paid_non_working: field(
      types.boolean,
      'OOO',
      'Whether clients propose tasks below as paid without being work.',
    ),
    translate_task_name: field(types.boolean, 'OOO', 'Whether clients translate names of tasks below.'),
    budget: field(types.decimal, 'OOO', 'What the project may cost.', { level: 'manager', min: 0 }),
    status: field(
      types.integer,
      'OOO',
      '1 planning, 2 active, 3 inactive, 4 closed (nothing can be booked).',
      {
        values: [1, 2, 3, 4],
      },
    ),
  },
  public: publicNodeFields,
  hidden: nodeColumns,
  ownLike: 't_iv_1',
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  nested: { tasks: 'mother_id', projects: 'mother_id' },
  indexes: [{ columns: ['mother_id'] }, { columns: ['external_id'] }],
  owned: { nodesToUsers: 'node', geofenceToNodes: 'node_id', files: 'project_id' },
  history: ['ultimate_mother_id'],
  access: nodeAccess,
  tree: { mother: 'mother_id', path: 'node_path' },
  before: [uniqueExternalId, deriveProjectStatus, placeNode, recordAccessOfNode],
  after: [moveNodesBelow, countChildren, moveBookedHours],
});
