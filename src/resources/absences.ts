// Absences: what people ask for and what is granted.
import {
  aboutPerson,
  either,
  where,
  type Access,
  type Scope,
  type Sight,
  type WriteVerb,
} from '#resource/access.ts';
import {
  defineResource,
  field,
  id,
  types,
  type ActionDeclaration,
  type FieldDeclaration,
} from '#resource/define-resource.ts';
import { absenceStatus, holdingStatuses } from '#rules/absences/absence-kind.ts';
import { decideAbsence } from '#rules/absences/decide-absence.ts';
import { deleteAbsence } from '#rules/absences/delete-absence.ts';
import { deriveDays } from '#rules/absences/derive-days.ts';
import { enterAbsence, keepComment } from '#rules/absences/enter-absence.ts';
import { notifyOfAbsence } from '#rules/absences/notify-of-absence.ts';
import { validateAbsence } from '#rules/absences/validate-absence.ts';
import { statusOfAbsent } from '#rules/status/follow-sources.ts';

const { open, awaitsReplacement } = absenceStatus;
const text = { maxLength: 4000 };
const part = { values: [0, 50, 100] };

const fields: Readonly<Record<string, FieldDeclaration>> = {
  id,
  type_id: field(types.integer, 'RO-', 'Type of the absence: absence_type_id of a row of absenceTypes.'),
  subtype_id: field(types.integer, 'OO-', 'Its absence_subtype_id.', { default: 0, required: true }),
  user_id: field(types.integer, 'RO-', 'Who is absent.', { relation: 'users' }),
  replacement_user_id: field(types.integer, 'OO-', 'Who stands in; a request waits for their yes.', {
    relation: 'users',
  }),
  request_user_department_id: field(types.integer, '-O-', 'Department of the person when it was entered.', {
    relation: 'departments',
  }),
  request_user_role_id: field(types.integer, '-O-', 'Role of the person when it was entered.'),
  created: field(types.moment, '-O-', 'When it was entered.'),
  status: field(
    types.integer,
    '-O-',
    '0 open, 1 granted, 2 declined, 3 cancelled, 5 open and waiting for the replacement.',
    { values: [0, 1, 2, 3, 5], default: open, required: true },
  ),
  granted_user_id: field(types.integer, '-O-', 'Who granted or declined it.', { relation: 'users' }),
  granted_as_substitute_user_id: field(types.integer, '-O-', 'For whom they did so as a substitute.', {
    relation: 'users',
  }),
  granted_timestamp: field(types.moment, '-O-', 'When it was granted or declined.'),
  request_comment: field(types.string, 'OOO', 'What the person says about it.', text),
  granted_comment: field(types.string, '-O-', 'What who decided said about it.', text),
  from_date: field(types.date, 'RO-', 'First day.'),
  to_date: field(types.date, 'RO-', 'Last day.'),
  duration: field(
    types.decimal,
    'OO-',
    'Days or hours that it costs, counted from the work schedule; another number is refused.',
    { min: 0 },
  ),
  request_partial_begin_duration: field(
    types.decimal,
    'OO-',
    'Part of the first day: 0.5 is half of it.',
    part,
  ),
  request_partial_end_duration: field(types.decimal, 'OO-', 'Part of the last day: 0.5 is half of it.', part),
  duration_unit: field(types.string, '-O-', 'Counted in days (d) or hours (hs): as its type says.', {
    values: ['d', 'hs'],
    default: 'd',
    required: true,
  }),
  begin: field(types.time, 'OO-', 'When an absence in hours begins.'),
  substitute_enabled: field(types.boolean, 'OOO', 'Whether the replacement acts for the person meanwhile.'),
  individual_value_1: field(types.string, 'OOO', 'Free text.', text),
  is_multistage_request: field(types.boolean, '-O-', 'Whether several people decide in turn.'),
  chain_level: field(types.integer, '-O-', 'How many of them have said yes.', { default: 0 }),
  updated: field(types.moment, '-O-', 'When the row was last changed.'),
};

/** What a client may send when an absence is entered. */
const entered = Object.fromEntries(Object.entries(fields).filter(([, { create }]) => create !== '-'));

const readers = aboutPerson('user_id', () => []);

const access: Access = {
  about: { person: 'user_id' },
  read: (sight) => [
    ...readers.read(sight),
    { level: 'own', scope: where('replacement_user_id', self(sight)) },
  ],
  write: (sight, verb) => either(led(sight), ownAt(sight, verb)),
};

function self({ userId }: Sight): readonly number[] {
  return userId === null ? [] : [userId];
}

/** Absences of the people whom the caller manages; the rules ask by type who enters and decides. */
function led(sight: Sight): Scope {
  if (sight.administrator || sight.hrManager) return 'all';
  return where(
    'user_id',
    sight.people.filter((person) => person !== sight.userId),
  );
}

/** One's own: entered as a request, changed until it is over, deleted while it is open. */
function ownAt(sight: Sight, verb: WriteVerb): Scope {
  if (sight.userId === null) return [];
  const own = { column: 'user_id', oneOf: [sight.userId] };
  if (verb === 'create') return [[own]];
  const statuses = verb === 'delete' ? [open, awaitsReplacement] : holdingStatuses;
  return [[own, { column: 'status', oneOf: statuses }]];
}

/** Whether they are asked still, the rules say: who answers twice is told so. */
function asReplacement(sight: Sight): Scope {
  return where('replacement_user_id', self(sight));
}

function decision(doc: string, allowed: ActionDeclaration['allowed']): ActionDeclaration {
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
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  customActions: {
    validate: {
      doc: 'Answers what a create would answer, and stores nothing.',
      methods: ['POST'],
      on: 'resource',
      verb: 'create',
      parameters: entered,
      allowed: (sight) => access.write(sight, 'create'),
      run: validateAbsence,
    },
    approve: decision('Grants an open request; the replacement passes it on with this.', (sight) =>
      either(led(sight), asReplacement(sight)),
    ),
    reject: decision('Declines an open request, also as the replacement asked.', (sight) =>
      either(led(sight), asReplacement(sight)),
    ),
    cancel: decision('Takes a request back, or an absence that was granted.', (sight) =>
      either(led(sight), where('user_id', self(sight))),
    ),
  },
  owned: { absenceDays: 'request_id' },
  indexes: [{ columns: ['user_id', 'from_date'] }, { columns: ['type_id', 'subtype_id'] }],
  access,
  before: [enterAbsence, keepComment, deleteAbsence],
  after: [deriveDays, notifyOfAbsence, statusOfAbsent],
});
