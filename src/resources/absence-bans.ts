// Times in which a department, or the whole company, grants no holiday.
import { where, type Access, type Scope, type AccessContext } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkBan } from '#domain/schedules/check-ban.ts';

const access: Access = {
  about: { department: 'department_id' },
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    if (accessContext.hrManager) return [{ level: 'manager', scope: 'all' }];
    const line = where('department_id', [null, ...accessContext.ownDepartments]);
    return [
      { level: 'manager', scope: where('department_id', accessContext.departments) },
      { level: 'own', scope: line },
    ];
  },
  write: writable,
};

/** Who decides absences also says when there are none: supervisors for the departments they lead. */
function writable(accessContext: AccessContext): Scope {
  if (accessContext.administrator || accessContext.hrManager) return 'all';
  return where('department_id', accessContext.departments);
}

export default defineResource({
  name: 'absenceBans',
  doc: 'A time in which holiday is refused.',
  fields: {
    id,
    department_id: field(
      types.integer,
      'OOO',
      'Department that it holds for, with all below; empty: everyone.',
      {
        relation: 'departments',
      },
    ),
    reason: field(types.string, 'ROO', 'Why, as people read it when a request is refused.', {
      maxLength: 4000,
    }),
    date_from: field(types.date, 'ROO', 'First day.'),
    date_to: field(types.date, 'ROO', 'Last day.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access,
  before: [checkBan],
});
