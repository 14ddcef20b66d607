// Words for own requests and for what was decided. They come with the inbox.
import type { Language } from './words.ts';

const en = {
  own: 'Your requests for bookings',
  news: 'What was decided',
  done: 'Seen',
  allDone: 'All seen',
  notices: {
    messageReceived: (name: string) => `${name} has written to you.`,
    absenceGranted: (name: string) => `${name} granted your absence.`,
    absenceDeclined: (name: string) => `${name} declined your absence.`,
    absenceCancelled: (name: string) => `${name} cancelled an absence.`,
    standInAgreed: (name: string) => `${name} stands in for you.`,
    standInRefused: (name: string) => `${name} cannot stand in for you.`,
    changeGranted: (name: string) => `${name} granted your change of a booking.`,
    changeDeclined: (name: string) => `${name} declined your change of a booking.`,
    changeCancelled: (name: string) => `${name} took back a change of a booking.`,
    runsLong: (name: string) => `A booking of ${name} has been running for very long.`,
  },
};

const de: typeof en = {
  own: 'Deine Anträge zu Buchungen',
  news: 'Was entschieden wurde',
  done: 'Gesehen',
  allDone: 'Alles gesehen',
  notices: {
    messageReceived: (name) => `${name} hat dir geschrieben.`,
    absenceGranted: (name) => `${name} hat deine Abwesenheit genehmigt.`,
    absenceDeclined: (name) => `${name} hat deine Abwesenheit abgelehnt.`,
    absenceCancelled: (name) => `${name} hat eine Abwesenheit abgesagt.`,
    standInAgreed: (name) => `${name} vertritt dich.`,
    standInRefused: (name) => `${name} kann dich nicht vertreten.`,
    changeGranted: (name) => `${name} hat deine Änderung einer Buchung genehmigt.`,
    changeDeclined: (name) => `${name} hat deine Änderung einer Buchung abgelehnt.`,
    changeCancelled: (name) => `${name} hat eine Änderung einer Buchung zurückgenommen.`,
    runsLong: (name) => `Eine Buchung von ${name} läuft schon sehr lange.`,
  },
};

/** The words by language. */
export const noticeWords: Readonly<Record<Language, typeof en>> = { en, de };
