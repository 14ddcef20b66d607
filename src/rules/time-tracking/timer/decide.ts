// The actions `approve`, `reject` and `cancel` of a tracking. Approving freezes it, and grants the change that is asked
// for, if any; rejecting and cancelling are about that change.
import { ApiError } from '#errors/api-error.ts';
import { where, type Scope, type Sight } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { projectsAbove } from '../../nodes/find-nodes.ts';
import { longestComment } from '../../requests/request-instead.ts';
import { approveRequest, cancelRequest, rejectRequest } from '../../requests/decide-request.ts';
import { mayApprove } from '../keep-approved.ts';
import { markedAs } from '../timer-marks.ts';
import { echoOf } from './given-values.ts';
import { isGrantedToDecide } from './whose.ts';

/** Whose trackings the caller may decide about; whether a project leader may, is asked about the tracking. */
export function deciders(sight: Sight): Scope {
  const all = sight.administrator || sight.hrManager || sight.ledProjects.length > 0;
  return all ? 'all' : where('user_id', sight.people);
}

/** Grants the pending request for a change, if there is one, and approves the tracking. */
export async function approve(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  const id = tracking['id'] as number;
  if (!mayDecide(call, tracking) && !(await leadsProject(call.sight, tracking, view))) {
    throw notYours(call);
  }
  const request = await pendingRequest(tracking, view);
  if (request !== undefined) await decided(approveRequest, { call, request, view });
  await view.change('timeTrackings', id, { approved_by_admin: 1 }, markedAs('approves'));
  return { ids: [id], ...echoOf(call) };
}

/** Declines the pending request for a change. */
export async function reject(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  if (!mayDecide(call, tracking)) throw notYours(call);
  const request = (await pendingRequest(tracking, view)) ?? refuseNoRequest(tracking);
  await decided(rejectRequest, { call, request, view });
  return { ids: [tracking['id'] as number], ...echoOf(call) };
}

/** Takes the pending request for a change back: whom it is about, who asked, and administrators. */
export async function cancel(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  const request = (await pendingRequest(tracking, view)) ?? refuseNoRequest(tracking);
  const { administrator, userId } = call.sight;
  if (!administrator && ![request['user_id'], request['request_user_id']].includes(userId))
    throw notYours(call);
  await decided(cancelRequest, { call, request, view });
  return { ids: [tracking['id'] as number], ...echoOf(call) };
}

async function decided(
  decide: typeof approveRequest,
  { call, request, view }: { call: Call; request: Row; view: ActionView },
): Promise<void> {
  const comment = commentOf(call.parameters['_granted_user_comment']);
  await decide({ ...call, row: request, values: { granted_user_comment: comment } }, view);
  view.affected('changeTimeTrackingRequests', request['id'] as number);
}

function commentOf(sent: unknown): string | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const isText = typeof sent === 'string' || typeof sent === 'number';
  if (isText && String(sent).length <= longestComment) return String(sent);
  const message = `_granted_user_comment cannot be taken; it must be text of at most ${longestComment} characters.`;
  throw new ApiError('invalid_value', message, { field: '_granted_user_comment' });
}

function mayDecide({ sight }: Call, tracking: Row): boolean {
  return mayApprove(sight, tracking['user_id'] as number) || isGrantedToDecide(sight, tracking);
}

/** The leader of a project above the task, where that project says that its leader approves. Never for themselves. */
async function leadsProject({ userId }: Sight, tracking: Row, view: View): Promise<boolean> {
  if (userId === null || userId === tracking['user_id']) return false;
  const task = await view.get('tasks', tracking['task_id'] as number);
  if (task === undefined) return false;
  const projects = await projectsAbove(task, view);
  const asksLeader = [task, ...projects].some((node) => node['approve_by_project_leader'] === 1);
  return asksLeader && projects.some((project) => project['project_leader_id'] === userId);
}

async function pendingRequest(tracking: Row, view: View): Promise<Row | undefined> {
  const id = referenceIn(tracking, 'last_change_time_tracking_request_id');
  const request = id === null ? undefined : await view.get('changeTimeTrackingRequests', id);
  return request?.['status'] === 'PENDING' ? request : undefined;
}

function refuseNoRequest(tracking: Row): never {
  const message = `id is ${tracking['id']}; no change of this time tracking is being asked for.`;
  throw new ApiError('rule_broken', message, { field: 'id' });
}

function notYours({ action, row }: Call): ApiError {
  const message = `You may not ${action} time tracking ${row?.['id']} of user ${row?.['user_id']}.`;
  return new ApiError('not_allowed', message, { field: 'id' });
}
