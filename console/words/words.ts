// The language that is spoken, and dates and numbers in it.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { addDays, dayNumber, isoWeek, weekday, type CivilDate } from '../domain/civil.ts';
import { localTime } from '../domain/zones.ts';
import { en, type Words } from './en.ts';
import type { Refused } from './refused.ts';

/** A language that the console speaks. */
export type Language = 'en' | 'de';

const spoken = signal<{ readonly language: Language; readonly words: Words }>(
  { language: 'en', words: en },
  { name: 'words' },
);

/** The words of the language that is spoken. */
export const words: ReadonlySignal<Words> = computed(() => spoken.value.words);
/** The language that is spoken. */
export const language: ReadonlySignal<Language> = computed(() => spoken.value.language);

/** The closest language to a tag such as `de-AT`. */
export function closestLanguage(tag: string): Language {
  return tag.toLowerCase().startsWith('de') ? 'de' : 'en';
}

/** Speaks a language from now on. */
export async function speak(next: Language): Promise<void> {
  const loaded = next === 'de' ? (await import('./de.ts')).de : en;
  spoken.value = { language: next, words: loaded };
  document.documentElement.lang = next;
  if (wantsSentences) await loadRefusals();
}

type SentenceOf = (refused: Refused) => string | null;

const sentences = signal<Readonly<Partial<Record<Language, SentenceOf>>>>({}, { name: 'words.refusals' });
let wantsSentences = false;

/** Loads the sentences for refusals, which the first screen does without. */
export async function loadRefusals(): Promise<void> {
  wantsSentences = true;
  const which = language.value;
  if (sentences.value[which] !== undefined) return;
  const found = which === 'de' ? import('./refusals-de.ts') : import('./refusals-en.ts');
  const { refusalIn } = await found;
  sentences.value = { ...sentences.value, [which]: refusalIn };
}

/** The sentence for a refusal; `null` where the server's own stands, which is English, or where sentences are not loaded yet. */
export function refusalSentence(refused: Refused): string | null {
  const found = sentences.value[language.value];
  if (found === undefined) void loadRefusals().catch(() => undefined);
  return found?.(refused) ?? null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: CivilDate, options: Intl.DateTimeFormatOptions): string {
  const locale = language.value === 'en' ? 'en-GB' : 'de';
  const key = `${locale} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, made);
  }
  return made.format(dayNumber(date) * 86_400_000);
}

/** `Mon 16`. */
export function dayShort(date: CivilDate): string {
  return `${format(date, { weekday: 'short' }).replace('.', '')} ${Number(date.slice(8))}`;
}

/** `Mo`, `Mon`. */
export function weekdayShort(date: CivilDate): string {
  return format(date, { weekday: 'short' }).replace('.', '');
}

/** `Monday 16 November`. Stands on the first screen, for which a format of the browser's would come too late. */
export function dayLong(date: CivilDate): string {
  const { weekdays, months, dayLong: text } = words.value.dates;
  const [month, day] = date.slice(5).split('-').map(Number);
  return text(weekdays[weekday(date) - 1] ?? '', day ?? 0, months[(month ?? 0) - 1] ?? '');
}

/** `Mon 16 Nov`. */
export function dayMedium(date: CivilDate): string {
  return format(date, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** `16 Nov 2026`. */
export function dateMedium(date: CivilDate): string {
  return format(date, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `November 2026`. */
export function monthLong(date: CivilDate): string {
  return format(date, { month: 'long', year: 'numeric' });
}

/** `Nov`. */
export function monthShort(date: CivilDate): string {
  return format(date, { month: 'short' });
}

/** `16–22 Nov`, `30 Nov–6 Dec`. */
export function dateRange(from: CivilDate, to: CivilDate): string {
  const dot = language.value === 'de' ? '.' : '';
  const day = (date: CivilDate): string => `${Number(date.slice(8))}${dot}`;
  const month = (date: CivilDate): string => format(date, { month: 'short' });
  if (from === to) return `${day(from)} ${month(from)}`;
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${day(from)}–${day(to)} ${month(to)}`
    : `${day(from)} ${month(from)} – ${day(to)} ${month(to)}`;
}

/** `Week 47 · 16–22 Nov`. */
export function weekTitle(monday: CivilDate): string {
  return words.value.week.title(isoWeek(monday).week, dateRange(monday, addDays(monday, 6)));
}

/** A number of days or hours with at most two decimals. */
export function amount(value: number): string {
  const locale = language.value === 'en' ? 'en-GB' : 'de';
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value).replace('-', '−');
}

/** A moment of the server, in UTC, on the clocks of a zone: `16 Nov 2026, 8:05`. */
export function momentText(text: string, zone: string): string {
  const local = localTime(Date.parse(`${text.replace(' ', 'T')}Z`) / 1000, zone);
  return `${dateMedium(local.slice(0, 10))}, ${local.slice(11, 16).replace(/^0/, '')}`;
}
