// What uploads say of a tracking beside its times: of what begins it, and of what ends it.
import type { Row } from '#resource/rule.ts';
import { asCalled } from './ended-by.ts';
import { givenValues } from './given-values.ts';
import { endOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import { uploadsAt } from './uploads.ts';

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
  return uploads.filter((upload) => upload['time_tracking_id'] === tracking['id']);
}

/**
 * What is to be written when other uploads end the tracking than did before: what was said at its former end goes, unless
 * somebody has written something else since.
 */
export async function saidThen(
  timing: Timing,
  tracking: Row,
  { was, now }: { readonly was: readonly Row[]; readonly now: readonly Row[] },
): Promise<Row> {
  const former = await saidAtEnd(timing, was);
  const gone = Object.entries(former).filter(([name, value]) => tracking[name] === value);
  if (gone.length === 0) return saidAtEnd(timing, now);
  const begun = await saidAtStart(timing, tracking);
  const values: Record<string, Row[string]> = {};
  for (const [name] of gone) {
    const isOfEnd = name.startsWith('geo_end_');
    // What was said live at the start is not remembered.
    if (!kept.includes(name) && (isOfEnd || begun !== null)) values[name] = begun?.[name] ?? null;
  }
  return { ...values, ...(await saidAtEnd(timing, now)) };
}

/** What uploads said at its start; `null`: it was started live, or entered. */
async function saidAtStart(timing: Timing, tracking: Row): Promise<Row | null> {
  const uploads = await uploadsAt(timing.userId, tracking['start_instant'] as number, timing.view);
  const beginning = uploads.filter(
    ({ kind, said, time_tracking_id: id }) =>
      (kind === 'start' || kind === 'toggle') && said !== null && id === tracking['id'],
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
