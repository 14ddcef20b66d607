// What becomes of a tracking that a client creates or changes: a request, if it may not be made at once; what was recorded
// without connection goes through the timer.
import type { ActionView, Instead, Replaced } from '#resource/action.ts';
import type { Change, Row } from '#resource/rule.ts';
import { requestInstead } from '../requests/request-instead.ts';
import { checkParameters, isSwitchedOn } from '../../sent-parameters.ts';
import { deriveTimes } from '../derive-times.ts';
import { nameZones } from '../name-zones.ts';
import { isUpload } from '../timer-marks.ts';
import { placeUpload, pullPassages } from './place-upload.ts';
import { nameIn, repeated, trackingNamed } from './uploads.ts';

type Sent = Change<'timeTrackings'>;

/** Writes the request, or places the upload; `null`: it is written as it was sent. */
export const createInstead: Instead<'timeTrackings'> = (sent, view) => {
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
  const uploaded = { values, by: change, view };
  if (after.end_instant === null) return { id: placeUpload({ ...uploaded, mark: 'stops' }), isNew: true };
  const insertion = { _insert_into_conflicting: parameters['_insert_into_conflicting'] ?? 0 };
  const id = view.create('timeTrackings', values, { parameters: insertion });
  pullPassages(uploaded, id);
  return { id, isNew: true };
}

/** What was begun under this name before; of an upload, what one of this name led to, of whatever kind it was. */
function createdBefore(change: Sent, view: ActionView): Replaced | null {
  const { after } = change;
  const { user_id: userId } = after;
  const name = nameIn({ values: after });
  const tracking = trackingNamed(userId, name, view);
  if (tracking !== undefined) return { id: tracking.id, isNew: false };
  if (!isUpload(change)) return null;
  const known = repeated({ userId, name, as: ['start', 'toggle'] }, view);
  const [id] = known?.ids ?? [];
  // A toggle that has led to nothing so far is nothing that could be answered.
  return id === undefined ? null : { id, isNew: false };
}
