// Words of the team calendar alone, which come with its screen.
import type { Language } from './words.ts';

interface CalendarWords {
  readonly unknown: (day: string) => string;
}

const en: CalendarWords = { unknown: (day) => `${day}: public holidays of colleagues are not known` };

const de: CalendarWords = { unknown: (day) => `${day}: Feiertage von Kollegen sind nicht bekannt` };

/** The words by language. */
export const calendarWords: Readonly<Record<Language, CalendarWords>> = { en, de };
