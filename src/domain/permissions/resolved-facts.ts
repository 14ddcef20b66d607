// What the resources that tell rights have in common: people read their own answers, administrators everybody's.
import { where, type Access } from '#resource/access.ts';
import { field, types } from '#resource/define-resource.ts';

/** Access of answers about `subject_user_id`. */
export const factAccess: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    return [
      {
        level: 'own',
        scope: where('subject_user_id', accessContext.userId === null ? [] : [accessContext.userId]),
      },
    ];
  },
  write: () => [],
};

/** Fields of every answer. */
export const factFields = {
  id: field(types.integer, '-O-', 'Identifier of the answer; the same answer has the same for ever.'),
  resolve_question_id: field(types.integer, '-O-', 'The question that is answered.', {
    relation: 'permissionResolveQuestions',
  }),
  subject_user_id: field(types.integer, '-O-', 'Whose rights these are.', { relation: 'users' }),
};

/** The last-change field of every answer. */
export const factUpdated = field(types.moment, '-O-', 'When the rights behind the answer last changed.');

/** Fields of answers that name people. */
export const userFields = {
  resolve_user_id: field(types.integer, '-O-', 'On whose rows; empty when a wildcard says it.', {
    relation: 'users',
  }),
  resolve_user_wildcard: field(
    types.string,
    '-O-',
    'A star when it holds for everybody, present and to come.',
  ),
  inherited_user_ids: field(
    types.string,
    '-O-',
    'People from whom the right is inherited; always empty, since users inherit no rights here.',
  ),
};

/** Fields of answers that name types of absence, beside the type itself. */
export const absenceTypeFields = {
  resolve_absence_subtype_id: field(types.integer, '-O-', 'Its absence_subtype_id.'),
  resolve_absence_type_wildcard: field(
    types.string,
    '-O-',
    'A star for every type; always empty, since each type has rules of its own here.',
  ),
  resolve_absence_subtype_wildcard: field(
    types.string,
    '-O-',
    'A star for every subtype; always empty, since each type has rules of its own here.',
  ),
};
