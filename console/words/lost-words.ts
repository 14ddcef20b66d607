// Words for what was refused after its page was closed. They come when there is such a thing.
import type { Language } from './words.ts';

interface LostWords {
  /** `at`: when it was done, if that is known. */
  readonly text: (what: string, at: string | null, why: string) => string;
  /** What is not among the deeds. */
  readonly deed: string;
  /** By resource and action. */
  readonly deeds: Readonly<Record<string, string>>;
}

const en: LostWords = {
  text: (what, at, why) => `Refused: ${what}${at === null ? '' : ` (done ${at})`}. ${why}`,
  deed: 'A change',
  deeds: {
    'timeTrackings/start': 'Start',
    'timeTrackings/stop': 'Stop',
    'timeTrackings/create': 'Book',
    'timeTrackings/update': 'Change',
    'timeTrackings/delete': 'Delete',
    'timeTrackings/split': 'Cut in two',
    'absences/create': 'Ask for an absence',
    'absences/cancel': 'Take back an absence',
    'absences/approve': 'Grant an absence',
    'absences/reject': 'Decline an absence',
    'changeTimeTrackingRequests/approve': 'Grant a requested change',
    'changeTimeTrackingRequests/reject': 'Decline a requested change',
    'timesheetAccountings/approve': 'Confirm a day',
    'timesheetAccountings/unapprove': 'Reopen a day',
  },
};

const de: LostWords = {
  text: (what, at, why) => `Abgelehnt: ${what}${at === null ? '' : ` (vom ${at})`}. ${why}`,
  deed: 'Eine Änderung',
  deeds: {
    'timeTrackings/start': 'Starten',
    'timeTrackings/stop': 'Stoppen',
    'timeTrackings/create': 'Buchen',
    'timeTrackings/update': 'Ändern',
    'timeTrackings/delete': 'Löschen',
    'timeTrackings/split': 'Teilen',
    'absences/create': 'Abwesenheit beantragen',
    'absences/cancel': 'Abwesenheit zurücknehmen',
    'absences/approve': 'Abwesenheit genehmigen',
    'absences/reject': 'Abwesenheit ablehnen',
    'changeTimeTrackingRequests/approve': 'Beantragte Änderung genehmigen',
    'changeTimeTrackingRequests/reject': 'Beantragte Änderung ablehnen',
    'timesheetAccountings/approve': 'Tag bestätigen',
    'timesheetAccountings/unapprove': 'Tag wieder öffnen',
  },
};

/** The words by language. */
export const lostWords: Readonly<Record<Language, LostWords>> = { en, de };
