// Whose clock it is: of the person named, of the tag's bearer, or of who asks; and whether the caller may touch it.
import { ApiError } from '#errors/api-error.ts';
import {
  aboutPerson,
  editablePeople,
  either,
  inScope,
  where,
  type Scope,
  type AccessContext,
  type WriteVerb,
} from '#resource/access.ts';
import { grantedScope } from '#resource/granted-access.ts';
import type { Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';

/** As `timeTrackings` are granted by `permissions`. */
const trackings = { name: 'timeTrackings', access: aboutPerson('user_id', () => []) };

/** The people whose clocks the caller may start and stop: whose times they edit, and the users of a terminal. */
export function timedPeople(accessContext: AccessContext): Scope {
  return either(editablePeople('user_id', accessContext), where('user_id', accessContext.terminalUsers));
}

/** Whether the access context is that of a terminal which people share. */
export function isTerminal(accessContext: AccessContext): boolean {
  return accessContext.terminalUsers.length > 0;
}

/** The caller as rules about rights know them: at a terminal, the person who stands there. */
export function actingAccessContext(accessContext: AccessContext, userId: number): AccessContext {
  return accessContext.terminalUsers.includes(userId) ? { ...accessContext, userId } : accessContext;
}

/** Whose tracking the call is about; `verb` is what it does to it. Throws when no person is named, or a stranger. */
export function personOf(call: Call, tag: Row | null, verb: WriteVerb): number {
  const { accessContext, values } = call;
  const sent = referenceIn(values, 'user_id');
  const tagged = tag === null ? null : referenceIn(tag, 'user_id');
  if (sent !== null && tagged !== null && sent !== tagged) {
    const message = `user_id is ${sent}; the tag stands for user ${tagged}, give one.`;
    throw new ApiError('contradiction', message, { field: 'user_id' });
  }
  const userId = sent ?? tagged ?? (isTerminal(accessContext) ? null : accessContext.userId);
  if (userId === null) throw noPerson();
  const scope = either(timedPeople(accessContext), grantedScope(accessContext, trackings, verb));
  if (inScope(scope, { user_id: userId })) return userId;
  throw new ApiError('not_allowed', `You may not ${call.action} times of user ${userId}.`, {
    field: 'user_id',
  });
}

/** Whether the caller may change or delete the tracking by hand, the right to post-date aside. */
export function mayEdit(accessContext: AccessContext, tracking: Row, verb: 'update' | 'delete'): boolean {
  return inScope(
    either(editablePeople('user_id', accessContext), grantedScope(accessContext, trackings, verb)),
    tracking,
  );
}

/** Whether `permissions` grant the caller to decide about the tracking. */
export function isGrantedToDecide(accessContext: AccessContext, tracking: Row): boolean {
  return inScope(grantedScope(accessContext, trackings, 'approve'), tracking);
}

function noPerson(): ApiError {
  const message =
    'user_id is missing; a credential without a user and a shared terminal must say whose time it is.';
  return new ApiError('missing_parameter', message, { field: 'user_id' });
}
