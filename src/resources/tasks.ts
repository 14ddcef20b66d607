// Tasks: the leaves of the project tree, on which times are booked. Ids are shared with projects.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { applyTaskType, taskTypes } from '#domain/nodes/apply-task-type.ts';
import { countChildren, moveBookedHours } from '#domain/nodes/move-nodes.ts';
import { nodeAccess, nodeColumns, nodeFields, publicNodeFields } from '#domain/nodes/node-fields.ts';
import { placeNode } from '#domain/nodes/place-node.ts';
import { deriveTaskStatus } from '#domain/nodes/derive-status.ts';
import { recordAccessOfNode } from '#domain/access/record-access-of-nodes.ts';
import { uniqueExternalId } from '#domain/unique-external-id.ts';

const rate = { level: 'manager', min: 0 } as const;

export default defineResource({
  name: 'tasks',
  doc: 'A task, on which times are booked; it lies in a project.',
  table: 'nodes',
  fixed: { object_type: 'task' },
  fields: {
    ...nodeFields,
    mother_id: field(types.integer, 'ROO', 'Project in which the task lies.', {
      relation: 'projects',
      required: false,
    }),
    object_type: field(types.string, '-O-', 'Kind of node: always task.', {
      values: ['task'],
      default: 'task',
    }),
    is_startable: field(
      types.boolean,
      'OOO',
      'Whether times can be booked on it; 1 unless created as done.',
      {
        default: 1,
      },
    ),
    is_billable: field(types.boolean, 'OOO', 'Whether times booked on it are billed to the customer.'),
    translate_task_name: field(types.boolean, 'OOO', 'Whether clients translate the name.'),
    is_nonworking: field(types.boolean, 'OOO', 'Whether it is a break and not working time.'),
    is_paid_non_working: field(types.boolean, 'OOO', 'Whether it is paid although it is not work.'),
    internal_cost_per_hour: field(types.decimal, 'OOO', 'What an hour on it costs the company.', rate),
    revenue_per_hour: field(types.decimal, 'OOO', 'What an hour on it is sold for.', rate),
    jira_id: field(types.integer, 'OOO', 'Number of the issue in Jira that the task stands for.'),
    skill_id: field(types.integer, 'OOO', 'Skill that the task asks for.', { relation: 'skills' }),
    priority: field(types.integer, 'OOO', 'Urgency; the higher, the sooner it is to be done.'),
    is_favourite: field(types.boolean, 'OOO', 'Whether clients list the task among the favourites.'),
    is_todo: field(types.boolean, 'OOO', 'Whether clients list the task among the to-dos.'),
    status: field(types.integer, 'OOO', '1 in progress, 2 finished (nothing can be booked on it).', {
      values: [1, 2],
    }),
    task_type: field(types.string, 'O--', 'Shorthand for creating: the flag of this name is set.', {
      values: taskTypes,
      stored: false,
    }),
  },
  public: publicNodeFields,
  hidden: nodeColumns,
  ownLike: 't_iv_1',
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  owned: { nodesToUsers: 'node', multiuserToTasks: 'task_id', geofenceToNodes: 'node_id' },
  history: ['ultimate_mother_id'],
  access: nodeAccess,
  tree: { mother: 'mother_id', path: 'node_path' },
  before: [uniqueExternalId, applyTaskType, deriveTaskStatus, placeNode, recordAccessOfNode],
  after: [countChildren, moveBookedHours],
});
