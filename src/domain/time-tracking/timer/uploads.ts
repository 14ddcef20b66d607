// What the timer remembers beside trackings: everything that was recorded without connection, because what comes before it
// may be uploaded after it; what must count once; and ends that may still end what is uploaded late.
import { carriedRow, carriedText } from '#resource/carried-row.ts';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { isOffline, type Moment } from './moment.ts';
import type { Tag, Timing } from './timing.ts';

const resource = 'timerUploads';

/** Something that is remembered; `time_tracking_id` is what it started or ended. */
export type Event = Row<typeof resource>;

/** An upload as it is remembered; `tracking` is what it started or ended. */
export interface Upload {
  readonly userId: number;
  readonly kind: Event['kind'];
  readonly name: string | null;
  readonly tracking: number | null;
  readonly at: Pick<Moment, 'instant' | 'zone'>;
  /** The tracking that a stop named by its id; of a passage, the row of `checkpointTrackings`. */
  readonly about?: number | null;
  /** What was said: it may have to be taken otherwise. */
  readonly said?: Said | null;
  /** What stood in the tracking that it ended where it says something. */
  readonly stood?: Row | null;
}

/** What was said, with what the tag stood for then, and the id of the tag. */
export interface Said {
  readonly text: string;
  readonly tag: number | null;
}

/** What to remember of the call if it was recorded without connection. */
export function saidBy(timing: Timing): Said | null {
  return isOffline(timing.call) ? saidIn(timing) : null;
}

/** What the call says, and whether it was recorded without connection. */
export function saidIn({ call, tag }: Timing): Said {
  const row = { ...call.values, ...(isOffline(call) ? { is_offline_tracking: 1 } : {}) };
  const carried = { row, given: Object.keys(row) };
  if (tag === null) return { text: carriedText(carried), tag: null };
  // Tags are deleted, and come to stand for something else: what was meant stays what was meant.
  const { mode_id, user_id, task_id, project_id, skill_id, start_task_afterwards } = tag;
  const meant = { mode_id, user_id, task_id, project_id, skill_id, start_task_afterwards };
  return { text: JSON.stringify({ ...carried, tag: meant }), tag: tag.id };
}

/** What a remembered upload said, as the values of its call. */
export function valuesSaid({ said }: Pick<Event, 'said'>): Row {
  return carriedRow(said)?.row ?? {};
}

/** Whether what is remembered was recorded without connection; otherwise it meant what there was when it came. */
export function wasRecorded(upload: Pick<Event, 'said'>): boolean {
  return valuesSaid(upload)['is_offline_tracking'] === 1;
}

/** What stood in the columns that a remembered upload wrote at the end of a tracking. */
export function stoodBefore({ stood }: Event): Row {
  const columns: Row = JSON.parse(stood ?? '{}');
  return columns;
}

/** The tag of a remembered upload, as it was when it was uploaded; `null`: there was none. */
export function tagSaid({ said, tag_id: id }: Event, view: View): Tag | null {
  if (id === null) return null;
  const { tag }: { readonly tag?: Tag } = JSON.parse(said ?? '{}');
  // What an older version remembered says only which tag it was.
  return tag === undefined ? (view.get('nfcTransponders', id) ?? null) : { ...tag, id };
}

/** The name that the call gives itself. */
export function nameIn({ values }: Pick<Timing['call'], 'values'>): string | null {
  const name = values['client_unique_id'];
  return typeof name === 'string' ? name : null;
}

/** Remembers an upload; answers the id under which it is. */
export function remember(upload: Upload, view: View): number {
  const { userId, kind, name, tracking, at, about = null, said = null, stood = null } = upload;
  return view.insert(resource, {
    user_id: userId,
    client_unique_id: name,
    time_tracking_id: tracking,
    instant: at.instant,
    zone: at.zone,
    kind,
    about_id: about,
    said: said?.text ?? null,
    tag_id: said?.tag ?? null,
    stood: stood === null ? null : JSON.stringify(stood),
  });
}

/** What is remembered under a name. */
export function uploadsNamed(userId: number, name: string, view: View): readonly Event[] {
  return find(userId, [{ column: 'client_unique_id', is: '=', value: name }], view);
}

/** Stops from the instant on, in order. */
export function stopsFrom(userId: number, instant: number, view: View): readonly Event[] {
  const stops: readonly Comparison[] = [
    { column: 'user_id', is: '=', value: userId },
    { column: 'instant', is: '>=', value: instant },
    { column: 'kind', is: '=', value: 'stop' },
  ];
  return view.find(resource, stops, { orderBy: ['instant'] });
}

/** Passages of checkpoints that are remembered: those of a name, from an instant on, or that stand on a tracking. */
export function passages(
  userId: number,
  which: { readonly name: string } | { readonly from: number } | { readonly on: number },
  view: View,
): readonly Event[] {
  const chosen: Comparison =
    'name' in which
      ? { column: 'client_unique_id', is: '=', value: which.name }
      : 'from' in which
        ? { column: 'instant', is: '>=', value: which.from }
        : { column: 'time_tracking_id', is: '=', value: which.on };
  const own: Comparison = { column: 'user_id', is: '=', value: userId };
  return view.find(resource, [own, chosen], { orderBy: ['instant'] }).filter(isPassage);
}

/** Notes on which tracking a passage stands, and in which row; `null`: on none. */
export function passedOn(
  passage: Event,
  { tracking, row }: { readonly tracking: number | null; readonly row: number | null },
  view: View,
): void {
  view.update(resource, passage.id, { time_tracking_id: tracking, about_id: row });
}

/**
 * What an upload of this name, of one of these kinds, did before: the ids of its answer. `null`: there was none, or one of
 * which nothing is known and that has found nothing.
 */
export function repeated(
  { userId, name, as }: Pick<Upload, 'userId' | 'name'> & { readonly as: readonly Event['kind'][] },
  view: View,
): { readonly ids: readonly number[] } | null {
  if (name === null) return null;
  const known = uploadsNamed(userId, name, view).find(
    ({ kind, time_tracking_id: led }) =>
      // A start that fell inside something that was entered by hand is tried again.
      (as.includes(kind) && (kind !== 'start' || led !== null)) || (kind === null && led !== null),
  );
  if (known === undefined) return null;
  const { time_tracking_id: led } = known;
  return { ids: led === null ? [] : [led] };
}

/** Whether the upload has ended the tracking, at whose end it is: it led to it, or to what began after that. */
export function hasEnded(upload: Event, { id }: Pick<Row<'timeTrackings'>, 'id'>): boolean {
  return upload.time_tracking_id === id || (upload.kind === 'toggle' && upload.about_id === id);
}

/** The tracking that was started under this name, by the name that it has or by another start in its second. */
export function trackingNamed(
  userId: number,
  name: string | null,
  view: View,
): Row<'timeTrackings'> | undefined {
  if (name === null) return undefined;
  const [tracking] = view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  if (tracking !== undefined) return tracking;
  for (const { kind, time_tracking_id: led, instant } of uploadsNamed(userId, name, view)) {
    const started = kind === 'stop' || led === null ? undefined : view.get('timeTrackings', led);
    if (started?.start_instant === instant) return started;
  }
  return undefined;
}

type Ranked = Pick<Event, 'kind' | 'client_unique_id' | 'said'>;

/** Of two acts in one second the later counts: starts after toggles after stops, then by name, task, notes and the rest. */
export function byRank(a: Ranked, b: Ranked): number {
  const other = rankOf(b);
  const differing = rankOf(a).map((part, index) => [part, other[index] ?? ''] as const);
  const [one, two] = differing.find(([part, others]) => part !== others) ?? ['', ''];
  return one === two ? 0 : one < two ? -1 : 1;
}

function rankOf({ kind, client_unique_id: name, said }: Ranked): readonly string[] {
  const order = ['stop', 'toggle', 'start'].indexOf(kind ?? 'stop');
  const { task_id: task, notes } = valuesSaid({ said });
  return [order, name, String(task ?? '').padStart(20, '0'), notes, said].map((text) => String(text ?? ''));
}

function find(userId: number, more: readonly Comparison[], view: View): readonly Event[] {
  const found = view.find(resource, [{ column: 'user_id', is: '=', value: userId }, ...more]);
  return found.filter((upload) => !isPassage(upload));
}

function isPassage({ kind }: Event): boolean {
  return kind === 'passage';
}
