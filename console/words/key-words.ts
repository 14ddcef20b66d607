// Words for what keys do. They come with what lists the keys.
import type { Language } from './words.ts';

const en = {
  title: 'Keys',
  cells: 'Walk over days',
  range: 'Choose days',
  why: 'Explain a day',
  everywhere: 'Everywhere',
  palette: 'Go to …',
  paletteHint: 'Screen or task',
  help: 'This list',
  undo: 'Undo',
  start: 'Start the last task, or search',
  stop: 'Stop',
  number: 'Start the task of that number',
  weekForth: 'Next and previous',
  new: 'New',
  duplicate: 'Copy last week',
  walk: 'Walk over bookings',
  lift: 'Lift and drop a booking',
  edit: 'Open a booking',
  absence: 'Enter an absence',
  approve: 'Approve',
  approveDays: 'Approve days',
  reject: 'Decline',
  confirm: 'Confirm the day',
  search: 'Search',
  people: 'People',
  export: 'Export',
};

/** The shape that every language has. */
export type KeyWords = typeof en;

const de: KeyWords = {
  title: 'Tasten',
  cells: 'Über Tage gehen',
  range: 'Tage wählen',
  why: 'Einen Tag erklären',
  everywhere: 'Überall',
  palette: 'Gehe zu …',
  paletteHint: 'Seite oder Aufgabe',
  help: 'Diese Liste',
  undo: 'Rückgängig',
  start: 'Letzte Aufgabe starten oder suchen',
  stop: 'Stopp',
  number: 'Aufgabe dieser Nummer starten',
  weekForth: 'Weiter und zurück',
  new: 'Neu',
  duplicate: 'Vorige Woche kopieren',
  walk: 'Von Buchung zu Buchung gehen',
  lift: 'Buchung anheben und ablegen',
  edit: 'Buchung öffnen',
  absence: 'Abwesenheit eintragen',
  approve: 'Genehmigen',
  approveDays: 'Tage freigeben',
  reject: 'Ablehnen',
  confirm: 'Tag bestätigen',
  search: 'Suchen',
  people: 'Personen',
  export: 'Exportieren',
};

/** The words by language. */
export const keyWords: Readonly<Record<Language, KeyWords>> = { en, de };
