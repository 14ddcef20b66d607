// Who may see and change absences, and with them the files that belong to them.
import {
  aboutPerson,
  either,
  limitedTo,
  ofColleagues,
  where,
  type Access,
  type Scope,
  type Sight,
  type WriteVerb,
} from '#resource/access.ts';
import { absenceStatus, holdingStatuses, seenAs } from '../absence-days/absence-kind.ts';

const { open, awaitsReplacement } = absenceStatus;

const readers = aboutPerson('user_id', () => []);

/**
 * The person, who leads the person, HR managers and administrators. The replacement answers, and reads when the person is
 * away, never why.
 */
export const absenceAccess: Access = {
  about: { person: 'user_id' },
  read: (sight) => [
    ...readers.read(sight),
    { level: 'colleague', scope: where('replacement_user_id', themselves(sight)) },
  ],
  write: (sight, verb) => either(ledAbsences(sight), ownAt(sight, verb)),
};

const columns = { person: 'user_id', department: 'user_department_id' } as const;

/** Days of absences: colleagues see the granted ones, as far as the account lets them, and what they are if the type says so. */
export const absenceDayAccess: Access = {
  ...readers,
  read: (sight) => {
    const tiers = readers.read(sight);
    if (sight.administrator || sight.hrManager) return tiers;
    const scope = ofColleagues(sight, sight.seesAbsences, columns);
    const ofSeen = (...seen: readonly number[]): Scope => limitedTo(scope, [{ column: 'seen', oneOf: seen }]);
    return [
      ...tiers,
      { level: 'colleague', scope: ofSeen(seenAs.type) },
      { level: 'public', scope: ofSeen(seenAs.away, seenAs.type) },
    ];
  },
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
