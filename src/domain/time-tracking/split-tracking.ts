// The action `split`: cuts a tracking in two that touch.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call, RowCall } from '#resource/action.ts';
import { isOwnName } from '#resource/own-fields.ts';
import type { Row, View } from '#resource/rule.ts';
import { instantsOf } from '#values/time-zone.ts';
import { referenceIn } from '../change.ts';
import { moveCheckpoints } from './checkpoints/move-checkpoints.ts';
import { knownRow } from '../known-row.ts';
import { sentText } from '../sent-values.ts';
import { canonicalZone } from '../reference/canonical-zone.ts';
import { mayPostDate } from './requests/post-dating.ts';
import { trackingFacts } from './refuse-approved-change.ts';
import { resolveMoment } from '../resolve-times.ts';
import { markedAs } from './timer-marks.ts';
import { givenValues } from './timer/payload.ts';
import { sideAt } from './timer/moment.ts';
import { endOf } from './timer/neighbours.ts';

type Tracking = Row<'timeTrackings'>;

const kept = [
  'notes',
  'is_billable',
  'max_hours_alert',
  'end_type_id',
  ...['lat', 'long', 'accuracy'].map(geoEnd),
];
const texts = ['t_iv', 'u_iv'].flatMap((name) => [1, 2, 3, 4, 5, 6].map((number) => `${name}_${number}`));
/** What a tracking took over from its task when it was booked. */
const flags = ['is_nonworking', 'is_paid_non_working'];
const origins = ['is_end_live', 'end_ip', 'end_oauth_client_id'];

/** Cuts the tracking at `time`: the first part keeps the row, the second is a new one, on `task_id` if that is sent. */
export function split(call: RowCall<'timeTrackings'>, view: ActionView): ActionAnswer {
  const { row: whole } = call;
  const { id } = whole;
  refuseWithoutRight(call, whole, view);
  const at = cutIn(call, whole);
  const moved = Object.fromEntries([...kept.filter(isOfEnd), 'end_type_id'].map((name) => [name, null]));
  const cut = positionOf(call, 'end');
  view.change('timeTrackings', id, { ...moved, ...cut, ...sideAt('end', at) }, markedAs('splits'));
  const part = secondPart(call, whole, at);
  const mark = part['task_id'] === whole.task_id ? 'continues' : 'splits';
  const second = view.create('timeTrackings', part, markedAs(mark));
  if (whole.end_instant !== null) view.update('timeTrackings', second, columns(whole, origins));
  moveCheckpoints(id, knownRow(view, 'timeTrackings', second), view);
  return { ids: [id, second] };
}

function secondPart(call: Call, whole: Tracking, at: Cut): Row {
  const taskId = referenceIn(call.values, 'task_id') ?? whole.task_id;
  const ends = ['end_time', 'end_time_timezone', 'end_time_offset'];
  const isSameTask = taskId === whole.task_id;
  const said = [...kept, ...texts, ...Object.keys(whole).filter(isOwnName)];
  const copied = isSameTask ? [...said, ...flags] : said.filter(isOfNoTask);
  return {
    ...columns(whole, copied),
    user_id: whole.user_id,
    task_id: taskId,
    ...sideAt('start', at),
    // What runs on has yet to run long.
    ...(whole.end_instant === null ? { max_hours_alert: 0 } : columns(whole, ends)),
    ...givenValues(call, 'start', false),
  };
}

/** Where the client was when it was cut: the first part ends there, as the second begins there. */
function positionOf({ values }: Call, side: 'start' | 'end'): Row {
  const sent = ['lat', 'long', 'accuracy'].filter((name) => values[`geo_${name}`] != null);
  return Object.fromEntries(sent.map((name) => [`geo_${side}_${name}`, values[`geo_${name}`] ?? null]));
}

function columns(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** Splitting changes what was booked: it needs the right to post-date. */
function refuseWithoutRight({ accessContext }: Call, whole: Tracking, view: View): void {
  if (mayPostDate(accessContext, whole.user_id, view)) return;
  const message = `You may not split your time tracking ${whole.id}; ask somebody who leads you.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
}

/** Where a tracking is cut, and on which clocks that is shown. */
interface Cut {
  readonly instant: number;
  readonly zone: string;
}

/**
 * Any moment inside can be cut, in a booking of the future too. Of two equal times it is the first that lies inside, unless
 * the offset is sent.
 */
function cutIn({ values, now }: Call, whole: Tracking): Cut {
  const sent = values['timezone'];
  const zone = typeof sent === 'string' ? canonicalZone('timezone', sent) : whole.start_time_timezone;
  const offset = values['start_time_offset'];
  const local = { field: 'time', local: sentText(values, 'time'), zone };
  const { start_instant: from } = whole;
  // What runs has come as far as the present.
  const until = Math.min(endOf(whole), whole.end_instant === null ? now + 1 : Infinity);
  const isInside = (instant: number): boolean => instant > from && instant < until;
  const first = resolveMoment({ ...local, offset: typeof offset === 'number' ? offset : null });
  const meant = typeof offset === 'number' ? [first] : instantsOf(local.local, zone);
  const { instant } = meant.find((moment) => isInside(moment.instant)) ?? first;
  if (isInside(instant)) return { instant, zone };
  throw outside(whole, { instant, zone });
}

function outside(whole: Tracking, cut: Cut): ApiError {
  const { end_time: time } = sideAt('end', cut);
  const until = whole.end_time ?? 'now';
  const message = `time is ${time}; it must lie inside time tracking ${whole.id}, after ${whole.start_time} and before ${until}.`;
  return new ApiError('rule_broken', message, { field: 'time', data: trackingFacts(whole) });
}

function geoEnd(name: string): string {
  return `geo_end_${name}`;
}

function isOfEnd(name: string): boolean {
  return name.startsWith('geo_end_');
}

function isOfNoTask(name: string): boolean {
  return name !== 'is_billable';
}
