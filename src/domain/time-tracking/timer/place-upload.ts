// A tracking that was recorded without connection and comes by `create` without an end, or by a request that is granted, goes
// through the timer as if it were started by an upload, and stopped by another one if it has an end.
import type { ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { numberIn, sentNumber, sentText, textIn } from '../../sent-values.ts';
import { refuseEntered } from '../make-room.ts';
import { resolveMoment } from '../../resolve-times.ts';
import type { TimerMark } from '../timer-marks.ts';
import type { Moment } from './moment.ts';
import { placePassages } from './place-passages.ts';
import { placeStart } from './place-start.ts';
import type { Timing } from './timing.ts';

/** What was recorded: columns of a tracking as a user chose them, the times on local clocks. */
export interface Recorded {
  readonly values: Row;
  /** Who writes it, when, and with which parameters. */
  readonly by: Pick<Call, 'sight' | 'parameters' | 'now' | 'remoteAddress'>;
  readonly view: ActionView;
}

/** Columns that are no matter of the timer. */
const byHand = ['approved_by_admin', 'start_type_id'];

/** Places what was recorded between what is there; answers the id of the tracking. */
export function placeUpload({ mark, ...recorded }: Recorded & { mark: TimerMark }): number {
  const { values, by, view } = recorded;
  const names = Object.keys(values);
  const ofEnd = names.filter(isOfEnd);
  const [start, end] = [momentOf(values, 'start'), momentOf(values, 'end')];
  if (start === null) throw new Error('what was recorded has a start');
  const after = { ...values, start_instant: start.instant, end_instant: end?.instant ?? null };
  refuseEntered({ verb: 'create', before: null, after, parameters: by.parameters }, view);
  return placeStart(timingOf(recorded), start, {
    taskId: sentNumber(values, 'task_id'),
    mark,
    more: columns(
      values,
      names.filter((name) => byHand.includes(name) && values[name] !== null),
    ),
    ...(end === null ? {} : { until: { ...end, values: columns(values, ofEnd) } }),
  });
}

/** Checkpoints that were passed while it lasted come to stand on it. */
export function pullPassages(recorded: Recorded, id: number): void {
  const start = momentOf(recorded.values, 'start');
  if (start !== null) placePassages(timingOf(recorded), start.instant, new Set([id]));
}

/** As the timer would be called for its start. */
function timingOf({ values, by, view }: Recorded): Timing {
  const names = Object.keys(values).filter((name) => !isOfEnd(name) && !byHand.includes(name));
  const call = { ...by, action: 'start', row: null, values: columns(values, names), prepared: {} };
  return { call, view, userId: sentNumber(values, 'user_id'), tag: null };
}

function isOfEnd(name: string): boolean {
  return /^(geo_)?end_/.test(name);
}

function momentOf(values: Row, side: 'start' | 'end'): Moment | null {
  const field = `${side}_time`;
  const local = textIn(values, field);
  if (local === null) return null;
  const [zone, offset] = [sentText(values, `${field}_timezone`), numberIn(values, `${field}_offset`)];
  const { instant } = resolveMoment({ field, local, zone, offset });
  return { instant, zone, claimed: true, late: true };
}

function columns(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
