// What each kind of notice says, in each language. {sender} did it.
import type { MailLanguage } from './mail-kind.ts';

/** The words of one kind: its subject, its first sentence, and what its link is called. */
export interface NoticeWords {
  readonly subject: string;
  readonly sentence: string;
  readonly link: string;
  readonly footer: string;
}

/** Labels of the facts below the sentence, by their names in the data of a mail. */
export type FactName = keyof (typeof labels)['en'];

const labels = {
  en: {
    person: 'Who',
    kind: 'What',
    dates: 'When',
    start: 'Start',
    from: 'Now',
    to: 'Asked for',
    task: 'Task',
    amount: 'How much',
    comment: 'Comment',
    decision: 'Reason',
    message: 'Message',
    missing: 'Missing',
    days: 'Days',
    waiting: 'Waiting',
  },
  de: {
    person: 'Wer',
    kind: 'Was',
    dates: 'Wann',
    start: 'Beginn',
    from: 'Bisher',
    to: 'Gewünscht',
    task: 'Tätigkeit',
    amount: 'Wie viel',
    comment: 'Bemerkung',
    decision: 'Begründung',
    message: 'Nachricht',
    missing: 'Es fehlen',
    days: 'Tage',
    waiting: 'Offen',
  },
} as const;

const see = { en: 'Show', de: 'Ansehen' };
const decide = { en: 'Look and decide', de: 'Ansehen und entscheiden' };

const origin = {
  en: 'This message was sent by the time tracking of your company.',
  de: 'Diese Nachricht kommt von der Zeiterfassung Ihrer Firma.',
};
const decidesNothing = {
  en: 'Opening the link decides nothing.',
  de: 'Das Öffnen des Links entscheidet nichts.',
};

type Texts = readonly [subject: string, sentence: string];

const english: Readonly<Record<string, Texts>> = {
  absenceRequested: ['Absence requested', '{sender} asks for an absence. Please grant or decline it.'],
  absenceGranted: ['Absence granted', '{sender} has granted your absence.'],
  absenceDeclined: ['Absence declined', '{sender} has declined your absence.'],
  absenceCancelled: ['Absence cancelled', '{sender} has cancelled an absence.'],
  replacementAsked: ['Stand-in wanted', '{sender} asks you to stand in. Please agree or refuse.'],
  replacementAgreed: ['Stand-in agreed', '{sender} will stand in for you.'],
  replacementRefused: ['Stand-in refused', '{sender} cannot stand in for you.'],
  timeTrackingChangeRequested: [
    'Change of a time tracking requested',
    '{sender} asks for a change of a time tracking. Please grant or decline it.',
  ],
  timeTrackingChangeGranted: [
    'Change of a time tracking granted',
    '{sender} has granted the change of a time tracking.',
  ],
  timeTrackingChangeDeclined: [
    'Change of a time tracking declined',
    '{sender} has declined the change of a time tracking.',
  ],
  timeTrackingChangeCancelled: [
    'Change of a time tracking cancelled',
    '{sender} has withdrawn the request to change a time tracking.',
  ],
  messageReceived: ['Message received', '{sender} has sent you a message.'],
  timerRunsLong: [
    'Time tracking runs very long',
    'A time tracking of {sender} has been running for very long. Was the stop forgotten?',
  ],
  hoursMissing: [
    'Hours are missing',
    'Working time of last week is missing in your account. Please book it, or ask for an absence.',
  ],
  requestsWaiting: ['Requests wait for you', 'These requests wait for your decision.'],
};

const german: Readonly<Record<string, Texts>> = {
  absenceRequested: [
    'Abwesenheit beantragt',
    '{sender} beantragt eine Abwesenheit. Bitte genehmigen Sie sie, oder lehnen Sie sie ab.',
  ],
  absenceGranted: ['Abwesenheit genehmigt', '{sender} hat Ihre Abwesenheit genehmigt.'],
  absenceDeclined: ['Abwesenheit abgelehnt', '{sender} hat Ihre Abwesenheit abgelehnt.'],
  absenceCancelled: ['Abwesenheit storniert', '{sender} hat eine Abwesenheit storniert.'],
  replacementAsked: ['Vertretung gesucht', '{sender} bittet Sie um Vertretung. Bitte sagen Sie zu oder ab.'],
  replacementAgreed: ['Vertretung zugesagt', '{sender} vertritt Sie.'],
  replacementRefused: ['Vertretung abgesagt', '{sender} kann Sie nicht vertreten.'],
  timeTrackingChangeRequested: [
    'Änderung einer Buchung beantragt',
    '{sender} beantragt die Änderung einer Buchung. Bitte genehmigen Sie sie, oder lehnen Sie sie ab.',
  ],
  timeTrackingChangeGranted: [
    'Änderung einer Buchung genehmigt',
    '{sender} hat die Änderung einer Buchung genehmigt.',
  ],
  timeTrackingChangeDeclined: [
    'Änderung einer Buchung abgelehnt',
    '{sender} hat die Änderung einer Buchung abgelehnt.',
  ],
  timeTrackingChangeCancelled: [
    'Änderung einer Buchung zurückgezogen',
    '{sender} hat den Antrag auf Änderung einer Buchung zurückgezogen.',
  ],
  messageReceived: ['Nachricht erhalten', '{sender} hat Ihnen eine Nachricht geschickt.'],
  timerRunsLong: [
    'Eine Buchung läuft sehr lange',
    'eine Buchung von {sender} läuft schon sehr lange. Wurde das Ende vergessen?',
  ],
  hoursMissing: [
    'Es fehlen Stunden',
    'in Ihrem Konto fehlt Arbeitszeit der letzten Woche. Bitte buchen Sie sie nach, oder beantragen Sie eine Abwesenheit.',
  ],
  requestsWaiting: ['Anträge warten auf Sie', 'diese Anträge warten auf Ihre Entscheidung.'],
};

const texts = { en: english, de: german };
const asking = ['absenceRequested', 'replacementAsked', 'timeTrackingChangeRequested', 'requestsWaiting'];

/** Names of all kinds of notices that have words. */
export const noticeNames: readonly string[] = Object.keys(english);

/** The words of a kind; a kind that this version does not know yet has none. */
export function noticeWords(name: string, language: MailLanguage): NoticeWords | undefined {
  const found = texts[language][name];
  if (found === undefined) return undefined;
  const [subject, sentence] = found;
  const asks = asking.includes(name);
  const footer = asks ? `${origin[language]} ${decidesNothing[language]}` : origin[language];
  return { subject, sentence, link: (asks ? decide : see)[language], footer };
}

/** What a fact is called. */
export function labelOf(fact: FactName, language: MailLanguage): string {
  return labels[language][fact];
}

/** Who did something where no person is known. */
export const company: Readonly<Record<MailLanguage, string>> = { en: 'Your company', de: 'Ihre Firma' };
