// Names of fields, values, settings and rights, in the language that is spoken. They come with the screens that show them.
import { computed, type ReadonlySignal } from '@preact/signals';
import { fieldsDe } from './fields-de.ts';
import { fieldsEn, type FieldWords } from './fields-en.ts';
import { language } from './words.ts';

/** The words of the language that is spoken. */
export const fieldWords: ReadonlySignal<FieldWords> = computed(() =>
  language.value === 'de' ? fieldsDe : fieldsEn,
);
