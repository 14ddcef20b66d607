// The person's own rows as they were last, so that the clock works also when the page begins without connection. They are forgotten
// at logout, and when the server knows the login no more. Rows of colleagues are never kept.
import { effect } from '@preact/signals';
import type { TableName } from './fields.ts';
import { forgetKept, keep, readKept } from './keep.ts';
import { resumeSession, sessionState, who, type Who } from './session.ts';
import { pulls, showKept } from './sync.ts';
import { stored } from './tables.ts';

/** What Today and My week show. */
const tables = [
  'timeTrackings',
  'tasks',
  'recentTasks',
  'timesheetAccountings',
  'absenceDays',
  'absenceTypes',
  'generalSettings',
] as const satisfies readonly TableName[];

interface Snapshot {
  readonly who: Who;
  readonly rows: Readonly<Partial<Record<TableName, readonly object[]>>>;
}

const keyOf = (account: string): string => `snapshot/${account}/`;
/** Milliseconds in which further rows may come before they are kept. */
const pause = 1_000;

/** Keeps the rows of the person whenever the server has told something. */
export function keepSnapshots(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearTimeout(timer);
    if (pulls.value > 0 && who.value !== null) timer = setTimeout(() => void keepOne(), pause);
  });
}

async function keepOne(): Promise<void> {
  const person = who.value;
  if (person === null) return;
  const isOwn = (row: object): boolean =>
    !('user_id' in row) || row.user_id === undefined || row.user_id === person.user_id;
  const rows = Object.fromEntries(
    tables.map((name) => [name, [...stored(name).value.values()].filter(isOwn)]),
  );
  const self = stored('users').value.get(person.user_id);
  const kept: Snapshot = { who: person, rows: { ...rows, users: self === undefined ? [] : [self] } };
  await keep([[keyOf(person.account), kept]]);
}

/** Shows what is kept of the account, while it is not known who is logged in. */
export async function showSnapshot(account: string): Promise<void> {
  const kept = await readKept<Snapshot>(keyOf(account));
  if (kept === null || sessionState.value !== 'unknown') return;
  resumeSession(kept.who);
  showKept(kept.rows);
}

/** Forgets what is kept of an account. */
export async function forgetSnapshot(account: string): Promise<void> {
  await forgetKept(keyOf(account));
}
