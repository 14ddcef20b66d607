// Requests for trackings as they are opened, changed and removed; decisions about them stand in decide-request.ts.
import { ApiError } from '#errors/api-error.ts';
import type { AccessContext } from '#resource/access.ts';
import { pendingRow } from '#resource/pending-row.ts';
import type { Columns, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, referenceIn } from '../../change.ts';
import { checkParameters } from '../../sent-parameters.ts';
import { isInsertedInto } from '../resolve-overlap.ts';
import { checkProposal, proposalColumns, proposedChange } from './proposal.ts';
import { tellEnd, tellRequest } from './tell-of-request.ts';
import { knownRow } from '../../known-row.ts';

const proposing = ['new_start_time', 'new_end_time', 'proposal'] as const;

/** Before a request that is sent as such is written: whose time it is about, and whether it could be granted today. */
export const completeRequest: Rule<'changeTimeTrackingRequests'> = (change, view) => {
  if (change.verb === 'delete') return;
  checkParameters(change.parameters);
  const { after, accessContext } = change;
  const trackingId = referenceIn(after, 'time_tracking_id');
  const tracking = trackingId === null ? null : knownRow(view, 'timeTrackings', trackingId);
  if (change.verb === 'create') {
    after.inserts_into_conflicting = isInsertedInto(change.parameters) ? 1 : 0;
    refuseEmpty(tracking, after);
  } else if (!anyDiffers(change, proposing)) return;
  const proposed = proposedChange(change, tracking);
  const proposal = checkProposal(proposed, view);
  const userId = proposed.after.user_id;
  Object.assign(after, proposalColumns(proposal, proposed));
  if (change.verb !== 'create') return;
  Object.assign(after, opened(accessContext, { userId, tracking, now: change.now }));
  if (tracking === null) after.client_unique_id = proposed.after.client_unique_id ?? null;
};

/** Refuses to change a request that is decided, and to remove the trace of it. */
export const keepDecided: Rule<'changeTimeTrackingRequests'> = ({ verb, before, accessContext }) => {
  if (before === null || before.status === 'PENDING' || (verb === 'delete' && accessContext.administrator))
    return;
  throw alreadyDecided(before);
};

/** The refusal of what can be done to a pending request only. */
export function alreadyDecided(request: Row<'changeTimeTrackingRequests'>): ApiError {
  const message = `id is ${request.id}; this request is ${request.status} and must be PENDING.`;
  return new ApiError('rule_broken', message, { field: 'id', data: { status: request.status } });
}

/** After a request came, went or found its tracking: the tracking names the latest request about it. */
export const nameLatest: Rule<'changeTimeTrackingRequests'> = ({ verb, after }, view) => {
  const trackingId = referenceIn(after, 'time_tracking_id');
  if (trackingId === null) return;
  nameLatestRequest(trackingId, view);
  if (verb !== 'update') view.affected('timeTrackings', trackingId);
};

/** Renews `last_change_time_tracking_request_id` of a tracking. */
export function nameLatestRequest(trackingId: number, view: View): void {
  const about = [{ column: 'time_tracking_id', is: '=', value: trackingId }] as const;
  const [latest] = view.find('changeTimeTrackingRequests', about, { orderBy: ['-id'], limit: 1 });
  view.update('timeTrackings', trackingId, {
    last_change_time_tracking_request_id: latest?.id ?? null,
  });
}

/** After a request was sent as such, those who decide it are told; when one is withdrawn, whoever has to know. */
export const tellOfRequest: Rule<'changeTimeTrackingRequests'> = (
  { verb, before, after, accessContext, now },
  view,
) => {
  const [id, userId] = [after.id, after.user_id];
  if (verb === 'create') tellRequest(view, { id, userId, senderId: accessContext.userId ?? userId, now });
  if (verb === 'delete' && before?.status === 'PENDING')
    tellEnd({ request: before, accessContext, now }, view);
};

/** The columns of a request that has just been opened. A machine credential asks in the name of the person. */
export function opened(
  { userId: asking }: AccessContext,
  { userId, tracking, now }: { userId: number; tracking: Row<'timeTrackings'> | null; now: number },
): Columns<'changeTimeTrackingRequests'> {
  return {
    type: tracking === null ? 'ADD' : 'CHANGE',
    status: 'PENDING',
    user_id: userId,
    request_user_id: asking ?? userId,
    request_timestamp: now,
  };
}

function refuseEmpty(tracking: Row<'timeTrackings'> | null, after: Row<'changeTimeTrackingRequests'>): void {
  if (tracking !== null || pendingRow(after.proposal) !== null) return;
  const message =
    'nestedEntities is missing; a request without time_tracking_id must hold the timeTrackings entity that it proposes.';
  throw new ApiError('missing_parameter', message, { field: 'nestedEntities' });
}
