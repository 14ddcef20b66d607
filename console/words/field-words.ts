// Names of fields, values, settings and rights, in the language that is spoken. They come with the screens that show them.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { FieldWords } from './fields-en.ts';
import { language, type Language } from './words.ts';

const loaded = signal<Readonly<Partial<Record<Language, FieldWords>>>>({});

/** The words of the language that is spoken; until they are here, after a change of it, those of the one before. */
export const fieldWords: ReadonlySignal<FieldWords> = computed(() => {
  const found = loaded.value[language.value];
  if (found === undefined) void load(language.value).catch(() => undefined);
  // Who looks at them has waited for some: see `withFieldWords`.
  return (found ?? loaded.value.en ?? loaded.value.de) as FieldWords;
});

/** Waits for the words, then answers the screen that shows them. */
export function withFieldWords<Screen>(screen: Screen): () => Promise<Screen> {
  return async () => {
    await load(language.value);
    return screen;
  };
}

async function load(which: Language): Promise<void> {
  if (loaded.peek()[which] !== undefined) return;
  const words =
    which === 'de' ? (await import('./fields-de.ts')).fieldsDe : (await import('./fields-en.ts')).fieldsEn;
  loaded.value = { ...loaded.peek(), [which]: words };
}
