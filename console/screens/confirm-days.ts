// Confirming days from any screen: tells how many were confirmed, and of each that was refused whose it is, when, and why.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { DaySum } from '../domain/day-sum.ts';
import { refusalText } from '../refusal-text.ts';
import { confirmDays, daysAtOnce, type Confirmed } from '../store/account.ts';
import { ownRefusal, type Refusal } from '../store/http.ts';
import { stored } from '../store/tables.ts';
import { dismissRefusal, note, showRefusal } from '../store/undo.ts';
import { dayMedium } from '../words/dates.ts';
import { words } from '../words/words.ts';

interface Wanted {
  readonly rows: readonly DaySum[];
  readonly isBack: boolean;
  readonly canUndo: boolean;
  /** Whether a day that is done is approved for the company; when left out, none is. */
  readonly isApproved?: (row: DaySum) => boolean;
  /** Called when it is done, and when it is taken back. */
  readonly onDone?: () => Promise<void>;
}

const current = signal<{ readonly decided: number; readonly of: number } | null>(null);
/** How far it is while days are being confirmed, or while that is taken back. */
export const confirming: ReadonlySignal<typeof current.value> = current;

/** Confirms days, or takes that back. */
export async function confirmAndTell({
  rows,
  isBack,
  canUndo,
  onDone,
  isApproved = () => false,
}: Wanted): Promise<void> {
  const { done, refused } = await decideDays(rows, isBack);
  await onDone?.();
  dismissRefusal(keyOf(rows));
  tellRefused(refused);
  if (done.length === 0) return;
  const undo = async (): Promise<Refusal | null> => {
    const back = await decideDays(done, !isBack);
    await onDone?.();
    tellRefused(back.refused);
    return null;
  };
  const [own = '', others = ''] = [false, true].map((is) =>
    daysText(done.filter((row) => isApproved(row) === is)),
  );
  const kind = isBack ? 'cancelled' : others === '' ? 'confirmed' : 'approved';
  note({ kind, subject: others || own, detail: others && own }, canUndo ? undo : null);
}

/** The only day, or how many there are; empty: there are none. */
function daysText(rows: readonly DaySum[]): string {
  if (rows.length > 1) return words.value.general.day(String(rows.length));
  return rows.map(({ date }) => dayMedium(date)).join('');
}

/** What is not sent yet goes with the page: it asks before it closes. */
async function decideDays(rows: readonly DaySum[], isBack: boolean): Promise<Confirmed> {
  const ask = (event: Event): void => event.preventDefault();
  // The outbox keeps what a single request holds.
  if (rows.length > daysAtOnce) addEventListener('beforeunload', ask);
  try {
    return await confirmDays(rows, isBack, (decided) => (current.value = { decided, of: rows.length }));
  } finally {
    removeEventListener('beforeunload', ask);
    current.value = null;
  }
}

function keyOf(rows: readonly DaySum[]): string {
  return `days ${rows.map(({ id }) => id).join()}`;
}

/** One toast for all, days of one reason together. */
function tellRefused(refused: Confirmed['refused']): void {
  if (refused.length === 0) return;
  const byReason = Map.groupBy(refused, ({ refusal }) => refusalText(refusal));
  const message = [...byReason]
    .map(([reason, days]) => `${days.map(({ row }) => dayOf(row)).join('; ')}: ${reason}`)
    .join(' ');
  showRefusal({ ...ownRefusal('refused', 'days'), message }, keyOf(refused.map(({ row }) => row)));
}

function dayOf({ user_id: person, date }: DaySum): string {
  return `${stored('users').value.get(person)?.fullname ?? '–'}, ${dayMedium(date)}`;
}
