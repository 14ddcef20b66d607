// Words for the question before what was typed is lost. They come when it may be asked.
import type { Language } from './words.ts';

type LeaveWords = Readonly<Record<'title' | 'text' | 'stay' | 'leave', string>>;

const en: LeaveWords = {
  title: 'Leave without saving?',
  text: 'What you typed here is not saved, and is lost when you leave.',
  stay: 'Stay here',
  leave: 'Leave',
};

const de: LeaveWords = {
  title: 'Ohne Speichern weggehen?',
  text: 'Was hier eingegeben wurde, ist nicht gespeichert und geht verloren.',
  stay: 'Hier bleiben',
  leave: 'Weggehen',
};

/** The words by language. */
export const leaveWords: Readonly<Record<Language, LeaveWords>> = { en, de };
