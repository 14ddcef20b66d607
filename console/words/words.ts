// The language that is spoken, and dates and numbers in it.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { weekday, type CivilDate } from '../domain/civil.ts';
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

let wanted: Language = 'en';

/** Speaks a language from now on; one whose words come after another was chosen is not spoken. Throws when its words do not come. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const loaded = next === 'de' ? (await import('./de.ts')).de : en;
  if (wanted !== next) return;
  spoken.value = { language: next, words: loaded };
  document.documentElement.lang = next;
  if (wantsSentences) await loadRefusals().catch(() => undefined);
}

type SentenceOf = (refused: Refused) => string | null;

const sentences = signal<Readonly<Partial<Record<Language, SentenceOf>>>>({});
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

/** `Monday 16 November`. Stands on the first screen, for which a format of the browser's would come too late. */
export function dayLong(date: CivilDate): string {
  const { weekdays, months, dayLong: text } = words.value.dates;
  const [month, day] = date.slice(5).split('-').map(Number);
  return text(weekdays[weekday(date) - 1] ?? '', day ?? 0, months[(month ?? 0) - 1] ?? '');
}
