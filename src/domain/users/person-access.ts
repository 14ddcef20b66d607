// Who may see and change people, and with them the files that belong to them.
import { where, type Access, type AccessContext } from '#resource/access.ts';
import { fieldsOfGrants, fieldsOfOwnRow, fieldsOfPersonnel } from './writable-fields.ts';

/** Everyone sees public fields, people their own, who leads people theirs; HR managers and administrators write. */
export const personAccess: Access = {
  about: {
    person: 'id',
    department: 'department_id',
    only: [{ column: 'internal_user_group', oneOf: [2, 3] }],
    writable: fieldsOfGrants,
  },
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    const self = where('id', themselves(accessContext));
    if (accessContext.hrManager) {
      return [
        { level: 'managerSelf', scope: self },
        { level: 'manager', scope: 'all' },
      ];
    }
    const managesSelf = accessContext.userId !== null && accessContext.people.includes(accessContext.userId);
    return [
      { level: managesSelf ? 'managerSelf' : 'self', scope: self },
      { level: 'manager', scope: where('id', accessContext.people) },
      { level: accessContext.colleaguesSeeContact ? 'colleague' : 'public', scope: 'all' },
    ];
  },
  write: (accessContext, verb) => {
    if (accessContext.administrator) return 'all';
    if (verb !== 'update' || accessContext.userId === null) return [];
    const self = [{ column: 'id', oneOf: [accessContext.userId] }];
    return accessContext.hrManager ? [self, [{ column: 'internal_user_group', oneOf: [2, 3] }]] : [self];
  },
  writable: (accessContext) =>
    accessContext.administrator ? 'all' : accessContext.hrManager ? fieldsOfPersonnel : fieldsOfOwnRow,
};

/** The caller as a list of people. */
export function themselves(accessContext: AccessContext): readonly number[] {
  return accessContext.userId === null ? [] : [accessContext.userId];
}
