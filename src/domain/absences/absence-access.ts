// Who may see and change absences, and with them the files that belong to them.
import {
  aboutPerson,
  either,
  limitedTo,
  ofColleagues,
  where,
  type Access,
  type Scope,
  type AccessContext,
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
  read: (accessContext) => [
    ...readers.read(accessContext),
    { level: 'colleague', scope: where('replacement_user_id', themselves(accessContext)) },
  ],
  write: (accessContext, verb) => either(ledAbsences(accessContext), ownAt(accessContext, verb)),
};

const columns = { person: 'user_id', department: 'user_department_id' } as const;

/** Days of absences: colleagues see the granted ones, as far as the account lets them, and what they are if the type says so. */
export const absenceDayAccess: Access = {
  ...readers,
  read: (accessContext) => {
    const rowPolicies = readers.read(accessContext);
    if (accessContext.administrator || accessContext.hrManager) return rowPolicies;
    const scope = ofColleagues(accessContext, accessContext.seesAbsences, columns);
    const ofSeen = (...seen: readonly number[]): Scope => limitedTo(scope, [{ column: 'seen', oneOf: seen }]);
    return [
      ...rowPolicies,
      { level: 'colleague', scope: ofSeen(seenAs.type) },
      { level: 'public', scope: ofSeen(seenAs.away, seenAs.type) },
    ];
  },
};

/** The caller as a list of people. */
export function themselves({ userId }: AccessContext): readonly number[] {
  return userId === null ? [] : [userId];
}

/** Absences of the people whom the caller manages; the rules ask by type who enters and decides. */
export function ledAbsences(accessContext: AccessContext): Scope {
  if (accessContext.administrator || accessContext.hrManager) return 'all';
  return where(
    'user_id',
    accessContext.people.filter((person) => person !== accessContext.userId),
  );
}

/** One's own: entered as a request, changed until it is over, deleted while it is open. */
function ownAt(accessContext: AccessContext, verb: WriteVerb): Scope {
  if (accessContext.userId === null) return [];
  const own = { column: 'user_id', oneOf: [accessContext.userId] };
  if (verb === 'create') return [[own]];
  const statuses = verb === 'delete' ? [open, awaitsReplacement] : holdingStatuses;
  return [[own, { column: 'status', oneOf: statuses }]];
}

/** Whether they are asked still, the rules say: who answers twice is told so. */
export function asReplacement(accessContext: AccessContext): Scope {
  return where('replacement_user_id', themselves(accessContext));
}
