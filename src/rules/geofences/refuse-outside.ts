// Live starts lie inside a geofence of their task, if it or a project above it has any.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';
import { haversine, type Place } from './haversine.ts';

/** Stored degrees are ten-millionths, stored metres hundredths. */
const [degree, metre] = [10_000_000, 100];

/** Refuses a start outside every geofence of its task, or without a position; its uncertainty counts in its favour. */
export async function refuseOutside(tracking: Row, view: View): Promise<void> {
  const fences = await fencesOf(tracking['task_id'] as number, view);
  if (fences.length === 0) return;
  const place = placeOf(tracking, 'geo_start_lat', 'geo_start_long');
  if (place === null) throw noPosition(tracking, fences);
  const accuracy = Number(tracking['geo_start_accuracy'] ?? 0) / metre;
  const distances = fences.map((fence) => {
    const centre = placeOf(fence, 'geo_lat', 'geo_long') as Place;
    const distance = haversine(place, centre);
    return { fence, distance, outside: distance - accuracy - (fence['radius'] as number) };
  });
  const [nearest] = distances.sort((a, b) => a.outside - b.outside);
  if (nearest === undefined || nearest.outside <= 0) return;
  throw outside(nearest.fence, nearest.distance);
}

/** The geofences of the task and of every project above it. */
async function fencesOf(taskId: number, view: View): Promise<readonly Row[]> {
  const task = await view.get('tasks', taskId);
  if (task === undefined) return [];
  const path = idsOf(task['node_path'] as string);
  const links = await view.find('geofenceToNodes', [{ column: 'node_id', is: 'in', value: path }]);
  if (links.length === 0) return [];
  const ids = [...new Set(links.map((link) => link['geofence_id'] as number))];
  return view.find('geofences', [{ column: 'id', is: 'in', value: ids }]);
}

function placeOf(row: Row, lat: string, long: string): Place | null {
  const [north, east] = [row[lat], row[long]];
  if (typeof north !== 'number' || typeof east !== 'number') return null;
  return { lat: north / degree, long: east / degree };
}

function outside(fence: Row, distance: number): ApiError {
  const metres = Math.round(distance);
  const message =
    `geo_start_lat and geo_start_long lie ${metres} m from geofence ${fence['id']} (${fence['name']}); ` +
    `the task is started within ${fence['radius']} m of it.`;
  const data = { id: fence['id'], name: fence['name'], distance: metres, radius: fence['radius'] };
  return new ApiError('rule_broken', message, { field: 'geo_start_lat', data });
}

function noPosition(tracking: Row, fences: readonly Row[]): ApiError {
  const message = `geo_start_lat is missing; task ${tracking['task_id']} is started inside a geofence, so the position must be sent.`;
  const data = { geofences: fences.map((fence) => fence['id']) };
  return new ApiError('rule_broken', message, { field: 'geo_start_lat', data });
}
