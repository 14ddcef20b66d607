// The departments of the account, a tree; who supervises one leads the people in it and below it.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { moveDepartments } from '#domain/departments/move-departments.ts';
import { keepDefaultDepartment, placeDepartment } from '#domain/departments/place-department.ts';
import { recordAccessOfDepartment } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';

export default defineResource({
  name: 'departments',
  doc: 'A department of the company; departments form a tree.',
  aliases: ['department'],
  fields: {
    id,
    department_name: field(types.string, 'ROO', 'Name of the department.', { maxLength: 255 }),
    active: field(types.boolean, 'OOO', 'Whether people may be put into the department.', { default: 1 }),
    supervisor_id: field(types.integer, 'OOO', 'Who leads the department and all below it.', {
      relation: 'users',
    }),
    supervisor_assistant_id: field(types.integer, 'OOO', 'Who leads it in the place of the supervisor.', {
      relation: 'users',
    }),
    mother_id: field(types.integer, 'OOO', 'Department above this one; 0 or empty at the top level.', {
      relation: 'departments',
    }),
    view_order: field(types.integer, '-O-', 'Place among its siblings: sort_order, or the id without one.'),
    node_path: field(types.string, '-O-', 'Ids from the top level down to this department, such as 1/5/9.'),
    sort_order: field(types.integer, 'OOO', 'Place among its siblings, ascending.'),
    is_default: field(types.boolean, '-O-', 'Whether new people without a department come here.'),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'department_name', 'active'],
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['mother_id'] }],
  access: sharedData,
  tree: { mother: 'mother_id', path: 'node_path' },
  before: [keepDefaultDepartment, placeDepartment, recordAccessOfDepartment],
  after: [moveDepartments, refuseWiderAccess],
});
