// What was changed in people's rows, a row for each field: kept by a rule on users.
import { fieldVisibilities, sees, type Access, type FieldVisibility, type Scope } from '#resource/access.ts';
import { asReader } from '#resource/granted-access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const name = { maxLength: 255 };

/** Whoever reads a field of the person reads its former values too. */
const access: Access = {
  about: { person: 'user_id' },
  read: (accessContext) => {
    const { administrator, hrManager, userId, people } = asReader(accessContext, 'users');
    if (administrator) return [{ level: 'administrator', scope: 'all' }];
    if (hrManager) return [{ level: 'manager', scope: shownAt('manager') }];
    return [
      { level: 'manager', scope: shownAt('manager', people) },
      { level: 'own', scope: shownAt('self', userId === null ? [] : [userId]) },
    ];
  },
  write: () => [],
};

function shownAt(level: FieldVisibility, people?: readonly number[]): Scope {
  if (people?.length === 0) return [];
  const shown = { column: 'field_level', oneOf: fieldVisibilities.filter((need) => sees(level, need)) };
  return [people === undefined ? [shown] : [{ column: 'user_id', oneOf: people }, shown]];
}

export default defineResource({
  name: 'userHistory',
  doc: 'A change of one field of a person, or the creation of the person.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'The person.', { relation: 'users' }),
    change_user_id: field(types.integer, '-O-', 'Who changed it; empty: a program.', { relation: 'users' }),
    change_date: field(types.moment, '-O-', 'When it was changed.'),
    change_type: field(types.string, '-O-', 'Name of the changed field; `created` for a new person.', name),
    old_value: field(types.string, '-O-', 'Its value before, as read shows it; *** for a secret.'),
    new_value: field(types.string, '-O-', 'Its value since.'),
  },
  hidden: { field_level: { column: 'text' } },
  lastChange: 'change_date',
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'change_date'] }, { columns: ['change_date'] }],
  history: ['change_user_id'],
  access,
});
