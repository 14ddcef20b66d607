// What calls say of a tracking beside its times, as columns: at its start, and at its end.
import type { Call } from '#resource/action.ts';
import type { Stored } from '#resource/field-type.ts';
import { isOwnName } from '#resource/own-fields.ts';
import type { Row } from '#resource/rule.ts';
import { extras } from '../action-parameters.ts';
import { nfcStart } from '../note-origin.ts';
import { valuesSaid, wasRecorded, type Event } from './events.ts';
import { changeEvent, eventsAt, type Story } from './story.ts';

const texts = ['notes', ...extras];
const flags = ['is_billable', 'max_hours_alert'];

/** Columns that a tracking has whatever began or ended it. */
export const kept: readonly string[] = [...flags, 'start_type_id', 'end_type_id'];

/** Remarks, flags, position and origin of a call that starts or ends a tracking; only what was sent. */
export function givenValues({ values }: Pick<Call, 'values'>, side: 'start' | 'end', byTag: boolean): Row {
  const given: Record<string, Stored> = {};
  for (const name of [...texts, ...Object.keys(values).filter(isOwnName)])
    if (values[name] !== undefined) given[name] = values[name];
  for (const name of flags) if (values[name] != null) given[name] = values[name];
  for (const name of ['lat', 'long', 'accuracy']) {
    const sent = values[`geo_${side}_${name}`] ?? values[`geo_${name}`];
    if (sent != null) given[`geo_${side}_${name}`] = sent;
  }
  const origin = `${side}_type_id`;
  if (byTag || values[origin] === nfcStart) given[origin] = nfcStart;
  return given;
}

/** What events say of the tracking that they start or end, in order; the last one holds. */
export function saidBy(events: readonly Event[], side: 'start' | 'end'): Row {
  const said = events.map((event) => givenValues({ values: valuesSaid(event) }, side, event.tag_id !== null));
  return Object.assign({}, ...said);
}

/** What is said of a tracking: the events that did end it, and those that end it now. */
interface Saying {
  readonly row: Row<'timeTrackings'>;
  readonly was: readonly Event[];
  readonly now: readonly Event[];
}

/**
 * What is to be written when other events end a tracking than did before: what was said at its former end goes, unless
 * a user has written something else since. What stood there before comes back, and what stands there now is noted.
 */
export function saidThen(story: Story, { row, was, now }: Saying): Row {
  const stands: Row = row;
  const former = saidBy(was, 'end');
  const gone = Object.keys(former).filter((name) => stands[name] === former[name] && !kept.includes(name));
  const begun = saidAtStart(story, row);
  const stood: Row = Object.assign({}, ...was.map((event) => JSON.parse(event.stood ?? '{}')));
  const values: Record<string, Row[string]> = {};
  for (const name of gone) {
    if (begun !== null || isOfEnd(name)) values[name] = begun?.[name] ?? null;
    else if (name in stood) values[name] = stood[name] ?? null;
  }
  const said = saidBy(now, 'end');
  // What was said without connection at the start is remembered with it.
  const below = begun === null ? JSON.stringify(standing({ ...stands, ...values }, said)) : null;
  for (const event of below === null ? [] : now) changeEvent(story, event, { stood: below });
  return { ...values, ...said };
}

/** What stands in a tracking where something else is to be written at its end; positions of the end have no past. */
export function standing(tracking: Row, said: Row): Row {
  const names = Object.keys(said).filter((name) => !isOfEnd(name) && !kept.includes(name));
  return Object.fromEntries(names.map((name) => [name, tracking[name] ?? null]));
}

function isOfEnd(name: string): boolean {
  return name.startsWith('geo_end_');
}

/** What was said without connection at its start; `null`: it was started live, or entered. */
function saidAtStart(story: Story, { id, start_instant: start }: Row<'timeTrackings'>): Row | null {
  const beginning = eventsAt(story, start).filter(
    (event) =>
      ['start', 'toggle'].includes(event.kind ?? '') && wasRecorded(event) && event.time_tracking_id === id,
  );
  return beginning.length === 0 ? null : saidBy(beginning, 'start');
}
