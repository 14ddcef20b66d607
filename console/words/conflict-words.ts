// Words for what is booked where something else is to be. They come with the first question about that.
import type { Language } from './words.ts';

interface ConflictWords {
  readonly title: string;
  readonly text: (task: string, times: string) => string;
  /** What becomes of the booking that the text before it names. */
  readonly deleted: string;
  readonly cut: (left: string) => string;
  readonly and: string;
  readonly final: string;
  readonly trim: string;
  /** As `trim`, where bookings are deleted. */
  readonly makeRoom: string;
  readonly after: string;
  /** What became of the bookings, for the toast. */
  readonly wasDeleted: (names: string) => string;
  readonly wasCut: (names: string) => string;
}

const en: ConflictWords = {
  title: 'Something is booked there',
  text: (task, times) => `${task}, ${times} is in the way.`,
  deleted: 'It would be deleted.',
  cut: (left) => `It would be cut to ${left}.`,
  and: ' and ',
  final: 'That could not be taken back.',
  trim: 'Trim it',
  makeRoom: 'Make room',
  after: 'Place after',
  wasDeleted: (names) => `deleted: ${names}`,
  wasCut: (names) => `cut: ${names}`,
};

const de: ConflictWords = {
  title: 'Dort ist schon gebucht',
  text: (task, times) => `${task}, ${times} ist im Weg.`,
  deleted: 'Die Buchung würde gelöscht.',
  cut: (left) => `Die Buchung würde auf ${left} gekürzt.`,
  and: ' und ',
  final: 'Das ließe sich nicht rückgängig machen.',
  trim: 'Kürzen',
  makeRoom: 'Platz machen',
  after: 'Danach einfügen',
  wasDeleted: (names) => `gelöscht: ${names}`,
  wasCut: (names) => `gekürzt: ${names}`,
};

/** The words by language. */
export const conflictWords: Readonly<Record<Language, ConflictWords>> = { en, de };
