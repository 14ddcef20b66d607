// Live starts lie inside a geofence of their task, if it or a project above it has any.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';
import { haversine, type Place } from './haversine.ts';

/** Stored degrees are ten-millionths, stored metres hundredths. */
const [degree, metre] = [10_000_000, 100];

/** Why a tracking may not be started live where it is. */
export interface FenceObstacle {
  readonly refusal: ApiError;
  /** Some geofence of the task lets people request a start outside. */
  readonly takesRequests: boolean;
}

/** What of a tracking says where it starts, and on what. */
export type PlacedTracking = Pick<
  Row<'timeTrackings'>,
  'task_id' | 'geo_start_lat' | 'geo_start_long' | 'geo_start_accuracy'
>;

/** What keeps the tracking from being started; its uncertainty counts in its favour. `null`: it is inside, or free. */
export function fenceObstacle(tracking: PlacedTracking, view: View): FenceObstacle | null {
  const fences = fencesOf(tracking.task_id, view);
  if (fences.length === 0) return null;
  const takesRequests = fences.some((fence) => fence.is_request_flow_active === 1);
  const place = placeOf(tracking);
  if (place === null) return { refusal: noPosition(tracking, fences, takesRequests), takesRequests };
  const accuracy = (tracking.geo_start_accuracy ?? 0) / metre;
  const distances = fences.map((fence) => {
    const centre = { lat: fence.geo_lat / degree, long: fence.geo_long / degree };
    const distance = haversine(place, centre);
    return { fence, distance, beyond: distance - accuracy - fence.radius };
  });
  const [nearest] = distances.sort((a, b) => a.beyond - b.beyond);
  if (nearest === undefined || nearest.beyond <= 0) return null;
  return { refusal: outside(nearest, takesRequests), takesRequests };
}

/** The geofences of the task and of every project above it. */
function fencesOf(taskId: number, view: View): readonly Row<'geofences'>[] {
  const task = view.get('tasks', taskId);
  if (task === undefined) return [];
  const path = idsOf(task.node_path);
  const links = view.find('geofenceToNodes', [{ column: 'node_id', is: 'in', value: path }]);
  if (links.length === 0) return [];
  const ids = [...new Set(links.map((link) => link.geofence_id))];
  return view.find('geofences', [{ column: 'id', is: 'in', value: ids }]);
}

function placeOf({ geo_start_lat: lat, geo_start_long: long }: PlacedTracking): Place | null {
  if (typeof lat !== 'number' || typeof long !== 'number') return null;
  return { lat: lat / degree, long: long / degree };
}

function outside(
  { fence, distance }: { readonly fence: Row<'geofences'>; readonly distance: number },
  takesRequests: boolean,
): ApiError {
  const metres = Math.round(distance);
  const message =
    `geo_start_lat and geo_start_long lie ${metres} m from geofence ${fence.id} (${fence.name}); ` +
    `the task is started within ${fence.radius} m of it${otherWay(takesRequests)}.`;
  const { id, name, radius } = fence;
  const data = { id, name, distance: metres, radius, is_request_flow_active: takesRequests ? 1 : 0 };
  return new ApiError('rule_broken', message, { field: 'geo_start_lat', data });
}

function noPosition(
  tracking: PlacedTracking,
  fences: readonly Row<'geofences'>[],
  takesRequests: boolean,
): ApiError {
  const message =
    `geo_start_lat is missing; task ${tracking.task_id} is started inside a geofence, ` +
    `so the position must be sent${otherWay(takesRequests)}.`;
  const geofences = fences.map((fence) => fence.id);
  const data = { geofences, is_request_flow_active: takesRequests ? 1 : 0 };
  return new ApiError('rule_broken', message, { field: 'geo_start_lat', data });
}

function otherWay(takesRequests: boolean): string {
  return takesRequests ? ', or _request_user_comment to request the start' : '';
}
