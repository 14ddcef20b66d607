// The action `split`: cuts a tracking in two that touch.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { mayPostDate } from '../../requests/post-dating.ts';
import { trackingFacts } from '../keep-approved.ts';
import { markedAs } from '../timer-marks.ts';
import { echoOf, givenValues } from './given-values.ts';
import { momentOf, sideAt, type Moment } from './moment.ts';
import { endOf } from './neighbours.ts';

const kept = [
  'notes',
  'is_billable',
  'max_hours_alert',
  'end_type_id',
  ...['lat', 'long', 'accuracy'].map(geoEnd),
];
const texts = ['t_iv', 'u_iv'].flatMap((name) => [1, 2, 3, 4, 5, 6].map((number) => `${name}_${number}`));
const origins = ['is_end_live', 'end_ip', 'end_oauth_client_id'];

/** Cuts the tracking at `time`: the first part keeps the row, the second is a new one, on `task_id` if that is sent. */
export async function split(call: Call, view: ActionView): Promise<ActionAnswer> {
  const whole = call.row as Row;
  const id = whole['id'] as number;
  await refuseWithoutRight(call, whole, view);
  const at = await momentOf(call, { side: 'start', zone: whole['start_time_timezone'] as string, view });
  refuseEdges(whole, at);
  const moved = Object.fromEntries([...kept.filter(isOfEnd), 'end_type_id'].map((name) => [name, null]));
  await view.change('timeTrackings', id, { ...moved, ...sideAt('end', at) }, markedAs('splits'));
  const second = await view.create('timeTrackings', secondPart(call, whole, at), markedAs('splits'));
  if (whole['end_instant'] !== null) await view.update('timeTrackings', second, columns(whole, origins));
  return { ids: [id, second], ...echoOf(call) };
}

function secondPart(call: Call, whole: Row, at: Moment): Row {
  const taskId = referenceIn(call.values, 'task_id') ?? (whole['task_id'] as number);
  const ends = ['end_time', 'end_time_timezone', 'end_time_offset'];
  const copied = [...kept, ...texts].filter((name) => name !== 'is_billable' || taskId === whole['task_id']);
  return {
    ...columns(whole, copied),
    user_id: whole['user_id'] as number,
    task_id: taskId,
    ...sideAt('start', at),
    ...(whole['end_instant'] === null ? {} : columns(whole, ends)),
    ...givenValues(call, 'start', false),
  };
}

function columns(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** Splitting changes what was booked: it needs the right to post-date. */
async function refuseWithoutRight({ sight }: Call, whole: Row, view: View): Promise<void> {
  if (await mayPostDate(sight, whole['user_id'] as number, view)) return;
  const message = `You may not split your time tracking ${whole['id']}; ask somebody who leads you.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
}

function refuseEdges(whole: Row, { instant, zone }: Moment): void {
  if (instant > (whole['start_instant'] as number) && instant < endOf(whole)) return;
  const { end_time: time } = sideAt('end', { instant, zone });
  const until = whole['end_time'] === null ? 'now' : whole['end_time'];
  const message = `time is ${time}; it must lie inside time tracking ${whole['id']}, after ${whole['start_time']} and before ${until}.`;
  throw new ApiError('rule_broken', message, { field: 'time', data: trackingFacts(whole) });
}

function geoEnd(name: string): string {
  return `geo_end_${name}`;
}

function isOfEnd(name: string): boolean {
  return name.startsWith('geo_end_');
}
