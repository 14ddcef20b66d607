// The actions `approve`, `reject` and `cancel` of a tracking. Approving freezes it, and grants the changes that are asked
// for, if any; rejecting and cancelling are about those changes.
import { ApiError } from '#errors/api-error.ts';
import { where, type Scope, type Sight } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { projectsAbove } from '../../nodes/find-nodes.ts';
import { approveRequest, cancelRequest, rejectRequest } from '../../requests/decide-request.ts';
import { pendingRequests } from '../../requests/pending-requests.ts';
import { mayApprove } from '../keep-approved.ts';
import { markedAs } from '../timer-marks.ts';
import { isGrantedToDecide } from './whose.ts';

/** Whose trackings the caller may decide about; whether a project leader may, is asked about the tracking. */
export function deciders(sight: Sight): Scope {
  const all = sight.administrator || sight.hrManager || sight.ledProjects.length > 0;
  return all ? 'all' : where('user_id', sight.people);
}

/** Grants the pending requests for changes, if there are any, in the order in which they were asked, and approves the tracking. */
export async function approve(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  const id = tracking['id'] as number;
  if (!mayDecide(call, tracking) && !(await leadsProject(call.sight, tracking, view))) {
    throw notYours(call);
  }
  for (const request of await pendingRequests(tracking, view))
    await decided(approveRequest, { call, request, view });
  await view.change('timeTrackings', id, { approved_by_admin: 1 }, markedAs('approves'));
  return { ids: [id] };
}

/** Declines every pending request for a change. */
export async function reject(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  if (!mayDecide(call, tracking)) throw notYours(call);
  const requests = await pendingRequests(tracking, view);
  if (requests.length === 0) throw noRequest(tracking);
  for (const request of requests) await decided(rejectRequest, { call, request, view });
  return { ids: [tracking['id'] as number] };
}

/** Takes the pending requests for changes back: whom they are about, who asked (their own), and administrators. */
export async function cancel(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tracking = call.row as Row;
  const requests = await pendingRequests(tracking, view);
  if (requests.length === 0) throw noRequest(tracking);
  const { administrator, userId } = call.sight;
  const own = requests.filter(
    (request) => administrator || [request['user_id'], request['request_user_id']].includes(userId),
  );
  if (own.length === 0) throw notYours(call);
  for (const request of own) await decided(cancelRequest, { call, request, view });
  return { ids: [tracking['id'] as number] };
}

async function decided(
  decide: typeof approveRequest,
  { call, request, view }: { call: Call; request: Row; view: ActionView },
): Promise<void> {
  await decide({ ...call, row: request, values: {} }, view);
  view.affected('changeTimeTrackingRequests', request['id'] as number);
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

function noRequest(tracking: Row): ApiError {
  const message = `id is ${tracking['id']}; no change of this time tracking is being asked for.`;
  return new ApiError('rule_broken', message, { field: 'id' });
}

function notYours({ action, row }: Call): ApiError {
  const message = `You may not ${action} time tracking ${row?.['id']} of user ${row?.['user_id']}.`;
  return new ApiError('not_allowed', message, { field: 'id' });
}
