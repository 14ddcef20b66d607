// Who is told what of an absence: the replacement, who decides and who asked, each when it becomes theirs to know.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs, referenceIn, rowId } from '../change.ts';
import type { NotificationName } from '../notifications/catalogue.ts';
import { decidersOf, notifyDeciders } from '../notifications/notify-deciders.ts';
import { notify } from '../notifications/notify.ts';
import { holdersOf } from '../access/holders.ts';
import { absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import { absenceReach, isAmong } from './absence-reach.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';

/** Tells of a request, an agreement, a decision or an end; what was declined or cancelled may go without a word. */
export const notifyOfAbsence: Rule<'absences'> = (change, view) => {
  if (change.verb !== 'delete' && !differs(change, 'status')) return;
  const part = { change, view, type: absenceTypeOf(change.after, view) };
  if (change.verb === 'delete') {
    if (holdingStatuses.includes(change.after.status)) tellEnd(part);
    return;
  }
  switch (change.after.status) {
    case absenceStatus.awaitsReplacement:
      return askReplacement(part);
    case absenceStatus.open:
      return tellRequest(part);
    case absenceStatus.granted:
      return tellPerson(part, 'absenceGranted');
    case absenceStatus.declined:
      return tellPerson(part, isReplacement(change) ? 'replacementRefused' : 'absenceDeclined');
    case absenceStatus.cancelled:
      return tellEnd(part);
  }
};

interface Telling {
  readonly change: Change<'absences'>;
  readonly view: View;
  readonly type: Row<'absenceTypes'>;
}

function askReplacement({ change, view }: Telling): void {
  const userId = referenceIn(change.after, 'replacement_user_id');
  if (userId === null) return;
  const senderId = change.after.user_id;
  notify(view, { type: 'replacementAsked', userId, senderId, ...about(change) });
}

/** The replacement's yes makes a request of it that somebody decides. */
function tellRequest({ change, view, type }: Telling): void {
  if (isReplacement(change)) tellPerson({ change, view, type }, 'replacementAgreed');
  askDeciders(change.after, change.now, view);
}

/** Ids of everybody who decides about an open request. */
export function decidersOfAbsence(absence: Row<'absences'>, now: number, view: View): ReadonlySet<number> {
  const personId = absence.user_id;
  const type = absenceTypeOf(absence, view);
  return decidersOf({ personId, others: otherDeciders({ personId, type, view }) }, now, view);
}

/** Asks everybody who decides about an open request. */
export function askDeciders(absence: Row<'absences'>, now: number, view: View): void {
  const personId = absence.user_id;
  const type = absenceTypeOf(absence, view);
  const mailed = type.send_email_notification_to_responsible_manager === 1;
  const assocId = absence.id;
  const asked = { personId, others: otherDeciders({ personId, type, view }) };
  notifyDeciders(view, asked, { type: 'absenceRequested', senderId: personId, assocId, now, mailed });
}

/** Ids of active people who decide about the person's absences of the type because `permissions` let them. */
function otherDeciders(part: {
  readonly personId: number;
  readonly type: Row<'absenceTypes'>;
  readonly view: View;
}): readonly number[] {
  const { personId, type, view } = part;
  const deciding: number[] = [];
  for (const accessContext of view.accessContextsOf(holdersOf(view, ['absences'], 'approve'))) {
    // What else they are says whether they are told as such.
    const holder = { ...accessContext, administrator: false, hrManager: false, people: [] };
    const { decide } = absenceReach(holder, type, { onlyAdministrator: false });
    if (accessContext.userId !== null && isAmong(decide, personId)) deciding.push(accessContext.userId);
  }
  return deciding;
}

/** What others did to one's absence; what they entered is mailed if the type says so. */
function tellPerson({ change, view, type }: Telling, name: NotificationName): void {
  const entered = change.verb === 'create';
  notify(view, {
    type: name,
    userId: change.after.user_id,
    senderId: change.accessContext.userId,
    ...about(change),
    mailed: !entered || type.send_email_notification_to_user_if_entered_by_manager === 1,
  });
}

/** Whoever ends it, the other side is told: who decides, once they have been asked, and the replacement. */
function tellEnd({ change, view, type }: Telling): void {
  const userId = change.after.user_id;
  const notice = {
    type: 'absenceCancelled',
    senderId: change.accessContext.userId,
    ...about(change),
  } as const;
  const replacement = referenceIn(change.after, 'replacement_user_id');
  if (replacement !== null) notify(view, { ...notice, userId: replacement });
  if (change.accessContext.userId !== userId) return tellPerson({ change, view, type }, 'absenceCancelled');
  if (change.before?.status === absenceStatus.awaitsReplacement) return;
  const mailed = type.send_email_notification_to_responsible_manager === 1;
  const asked = { personId: userId, others: otherDeciders({ personId: userId, type, view }) };
  notifyDeciders(view, asked, { ...notice, mailed });
}

function isReplacement({ before, after, accessContext }: Change<'absences'>): boolean {
  const waited = before?.status === absenceStatus.awaitsReplacement;
  return waited && accessContext.userId !== null && after.replacement_user_id === accessContext.userId;
}

function about(change: Change<'absences'>) {
  return { assocId: rowId(change), about: change.after, now: change.now };
}
