// Who may see and change absences, and with them the files that belong to them.
import {
  aboutPerson,
  either,
  where,
  type Access,
  type Scope,
  type Sight,
  type WriteVerb,
} from '#resource/access.ts';
import { absenceStatus, holdingStatuses } from './absence-kind.ts';

const { open, awaitsReplacement } = absenceStatus;

const readers = aboutPerson('user_id', () => []);

/** The person, who leads the person, HR managers and administrators; the replacement reads and answers. */
export const absenceAccess: Access = {
  about: { person: 'user_id' },
  read: (sight) => [
    ...readers.read(sight),
    { level: 'own', scope: where('replacement_user_id', themselves(sight)) },
  ],
  write: (sight, verb) => either(ledAbsences(sight), ownAt(sight, verb)),
};

/** The caller as a list of people. */
export function themselves({ userId }: Sight): readonly number[] {
  return userId === null ? [] : [userId];
}

/** Absences of the people whom the caller manages; the rules ask by type who enters and decides. */
export function ledAbsences(sight: Sight): Scope {
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
export function asReplacement(sight: Sight): Scope {
  return where('replacement_user_id', themselves(sight));
}
