// Words of Team calendar and Who is in alone, which come with these screens.
import type { Language } from './words.ts';

interface AwayWords {
  readonly unknown: (day: string) => string;
  readonly today: (size: string) => string;
  readonly coverage: (day: string, n: number, of: number) => string;
  readonly partly: (n: number) => string;
  readonly enter: string;
}

const en: AwayWords = {
  unknown: (day) => `${day}: public holidays of colleagues are not known`,
  today: (size) => `away today: ${size}`,
  coverage: (day, n, of) => `${day}: ${n} of ${of} not away`,
  partly: (n) => `, ${n} of them away for a part of the day`,
  enter: 'Enter absence',
};

const de: AwayWords = {
  unknown: (day) => `${day}: Feiertage von Kollegen sind nicht bekannt`,
  today: (size) => `heute abwesend: ${size}`,
  coverage: (day, n, of) => `${day}: ${n} von ${of} nicht abwesend`,
  partly: (n) => `, davon ${n} für einen Teil des Tages abwesend`,
  enter: 'Abwesenheit eintragen',
};

/** The words by language. */
export const awayWords: Readonly<Record<Language, AwayWords>> = { en, de };
