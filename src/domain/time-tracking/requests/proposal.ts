// What a request proposes to make of a tracking: a change of that tracking which is checked now and made later.
import { ApiError } from '#errors/api-error.ts';
import { pendingRow, pendingRowText, type PendingRow } from '#resource/pending-row.ts';
import type { Change, Columns, Row, View } from '#resource/rule.ts';
import { differs } from '../../change.ts';
import { isInsertedInto, resolveOverlap, refuseEntered } from '../resolve-overlap.ts';
import { keepsOffset, resolveMoment } from '../../resolve-times.ts';
import { isUpload } from '../timer-marks.ts';
import { trackingChecks } from '../tracking-checks.ts';
import { sentNumber, sentText } from '../../sent-values.ts';

const sides = ['start', 'end'] as const;
/** What names a tracking from its creation on. */
const fixed = ['user_id', 'client_unique_id', 'is_offline_tracking'];

/** What says when; sent, it is asked for also where it is as it was. */
const times = sides.flatMap((side) => ['', '_timezone', '_offset'].map((end) => `${side}_time${end}`));

type TrackingChange = Change<'timeTrackings'>;
type RequestChange = Change<'changeTimeTrackingRequests'>;

/** Checks a change of a tracking under every rule that holds today; others that have to give way are left alone. */
export function checkProposal(change: TrackingChange, view: View): PendingRow {
  for (const rule of trackingChecks) rule(change, view);
  if (isUpload(change)) refuseEntered(change, view);
  else if (!isInsertedInto(change.parameters)) resolveOverlap(change, view);
  const [before, after]: readonly [Row | null, Row] = [change.before, change.after];
  const sent = [...change.given].filter((name) => after[name] !== undefined);
  if (before !== null && !sent.some((name) => differs<Row>(change, name))) throw nothingProposed(before);
  // Times as they were may have moved by the time the request is granted. The rest is sent back by clients that send all.
  const asked = sent.filter((name) => differs<Row>(change, name) || times.includes(name));
  const given = [...new Set([...asked, ...chosenOffsets(after, asked)])];
  const kept = Object.entries(after).filter(
    ([name, value]) => given.includes(name) || value !== (before?.[name] ?? null),
  );
  return { row: Object.fromEntries(kept), given };
}

/** Offsets of times that are asked for and mean the second of two: of the time alone the first would come. */
function chosenOffsets(row: Row, asked: readonly string[]): readonly string[] {
  return sides
    .filter((side) => asked.includes(`${side}_time`) && typeof row[`${side}_time`] === 'string')
    .filter((side) => isSecond(row, side))
    .map((side) => `${side}_time_offset`);
}

function isSecond(row: Row, side: (typeof sides)[number]): boolean {
  const field = `${side}_time`;
  const [local, zone] = [sentText(row, field), sentText(row, `${field}_timezone`)];
  const offset = sentNumber(row, `${field}_offset`);
  return (
    keepsOffset(local, zone, offset) && resolveMoment({ field, local, zone, offset: null }).offset !== offset
  );
}

/** The change of a tracking that a request proposes: its pending row, with its own times over that. */
export function proposedChange(
  request: RequestChange,
  tracking: Row<'timeTrackings'> | null,
): TrackingChange {
  const { accessContext, now, after } = request;
  const values = proposedValues(request, tracking);
  const change: Change = {
    verb: tracking === null ? 'create' : 'update',
    resource: 'timeTrackings',
    accessContext,
    before: tracking,
    after: { ...tracking, ...values },
    given: new Set(Object.keys(values)),
    secrets: {},
    proven: null,
    content: null,
    trusted: false,
    extra: {},
    parameters: { _insert_into_conflicting: after.inserts_into_conflicting ?? 0 },
    now,
    remoteAddress: null,
  };
  // The pending row of a request is a row of a tracking: it was checked like one, and these rules fill the rest.
  return change as TrackingChange;
}

/** The columns of a request that say what it proposes. */
export function proposalColumns(
  proposal: PendingRow,
  { after, before }: TrackingChange,
): Columns<'changeTimeTrackingRequests'> {
  return {
    proposal: pendingRowText(proposal),
    new_start_time: after.start_time ?? null,
    new_end_time: after.end_time ?? null,
    old_start_time: before?.start_time ?? null,
    old_end_time: before?.end_time ?? null,
  };
}

/** What is to be written when the request is granted; the rest follows from it as everything stands then. */
export function valuesToWrite(request: Row<'changeTimeTrackingRequests'>): Row {
  const { row, given } = pendingRow(request.proposal) ?? { row: {}, given: [] };
  return Object.fromEntries(given.map((name) => [name, row[name] ?? null]));
}

function proposedValues(request: RequestChange, tracking: Row<'timeTrackings'> | null): Row {
  const { after } = request;
  const values: Record<string, Row[string]> = { ...valuesToWrite(after) };
  refuseOtherPerson(values, tracking ?? request.before);
  if (tracking !== null) for (const name of fixed) delete values[name];
  for (const side of sides) {
    const [name, asked] = [`${side}_time`, `new_${side}_time`] as const;
    if (!request.given.has(asked) || (request.before === null && after[asked] === null)) continue;
    if (after[asked] === values[name]) continue;
    if (name === 'start_time' && after[asked] === null) throw startMissing();
    values[name] = after[asked] ?? null;
    delete values[`${side}_time_offset`];
  }
  // A request has no field for the zone of an end: it is on the clocks of the start, unless another one is known.
  const { end_time: end, end_time_timezone: zone } = { ...tracking, ...values };
  const start = values.start_time_timezone;
  if (end != null && zone == null && start != null && request.given.has('new_end_time'))
    values.end_time_timezone = start;
  return values;
}

/** A tracking, and a request for one, stay with their person. */
function refuseOtherPerson({ user_id: userId }: Row, about: Row | null): void {
  if (about === null || userId === undefined || userId === about.user_id) return;
  const message = `user_id is ${userId}; it must be ${about.user_id}, whose time it is.`;
  throw new ApiError('contradiction', message, { field: 'user_id' });
}

function startMissing(): ApiError {
  const message = 'new_start_time is empty; it must be a DateTime, because every tracking has a start.';
  return new ApiError('invalid_value', message, { field: 'new_start_time' });
}

function nothingProposed(tracking: Row): ApiError {
  const message = `The request proposes no change of time tracking ${tracking.id}; send new_start_time or new_end_time.`;
  return new ApiError('rule_broken', message, { field: 'new_start_time' });
}
