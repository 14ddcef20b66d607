// What uploads say of a tracking beside its times: of what begins it, and of what ends it.
import type { Row } from '#resource/rule.ts';
import { asCalled } from './ended-by.ts';
import { givenValues } from './given-values.ts';
import { endOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import { hasEnded, noteStood, stoodBefore, uploadsAt, wasRecorded } from './uploads.ts';

/** Columns that a tracking has whoever began or ended it. */
export const kept: readonly string[] = ['is_billable', 'max_hours_alert', 'start_type_id', 'end_type_id'];

/** Remarks and positions of what ends a tracking, in order; the last one holds. */
export async function saidAtEnd(timing: Timing, ending: readonly Row[]): Promise<Row> {
  return saidBy(timing, ending, 'end');
}

/** The uploads that have ended the tracking where it ends. */
export async function endedBy({ userId, view }: Timing, tracking: Row): Promise<readonly Row[]> {
  if (tracking['end_instant'] === null) return [];
  const uploads = await uploadsAt(userId, endOf(tracking), view);
  return uploads.filter((upload) => hasEnded(upload, tracking));
}

/**
 * What is to be written when other uploads end the tracking than did before: what was said at its former end goes, unless
 * somebody has written something else since. What stood there before comes back.
 */
export async function saidThen(
  timing: Timing,
  tracking: Row,
  { was, now }: { readonly was: readonly Row[]; readonly now: readonly Row[] },
): Promise<Row> {
  const former = await saidAtEnd(timing, was);
  const gone = Object.keys(former).filter((name) => tracking[name] === former[name] && !kept.includes(name));
  const begun = await saidAtStart(timing, tracking);
  const stood: Row = Object.assign({}, ...was.map(stoodBefore));
  const values: Record<string, Row[string]> = {};
  for (const name of gone) {
    if (begun !== null || isOfEnd(name)) values[name] = begun?.[name] ?? null;
    else if (name in stood) values[name] = stood[name] ?? null;
  }
  const said = await saidAtEnd(timing, now);
  // What was said without connection at the start is remembered with it.
  if (begun === null) await noteStood(now, standing({ ...tracking, ...values }, said), timing.view);
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

/** What uploads said at its start; `null`: it was started live, or entered. */
async function saidAtStart(timing: Timing, tracking: Row): Promise<Row | null> {
  const uploads = await uploadsAt(timing.userId, tracking['start_instant'] as number, timing.view);
  const beginning = uploads.filter(
    (upload) =>
      (upload['kind'] === 'start' || upload['kind'] === 'toggle') &&
      wasRecorded(upload) &&
      upload['time_tracking_id'] === tracking['id'],
  );
  return beginning.length === 0 ? null : saidBy(timing, beginning, 'start');
}

async function saidBy(timing: Timing, uploads: readonly Row[], side: 'start' | 'end'): Promise<Row> {
  const values: Record<string, Row[string]> = {};
  for (const upload of uploads) {
    const { call, tag } = await asCalled(timing, upload);
    Object.assign(values, givenValues(call, side, tag !== null));
  }
  return values;
}
