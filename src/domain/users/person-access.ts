// Who may see and change people, and with them the files that belong to them.
import { where, type Access, type Sight } from '#resource/access.ts';
import { fieldsOfGrants, fieldsOfOwnRow, fieldsOfPersonnel } from './writable-fields.ts';

/** Everyone sees public fields, people their own, who leads people theirs; HR managers and administrators write. */
export const personAccess: Access = {
  about: {
    person: 'id',
    department: 'department_id',
    only: [{ column: 'internal_user_group', oneOf: [2, 3] }],
    writable: fieldsOfGrants,
  },
  read: (sight) => {
    if (sight.administrator) return [{ level: 'administrator', scope: 'all' }];
    const self = where('id', themselves(sight));
    if (sight.hrManager) {
      return [
        { level: 'managerSelf', scope: self },
        { level: 'manager', scope: 'all' },
      ];
    }
    const managesSelf = sight.userId !== null && sight.people.includes(sight.userId);
    return [
      { level: managesSelf ? 'managerSelf' : 'self', scope: self },
      { level: 'manager', scope: where('id', sight.people) },
      { level: sight.colleaguesSeeContact ? 'colleague' : 'public', scope: 'all' },
    ];
  },
  write: (sight, verb) => {
    if (sight.administrator) return 'all';
    if (verb !== 'update' || sight.userId === null) return [];
    const self = [{ column: 'id', oneOf: [sight.userId] }];
    return sight.hrManager ? [self, [{ column: 'internal_user_group', oneOf: [2, 3] }]] : [self];
  },
  writable: (sight) => (sight.administrator ? 'all' : sight.hrManager ? fieldsOfPersonnel : fieldsOfOwnRow),
};

/** The caller as a list of people. */
export function themselves(sight: Sight): readonly number[] {
  return sight.userId === null ? [] : [sight.userId];
}
