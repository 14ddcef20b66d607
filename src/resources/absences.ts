// Absences: what people ask for and what is granted.
import { either, where } from '#resource/access.ts';
import {
  defineResource,
  field,
  id,
  types,
  type ActionDeclaration,
  type FieldDeclaration,
} from '#resource/define-resource.ts';
import { absenceAccess, asReplacement, ledAbsences, themselves } from '#domain/absences/absence-access.ts';
import { absenceStatus } from '#domain/absence-days/absence-kind.ts';
import { decideAbsence } from '#domain/absences/decide-absence.ts';
import { deleteAbsence } from '#domain/absences/delete-absence.ts';
import { deriveDays } from '#domain/absences/derive-days.ts';
import { enterAbsence, keepComment } from '#domain/absences/enter-absence.ts';
import { notifyOfAbsence } from '#domain/absences/notify-of-absence.ts';
import { validateAbsence } from '#domain/absences/validate-absence.ts';
import { statusOfAbsent } from '#domain/status/follow-sources.ts';

const { open } = absenceStatus;
const text = { maxLength: 4000 };
const part = { values: [0, 50, 100] };
/** What whoever stands in sees: when the person is away, and never why. */
const away = { level: 'colleague' } as const;

const fields: Readonly<Record<string, FieldDeclaration>> = {
  id,
  type_id: field(types.integer, 'RO-', 'Type of the absence: absence_type_id of a row of absenceTypes.'),
  subtype_id: field(types.integer, 'OO-', 'Its absence_subtype_id.', { default: 0, required: true }),
  user_id: field(types.integer, 'RO-', 'Who is absent.', { relation: 'users', ...away }),
  replacement_user_id: field(types.integer, 'OO-', 'Who stands in; a request waits for their yes.', {
    relation: 'users',
    ...away,
  }),
  request_user_department_id: field(types.integer, '-O-', 'Department of the person when it was entered.', {
    relation: 'departments',
    ...away,
  }),
  request_user_role_id: field(types.integer, '-O-', 'Role of the person when it was entered.'),
  created: field(types.moment, '-O-', 'When it was entered.', away),
  status: field(
    types.integer,
    '-O-',
    '0 open, 1 granted, 2 declined, 3 cancelled, 5 open and waiting for the replacement.',
    { values: [0, 1, 2, 3, 5], default: open, required: true, ...away },
  ),
  granted_user_id: field(types.integer, '-O-', 'Who granted or declined it.', { relation: 'users', ...away }),
  granted_as_substitute_user_id: field(types.integer, '-O-', 'For whom they did so as a substitute.', {
    relation: 'users',
    ...away,
  }),
  granted_timestamp: field(types.moment, '-O-', 'When it was granted or declined.', away),
  request_comment: field(types.string, 'OOO', 'What the person says about it.', text),
  granted_comment: field(types.string, '-O-', 'What who decided said about it.', text),
  from_date: field(types.date, 'RO-', 'First day.'),
  to_date: field(types.date, 'RO-', 'Last day.'),
  duration: field(
    types.decimal,
    'OO-',
    'Days or hours that it costs, counted from the work schedule; another number is refused.',
    { min: 0, ...away },
  ),
  request_partial_begin_duration: field(types.decimal, 'OO-', 'Part of the first day: 0.5 is half of it.', {
    ...part,
    ...away,
  }),
  request_partial_end_duration: field(types.decimal, 'OO-', 'Part of the last day: 0.5 is half of it.', {
    ...part,
    ...away,
  }),
  duration_unit: field(types.string, '-O-', 'Counted in days (d) or hours (hs): as its type says.', {
    values: ['d', 'hs'],
    default: 'd',
    required: true,
    ...away,
  }),
  request_duration_entity: field(
    types.char,
    'OO-',
    'Whether it is asked for in days (d) or hours (h); as the type counts it, another one is refused.',
    { values: ['d', 'h'], ...away },
  ),
  begin: field(types.time, 'OO-', 'When an absence in hours begins.', away),
  substitute_enabled: field(
    types.boolean,
    'OOO',
    'Whether the replacement acts for the person meanwhile.',
    away,
  ),
  individual_value_1: field(types.string, 'OOO', 'Free text.', text),
  is_multistage_request: field(types.boolean, '-O-', 'Whether several people decide in turn.', away),
  chain_level: field(types.integer, '-O-', 'How many of them have said yes.', { default: 0, ...away }),
  updated: field(types.moment, '-O-', 'When the row was last changed.', away),
};

/** What a client may send when an absence is entered. */
const entered = Object.fromEntries(Object.entries(fields).filter(([, { create }]) => create !== '-'));

function decision(doc: string, allowed: ActionDeclaration['allowed']): ActionDeclaration<'absences'> {
  return {
    doc,
    on: 'row',
    verb: 'approve',
    parameters: {
      granted_comment: field(types.string, 'O--', 'What who decides says about it.', text),
      substitute_enabled: field(
        types.boolean,
        'O--',
        'Whether the replacement acts for the person meanwhile.',
      ),
    },
    allowed,
    run: decideAbsence,
  };
}

export default defineResource({
  name: 'absences',
  doc: 'A time in which a person is absent, from the request to the decision.',
  aliases: ['holidayRequests'],
  fields,
  public: ['id', 'from_date', 'to_date', 'status'],
  hidden: { requested_hours: { column: 'integer' } },
  ownLike: 'individual_value_1',
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  customActions: {
    validate: {
      doc: 'Answers what a create would answer, and stores nothing.',
      methods: ['POST'],
      on: 'resource',
      verb: 'create',
      parameters: entered,
      allowed: (accessContext) => absenceAccess.write(accessContext, 'create'),
      run: validateAbsence,
    },
    approve: decision('Grants an open request; the replacement passes it on with this.', (accessContext) =>
      either(ledAbsences(accessContext), asReplacement(accessContext)),
    ),
    reject: decision('Declines an open request, also as the replacement asked.', (accessContext) =>
      either(ledAbsences(accessContext), asReplacement(accessContext)),
    ),
    cancel: decision('Takes a request back, or an absence that was granted.', (accessContext) =>
      either(ledAbsences(accessContext), where('user_id', themselves(accessContext))),
    ),
  },
  owned: { absenceDays: 'request_id', files: 'absence_id' },
  indexes: [{ columns: ['user_id', 'from_date'] }, { columns: ['type_id', 'subtype_id'] }],
  access: absenceAccess,
  before: [enterAbsence, keepComment, deleteAbsence],
  after: [deriveDays, notifyOfAbsence, statusOfAbsent],
});
