// What the timer remembers beside trackings: everything that was recorded without connection, because what comes before it
// may be uploaded after it; what must count once; and ends that may still end what is uploaded late.
import { carriedRow, carriedText } from '#resource/carried-row.ts';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { isOffline, type Moment } from './moment.ts';
import type { Timing } from './timing.ts';

const resource = 'timerUploads';

/** What somebody did; `null`: something ended, whatever ended it. A passage, of a checkpoint, ends and begins nothing. */
export type UploadKind = 'start' | 'stop' | 'toggle' | 'passage' | null;

/** An upload as it is remembered; `tracking` is what it started or ended. */
export interface Upload {
  readonly userId: number;
  readonly kind: UploadKind;
  readonly name: string | null;
  readonly tracking: number | null;
  readonly at: Pick<Moment, 'instant' | 'zone'>;
  /** The tracking that a stop named by its id; of a passage, the row of `checkpointTrackings`. See also `beganAfter`. */
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

/** What of a transponder says what it stands for. */
const tagColumns = ['mode_id', 'user_id', 'task_id', 'project_id', 'skill_id', 'start_task_afterwards'];

/** What to remember of the call if it was recorded without connection. */
export function saidBy(timing: Timing): Said | null {
  return isOffline(timing.call) ? saidIn(timing) : null;
}

/** What the call says, and whether it was recorded without connection. */
export function saidIn({ call, tag }: Timing): Said {
  const row = { ...call.values, ...(isOffline(call) ? { is_offline_tracking: 1 } : {}) };
  const said = carriedText({ row, given: Object.keys(row) });
  if (tag === null) return { text: said, tag: null };
  // Tags are deleted, and come to stand for something else: what was meant stays what was meant.
  const meant = Object.fromEntries(tagColumns.map((name) => [name, tag[name] ?? null]));
  return { text: JSON.stringify({ ...JSON.parse(said), tag: meant }), tag: tag['id'] as number };
}

/** What a remembered upload said, as the values of its call. */
export function valuesSaid(upload: Row): Row {
  return carriedRow(upload['said'])?.row ?? {};
}

/** Whether what is remembered was recorded without connection; otherwise it meant what there was when it came. */
export function wasRecorded(upload: Row): boolean {
  return valuesSaid(upload)['is_offline_tracking'] === 1;
}

/** What stood in the columns that a remembered upload wrote at the end of a tracking. */
export function stoodBefore({ stood }: Row): Row {
  return typeof stood === 'string' ? (JSON.parse(stood) as Row) : {};
}

/** Notes what stood where uploads are about to write. */
export async function noteStood(uploads: readonly Row[], stood: Row, view: View): Promise<void> {
  for (const upload of uploads)
    await view.update(resource, upload['id'] as number, { stood: JSON.stringify(stood) });
}

/** The tag of a remembered upload, as it was when it was uploaded; `null`: there was none. */
export async function tagSaid(upload: Row, view: View): Promise<Row | null> {
  const id = upload['tag_id'];
  if (typeof id !== 'number') return null;
  const { tag } = JSON.parse(String(upload['said'] ?? '{}')) as { readonly tag?: Row };
  // What an older version remembered says only which tag it was.
  return tag === undefined ? ((await view.get('nfcTransponders', id)) ?? null) : { ...tag, id };
}

/** The name that the call gives itself. */
export function nameIn({ values }: Timing['call']): string | null {
  const name = values['client_unique_id'];
  return typeof name === 'string' ? name : null;
}

/** Remembers an upload; answers the id under which it is. */
export async function remember(upload: Upload, view: View): Promise<number> {
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

/** Remembers that something ended at the moment, unless whatever ended it is remembered already. */
export async function rememberEnd(userId: number, at: Upload['at'], view: View): Promise<void> {
  const known = await uploadsAt(userId, at.instant, view);
  if (known.length === 0) await remember({ userId, kind: null, name: null, tracking: null, at }, view);
}

/** What is remembered of a second, in the order in which it counts: the last one holds. */
export async function uploadsAt(userId: number, instant: number, view: View): Promise<readonly Row[]> {
  const found = await find(userId, [{ column: 'instant', is: '=', value: instant }], view);
  return found.toSorted(byRank);
}

/** What is remembered under a name. */
export async function uploadsNamed(userId: number, name: string, view: View): Promise<readonly Row[]> {
  return find(userId, [{ column: 'client_unique_id', is: '=', value: name }], view);
}

/** Stops from the instant on, in order. */
export async function stopsFrom(userId: number, instant: number, view: View): Promise<readonly Row[]> {
  const stops: readonly Comparison[] = [
    { column: 'user_id', is: '=', value: userId },
    { column: 'instant', is: '>=', value: instant },
    { column: 'kind', is: '=', value: 'stop' },
  ];
  return view.find(resource, stops, { orderBy: ['instant'] });
}

/** Toggles after the instant that have neither started nor ended anything, in order. */
export async function waitingToggles(userId: number, instant: number, view: View): Promise<readonly Row[]> {
  const waiting: readonly Comparison[] = [
    { column: 'user_id', is: '=', value: userId },
    { column: 'instant', is: '>', value: instant },
    { column: 'kind', is: '=', value: 'toggle' },
    { column: 'time_tracking_id', is: 'null' },
  ];
  return view.find(resource, waiting, { orderBy: ['instant'] });
}

/** The first second after the instant of which anything is remembered, passages aside. */
export async function nextSecond(userId: number, instant: number, view: View): Promise<number | null> {
  for (let from = instant; ;) {
    const later: readonly Comparison[] = [
      { column: 'user_id', is: '=', value: userId },
      { column: 'instant', is: '>', value: from },
    ];
    const [first] = await view.find(resource, later, { orderBy: ['instant'], limit: 1 });
    if (first === undefined) return null;
    from = first['instant'] as number;
    if (!isPassage(first) || (await uploadsAt(userId, from, view)).length > 0) return from;
  }
}

/** Passages of checkpoints that are remembered: those of a name, or those from an instant on. */
export async function passages(
  userId: number,
  which: { readonly name: string } | { readonly from: number },
  view: View,
): Promise<readonly Row[]> {
  const chosen: Comparison =
    'name' in which
      ? { column: 'client_unique_id', is: '=', value: which.name }
      : { column: 'instant', is: '>=', value: which.from };
  const own: Comparison = { column: 'user_id', is: '=', value: userId };
  return (await view.find(resource, [own, chosen], { orderBy: ['instant'] })).filter(isPassage);
}

/** Passages of checkpoints that stand on a tracking of the person. */
export async function passagesOn(
  userId: number,
  tracking: number,
  view: View,
): Promise<readonly Row<'timerUploads'>[]> {
  return view.find(resource, [
    { column: 'user_id', is: '=', value: userId },
    { column: 'kind', is: '=', value: 'passage' },
    { column: 'time_tracking_id', is: '=', value: tracking },
  ]);
}

/** Notes on which tracking a passage stands, and in which row; `null`: on none. */
export async function passedOn(
  passage: Row,
  { tracking, row }: { readonly tracking: number | null; readonly row: number | null },
  view: View,
): Promise<void> {
  await view.update(resource, passage['id'] as number, { time_tracking_id: tracking, about_id: row });
}

/**
 * What an upload of this name, of one of these kinds, did before: the ids of its answer. `null`: there was none, or one of
 * which nothing is known and that has found nothing.
 */
export async function repeated(
  {
    userId,
    name,
    as,
  }: { readonly userId: number; readonly name: unknown; readonly as: readonly UploadKind[] },
  view: View,
): Promise<{ readonly ids: readonly number[] } | null> {
  if (typeof name !== 'string') return null;
  const known = (await uploadsNamed(userId, name, view)).find(
    ({ kind, time_tracking_id: id }) =>
      // A start that fell inside something that was entered by hand is tried again.
      (as.includes(kind as UploadKind) && (kind !== 'start' || id !== null)) ||
      (kind === null && id !== null),
  );
  if (known === undefined) return null;
  const id = known['time_tracking_id'];
  return { ids: typeof id === 'number' ? [id] : [] };
}

/** Notes what an upload has started or ended now; what it ended before it began something is `beganAfter`. */
export async function ledTo(upload: Row, tracking: number | null, view: View): Promise<void> {
  const nothingElse = upload['kind'] === 'toggle' ? { about_id: null } : {};
  await view.update(resource, upload['id'] as number, { time_tracking_id: tracking, ...nothingElse });
}

/** Notes what a toggle has begun, and what it has ended before that. */
export async function beganAfter(
  toggle: Row,
  { begun, ended }: { readonly begun: number; readonly ended: number },
  view: View,
): Promise<void> {
  await view.update(resource, toggle['id'] as number, { time_tracking_id: begun, about_id: ended });
}

/** Whether the upload has ended the tracking, at whose end it is: it led to it, or to what began after that. */
export function hasEnded(upload: Row, tracking: Row): boolean {
  const { id } = tracking;
  return upload['time_tracking_id'] === id || (upload['kind'] === 'toggle' && upload['about_id'] === id);
}

/** Notes that an upload counts a second later than it says: nothing lasts for no time. */
export async function countFrom(upload: Row, instant: number, view: View): Promise<void> {
  await view.update(resource, upload['id'] as number, { instant });
}

/** The tracking that was started under this name, by the name that it has or by another start in its second. */
export async function trackingNamed(userId: number, name: unknown, view: View): Promise<Row | undefined> {
  if (typeof name !== 'string') return undefined;
  const [tracking] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  if (tracking !== undefined) return tracking;
  for (const upload of await uploadsNamed(userId, name, view)) {
    const id = upload['time_tracking_id'];
    if (upload['kind'] === 'stop' || typeof id !== 'number') continue;
    const started = await view.get('timeTrackings', id);
    if (started !== undefined && started['start_instant'] === upload['instant']) return started;
  }
  return undefined;
}

/** Of two acts in one second the later counts: starts after toggles after stops, then by name, task, notes and the rest. */
export function byRank(a: Row, b: Row): number {
  const [one, other] = [a, b].map(rankOf) as [readonly string[], readonly string[]];
  const differing = one.findIndex((part, index) => part !== other[index]);
  if (differing === -1) return 0;
  return (one[differing] as string) < (other[differing] as string) ? -1 : 1;
}

function rankOf(upload: Row): readonly string[] {
  const order = ['stop', 'toggle', 'start'].indexOf((upload['kind'] ?? 'stop') as string);
  const { task_id: task, notes } = valuesSaid(upload);
  const texts = [
    order,
    upload['client_unique_id'],
    String(task ?? '').padStart(20, '0'),
    notes,
    upload['said'],
  ];
  return texts.map((text) => String(text ?? ''));
}

async function find(userId: number, more: readonly Comparison[], view: View): Promise<readonly Row[]> {
  const found = await view.find(resource, [{ column: 'user_id', is: '=', value: userId }, ...more]);
  return found.filter((upload) => !isPassage(upload));
}

function isPassage({ kind }: Row): boolean {
  return kind === 'passage';
}
