// Words of Team calendar and Who is in alone, which come with these screens.
import type { Language } from './words.ts';

interface AwayWords {
  readonly unknown: (day: string) => string;
  readonly today: (size: string) => string;
}

const en: AwayWords = {
  unknown: (day) => `${day}: public holidays of colleagues are not known`,
  today: (size) => `away today: ${size}`,
};

const de: AwayWords = {
  unknown: (day) => `${day}: Feiertage von Kollegen sind nicht bekannt`,
  today: (size) => `heute abwesend: ${size}`,
};

/** The words by language. */
export const awayWords: Readonly<Record<Language, AwayWords>> = { en, de };
