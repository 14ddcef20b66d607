// Who may decide about requests for times: those who lead the person, those whom `permissions` let, and leaders of the
// projects concerned where these say so.
import {
  aboutPerson,
  either,
  inScope,
  where,
  type Access,
  type Scope,
  type AccessContext,
} from '#resource/access.ts';
import { grantedScope } from '#resource/granted-access.ts';
import { pendingRow } from '#resource/pending-row.ts';
import { readPolicies } from '#resource/rights.ts';
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { projectsAbove } from '../../nodes/find-nodes.ts';
import { holdersOf } from '../../access/holders.ts';
import { accessToTimes } from '../access-to-times.ts';
import { isGrantedToDecide } from '../timer/target-user.ts';

/** Who may read requests. */
export const readRequests: Access['read'] = aboutPerson('user_id', () => []).read;

const requests = {
  name: 'changeTimeTrackingRequests',
  access: { about: { person: 'user_id' }, read: readRequests, write: () => [] },
} as const;
const trackings = { name: 'timeTrackings', access: accessToTimes } as const;

/** The requests about which the caller may decide; whether a project leader may, is asked about each. */
export function decidedRequests(accessContext: AccessContext): Scope {
  return accessContext.ledProjects.length > 0 ? 'all' : leading(accessContext);
}

/** Whether the caller may decide about a request that they may read, though it were not their own. */
export function mayDecideRequest(
  accessContext: AccessContext,
  request: Row<'changeTimeTrackingRequests'>,
  view: View,
): boolean {
  const granted = grantedScope(accessContext, requests, 'approve');
  return (
    inScope(either(leading(accessContext), granted), request) || leadsRequested(accessContext, request, view)
  );
}

/** Whether the caller leads the projects that the request is about, where these ask their leaders. Never for themselves. */
export function leadsRequested(
  { userId, actorId }: AccessContext,
  request: Row<'changeTimeTrackingRequests'>,
  view: View,
): boolean {
  const concerned: readonly (number | null)[] = [request.user_id, request.request_user_id];
  if (userId === null || concerned.includes(userId) || concerned.includes(actorId)) return false;
  return leadersAsked(tasksIn(request, view), view).includes(userId);
}

/** The leaders that all of these tasks ask, each one itself or a project above it. */
export function leadersAsked(taskIds: readonly number[], view: View): readonly number[] {
  const each: (readonly number[])[] = [];
  for (const id of taskIds) {
    const task = view.get('tasks', id);
    const projects = task === undefined ? [] : projectsAbove(task, view);
    const isAsked = [task, ...projects].some((node) => node?.approve_by_project_leader === 1);
    each.push(isAsked ? projects.flatMap((project) => referenceIn(project, 'project_leader_id') ?? []) : []);
  }
  const [first = [], ...others] = each;
  return first.filter((id) => others.every((leaders) => leaders.includes(id)));
}

/** Ids of those who may decide about the request though they do not lead the person, and are active. */
export function otherDeciders(request: Row<'changeTimeTrackingRequests'>, view: View): readonly number[] {
  const holders = holdersOf(view, [requests.name, trackings.name], 'approve');
  const asked = leadersAsked(tasksIn(request, view), view);
  const candidates = new Set([...holders, ...asked]);
  const trackingId = referenceIn(request, 'time_tracking_id');
  const tracking = trackingId === null ? undefined : view.get('timeTrackings', trackingId);
  const deciding: number[] = [];
  for (const accessContext of view.accessContextsOf([...candidates])) {
    const isReached =
      reads(accessContext, requests, request) && mayDecideRequest(accessContext, request, view);
    if (accessContext.userId === null) continue;
    if (isReached || mayDecideOn(tracking, { accessContext, request, view }))
      deciding.push(accessContext.userId);
  }
  return deciding;
}

/** Whether somebody may decide about what is asked for by deciding about the tracking. */
function mayDecideOn(
  tracking: Row<'timeTrackings'> | undefined,
  {
    accessContext,
    request,
    view,
  }: {
    readonly accessContext: AccessContext;
    readonly request: Row<'changeTimeTrackingRequests'>;
    readonly view: View;
  },
): boolean {
  if (tracking === undefined || !reads(accessContext, trackings, tracking)) return false;
  return isGrantedToDecide(accessContext, tracking) || leadsRequested(accessContext, request, view);
}

/** Those who lead the person. */
function leading({ administrator, hrManager, people }: AccessContext): Scope {
  return administrator || hrManager ? 'all' : where('user_id', people);
}

function reads(
  accessContext: AccessContext,
  resource: typeof requests | typeof trackings,
  row: Row,
): boolean {
  return readPolicies(accessContext, resource).some(({ scope }) => inScope(scope, row));
}

/** The task on which the time is booked, and the one on which it would be. */
function tasksIn(request: Row<'changeTimeTrackingRequests'>, view: View): readonly number[] {
  const trackingId = referenceIn(request, 'time_tracking_id');
  const tracking = trackingId === null ? undefined : view.get('timeTrackings', trackingId);
  const proposed = pendingRow(request.proposal)?.row ?? {};
  return [...new Set([tracking ?? {}, proposed].flatMap((row) => referenceIn(row, 'task_id') ?? []))];
}
