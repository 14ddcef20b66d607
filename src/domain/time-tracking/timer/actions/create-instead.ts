// What becomes of a tracking that a client creates or changes: a request, if it may not be made at once; what was recorded
// without connection goes through the timer.
import type { ActionView, Instead, Replaced } from '#resource/action.ts';
import type { Change, Row } from '#resource/rule.ts';
import { checkParameters, isSwitchedOn } from '../../../sent-parameters.ts';
import { deriveTimes } from '../../derive-times.ts';
import { nameZones } from '../../name-zones.ts';
import { requestInstead } from '../../requests/request-instead.ts';
import { isUpload } from '../../timer-marks.ts';
import { insertion } from '../apply.ts';
import { placeCheckpoints } from '../checkpoint-events.ts';
import { nameIn } from '../events.ts';
import { answeredAs, sheetOf, startedAs } from '../story.ts';
import { placeUpload } from './place-upload.ts';

type Sent = Change<'timeTrackings'>;

/** Writes the request, or places the upload; `null`: it is written as it was sent. */
export const createInstead: Instead<'timeTrackings'> = async (sent, view) => {
  await nameZones(sent, view);
  const change = marked(sent);
  checkParameters(change.parameters);
  const known = change.before === null ? await createdBefore(change, view) : null;
  if (known !== null) return known;
  return (await requestInstead(change, view)) ?? (isUpload(change) ? create(change, view) : null);
};

/** A parameter says the same as the field. */
function marked(change: Sent): Sent {
  if (change.before !== null || !isSwitchedOn(change.parameters, '_is_offline_live_tracking')) return change;
  change.after.is_offline_tracking = 1;
  return { ...change, given: new Set([...change.given, 'is_offline_tracking']) };
}

/** Without an end it is a start; with one it is entered as it is, between what is there. */
async function create(change: Sent, view: ActionView): Promise<Replaced> {
  const { after, given, parameters } = change;
  const row: Row = after;
  await deriveTimes(change, view);
  const values = Object.fromEntries([...given].map((name) => [name, row[name] ?? null]));
  if (after.end_instant === null)
    return { id: await placeUpload({ values, by: change, view, mark: 'stops' }), isNew: true };
  const id = await view.create('timeTrackings', values, insertion({ parameters }));
  await placeCheckpoints({ userId: after.user_id, view }, after.start_instant, new Set([id]));
  return { id, isNew: true };
}

/** What was begun under this name before; of an upload, what one of this name led to, of whatever kind it was. */
async function createdBefore(change: Sent, view: ActionView): Promise<Replaced | null> {
  const name = nameIn({ values: change.after });
  const sheet = await sheetOf({ userId: change.after.user_id, view }, { name });
  const led = isUpload(change) ? answeredAs(sheet, name, ['start', 'toggle']) : null;
  const id = startedAs(sheet, name)?.id ?? led?.[0];
  // A toggle that has led to nothing so far is nothing that could be answered.
  return id === undefined ? null : { id, isNew: false };
}
