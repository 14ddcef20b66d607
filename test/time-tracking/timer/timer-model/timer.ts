// The model of start, stop and toggle: which of what they can mean, they mean.
import { startUploaded, stopUploaded } from './late.ts';
import { begin, stopNamed, stopRunning, target, type Start } from './live.ts';
import type { Act, Around, Done, Sheet, Upload } from './sheet.ts';
import { startedAs } from './told.ts';

/** Ends what runs, and begins. */
export function startTimer(sheet: Sheet, act: Start, around: Around): Done | null {
  const known = answered(sheet, act.name);
  if (known !== null) return known;
  if (act.offline) return startUploaded(sheet, act, around);
  const begun = begin(sheet, act, around);
  return begun === null ? null : { sheet: begun.sheet, ids: [begun.id] };
}

/** Ends what runs, or what the upload is about. */
export function stopTimer(sheet: Sheet, act: Extract<Act, { kind: 'stop' }>, around: Around): Done | null {
  const named = startedAs(sheet, act.name);
  if (act.offline) return stopUploaded(sheet, act, { ...around, named });
  if (named !== undefined) return stopNamed(sheet, act, { ...around, named });
  const known = sheet.uploads.find(
    ({ name, kind }) => name !== null && name === act.name && kind !== 'start',
  );
  return known === undefined ? stopRunning(sheet, act, around) : repeated(sheet, known);
}

/** Starts when nothing runs, stops when something does; when the client said so, at the moment that it says. */
export function toggleTimer(sheet: Sheet, act: Start, around: Around): Done | null {
  const known = answered(sheet, act.name);
  if (known !== null) return known;
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  if (target(sheet, act, at) === undefined) return startTimer(sheet, act, around);
  return act.offline
    ? stopUploaded(sheet, act, { ...around, named: undefined })
    : stopRunning(sheet, act, around);
}

/** What an upload of this name led to before; `null`: it is new. */
export function answered(sheet: Sheet, name: string | null): Done | null {
  if (name === null) return null;
  const tracking = startedAs(sheet, name);
  if (tracking !== undefined) return { sheet, ids: [tracking.id] };
  // A start that fell inside something that was entered by hand is tried again.
  const known = sheet.uploads.find(
    (upload) =>
      upload.name === name && upload.kind !== 'stop' && (upload.kind !== 'start' || upload.tracking !== null),
  );
  return known === undefined ? null : repeated(sheet, known);
}

/** What it led to may be deleted by now. */
function repeated(sheet: Sheet, { tracking }: Upload): Done {
  return { sheet, ids: sheet.booked.filter(({ id }) => id === tracking).map(({ id }) => id) };
}
