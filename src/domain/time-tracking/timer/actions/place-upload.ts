// A tracking that was recorded without connection and comes by `create` without an end, or by a request that is granted, goes
// through the timer as if it were started by an upload, and stopped by another one if it has an end.
import type { ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { resolveMoment } from '../../../resolve-times.ts';
import { numberIn, sentNumber, sentText, textIn } from '../../../sent-values.ts';
import { refuseEntered } from '../../make-room.ts';
import type { TimerMark } from '../../timer-marks.ts';
import type { Moment } from '../moment.ts';
import type { TimerCall } from '../timer-call.ts';
import { placeLate } from './late.ts';

/** What was recorded: columns of a tracking as a user chose them, the times on local clocks. */
interface Recorded {
  readonly values: Row;
  /** Who writes it, when, and with which parameters. */
  readonly by: Pick<Call, 'sight' | 'parameters' | 'now' | 'remoteAddress'>;
  readonly view: ActionView;
  readonly mark: TimerMark;
}

/** Columns that are no matter of the timer. */
const byHand = ['approved_by_admin', 'start_type_id'];

/** Places what was recorded between what is there; answers the id of the tracking. */
export async function placeUpload({ values, by, view, mark }: Recorded): Promise<number> {
  const { sight, parameters, now, remoteAddress } = by;
  const among = (isWanted: (name: string) => boolean): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
  const isOfEnd = (name: string): boolean => /^(geo_)?end_/.test(name);
  const [at, end] = [momentOf(values, 'start'), momentOf(values, 'end')];
  if (at === null) throw new Error('what was recorded has a start');
  const after = { ...values, start_instant: at.instant, end_instant: end?.instant ?? null };
  await refuseEntered({ verb: 'create', before: null, after, parameters }, view);
  const call: TimerCall = {
    ...{ sight, parameters, now, remoteAddress, view, action: 'start', row: null, prepared: {}, tag: null },
    values: among((name) => !isOfEnd(name) && !byHand.includes(name)),
    userId: sentNumber(values, 'user_id'),
  };
  const taskId = sentNumber(values, 'task_id');
  const more = among((name) => byHand.includes(name) && values[name] !== null);
  const until = end === null ? {} : { until: { ...end, values: among(isOfEnd) } };
  return placeLate({ call, at, taskId, mark, more, ...until });
}

function momentOf(values: Row, side: 'start' | 'end'): Moment | null {
  const field = `${side}_time`;
  const local = textIn(values, field);
  if (local === null) return null;
  const [zone, offset] = [sentText(values, `${field}_timezone`), numberIn(values, `${field}_offset`)];
  const { instant } = resolveMoment({ field, local, zone, offset });
  return { instant, zone, claimed: true, late: true };
}
