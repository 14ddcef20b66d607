// Asks the server when the target of the running day is reached: only it knows which breaks will be deducted.
import { computed, effect, signal, untracked } from '@preact/signals';
import { formatDuration } from '../domain/duration.ts';
import { toldBy, type HomeTime } from '../domain/home-time.ts';
import type { Span } from '../domain/spans.ts';
import { dayStart } from '../domain/zones.ts';
import { running, spans, storedSpans } from '../store/bookings.ts';
import { reading } from '../store/readings.ts';
import { who, zone } from '../store/session.ts';
import { syncState } from '../store/sync.ts';
import { words } from '../words/words.ts';
import { accountDays, homeAt, today, told } from './progress.ts';
import { clockText } from './timer-actions.ts';

const answers = reading<HomeTime>('homeTimes');
const answered = signal<{ readonly question: string; readonly home: HomeTime } | null>(null);

/** All from which an answer follows; `null`: nothing is to be asked, or the server does not know of all bookings yet. */
const question = computed(() => {
  const span = running.value;
  if (who.value === null || span === null || span.isBreak) return null;
  const known = shapeOf(storedSpans.value);
  if (known !== shapeOf(spans.value)) return null;
  return JSON.stringify([who.value.user_id, today.value, known, accountDays.value.get(today.value)]);
});

/** The bookings that reach into today. */
function shapeOf(all: readonly Span[]): string {
  const begins = dayStart(today.value, zone.value);
  const own = all.filter(({ end }) => end === null || end > begins);
  return JSON.stringify(own.map(({ id, taskId, start, end }) => [id, taskId, start, end]));
}

/** From now on, keeps what the server says of the running day: asked when it changes, and when the page is shown again. */
export function followHomeTime(): void {
  effect(() => {
    void question.value;
    if (syncState.value === 'fresh') untracked(() => void ask());
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
  effect(() => {
    const span = running.value;
    const answer = answered.value;
    const isMeant = answer !== null && answer.question === question.value;
    told.value = isMeant && span !== null ? toldBy(answer.home, span) : null;
  });
}

/** Why the time to go home is later than bookings say; empty: it is not. */
export function laterText(): string {
  const { account, today: w } = words.value;
  const { value: home } = homeAt;
  const deducted = told.value?.deducted ?? 0;
  if (home === null || deducted === 0) return '';
  return `${w.home} ${clockText(home)} ${account.deducted(formatDuration(deducted))}`;
}

async function ask(): Promise<void> {
  const asked = question.peek();
  if (asked === null) return;
  const before = answers.rows.peek();
  await answers.load(
    'homeTimes',
    { user_id: who.peek()?.user_id ?? 0 },
    { isBackground: true, isPatient: true },
  );
  const rows = answers.rows.peek();
  const [home] = rows ?? [];
  if (rows !== before && home !== undefined && question.peek() === asked)
    answered.value = { question: asked, home };
}
