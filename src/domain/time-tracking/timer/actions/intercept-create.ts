// What becomes of a tracking that a client creates or changes: a request, if it may not be made at once; what was recorded
// without connection goes through the timer.
import type { ActionView, Call, InterceptWrite, Replaced } from '#resource/action.ts';
import type { Change, Row } from '#resource/rule.ts';
import { resolveMoment } from '../../../resolve-times.ts';
import { checkParameters, isSwitchedOn } from '../../../sent-parameters.ts';
import { numberIn, sentNumber, sentText, textIn } from '../../../sent-values.ts';
import { deriveTimes } from '../../derive-times.ts';
import { refuseEntered } from '../../resolve-overlap.ts';
import { nameZones } from '../../name-zones.ts';
import { requestInstead } from '../../requests/request-instead.ts';
import { isUpload, type TimerMark } from '../../timer-marks.ts';
import { insertion } from '../apply.ts';
import { placeCheckpoints } from '../checkpoint-events.ts';
import { nameIn } from '../events.ts';
import type { Moment } from '../moment.ts';
import { answeredAs, sheetOf, startedAs } from '../story.ts';
import type { TimerCall } from '../timer-call.ts';
import { placeLate } from './late.ts';

type Sent = Change<'timeTrackings'>;

/** Writes the request, or places the upload; `null`: it is written as it was sent. */
export const interceptCreate: InterceptWrite<'timeTrackings'> = (sent, view) => {
  nameZones(sent, view);
  const change = marked(sent);
  checkParameters(change.parameters);
  const known = change.before === null ? createdBefore(change, view) : null;
  if (known !== null) return known;
  return requestInstead(change, view) ?? (isUpload(change) ? create(change, view) : null);
};

/** A parameter says the same as the field. */
function marked(change: Sent): Sent {
  if (change.before !== null || !isSwitchedOn(change.parameters, '_is_offline_live_tracking')) return change;
  change.after.is_offline_tracking = 1;
  return { ...change, given: new Set([...change.given, 'is_offline_tracking']) };
}

/** Without an end it is a start; with one it is entered as it is, between what is there. */
function create(change: Sent, view: ActionView): Replaced {
  const { after, given, parameters } = change;
  const row: Row = after;
  deriveTimes(change, view);
  const values = Object.fromEntries([...given].map((name) => [name, row[name] ?? null]));
  if (after.end_instant === null)
    return { id: placeUpload({ values, by: change, view, mark: 'stops' }), isNew: true };
  const id = view.create('timeTrackings', values, insertion({ parameters }));
  placeCheckpoints({ userId: after.user_id, view }, after.start_instant, new Set([id]));
  return { id, isNew: true };
}

/** What was begun under this name before; of an upload, what one of this name led to, of whatever kind it was. */
function createdBefore(change: Sent, view: ActionView): Replaced | null {
  const name = nameIn({ values: change.after });
  const sheet = sheetOf({ userId: change.after.user_id, view }, { name });
  const led = isUpload(change) ? answeredAs(sheet, name, ['start', 'toggle']) : null;
  const id = startedAs(sheet, name)?.id ?? led?.[0];
  // A toggle that has led to nothing so far is nothing that could be answered.
  return id === undefined ? null : { id, isNew: false };
}

/** What was recorded: columns of a tracking as a user chose them, the times on local clocks. */
interface Recorded {
  readonly values: Row;
  /** Who writes it, when, and with which parameters. */
  readonly by: Pick<Call, 'accessContext' | 'parameters' | 'now' | 'remoteAddress'>;
  readonly view: ActionView;
  readonly mark: TimerMark;
}

const asStarted = { action: 'start', row: null, prepared: {}, tag: null } as const;

/** Columns that are no matter of the timer. */
const byHand = ['approved_by_admin', 'start_type_id'];

/**
 * What was recorded without connection and comes by `create` without an end, or by a request that is granted, goes through
 * the timer as if it were started by an upload, and stopped by another one if it has an end. Answers the id.
 */
export function placeUpload({ values, by, view, mark }: Recorded): number {
  const among = (isWanted: (name: string) => boolean): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
  const isOfEnd = (name: string): boolean => /^(geo_)?end_/.test(name);
  const [at, end] = [momentOf(values, 'start'), momentOf(values, 'end')];
  if (at === null) throw new Error('what was recorded has a start');
  const after = { ...values, start_instant: at.instant, end_instant: end?.instant ?? null };
  refuseEntered({ verb: 'create', before: null, after, parameters: by.parameters }, view);
  const call: TimerCall = {
    ...by,
    ...asStarted,
    view,
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
