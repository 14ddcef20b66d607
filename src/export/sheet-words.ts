// The words of the sheet that is signed, in each language in which it is printed.
import { germanAbsenceNames } from '#values/absence-names.ts';

/** Languages of the sheet, by ISO 639-1. */
export const sheetLanguages = ['en', 'de'] as const;
/** One of {@link sheetLanguages}. */
export type SheetLanguage = (typeof sheetLanguages)[number];

/** Everything that the sheet says. */
export interface SheetWords {
  readonly title: string;
  readonly months: readonly string[];
  /** The day of a date inside its month. */
  readonly day: (date: string) => string;
  readonly date: (date: string) => string;
  /** Days, such as 17.5. */
  readonly decimal: (number: number) => string;
  /** Monday first. */
  readonly weekdays: readonly string[];
  readonly columns: Readonly<
    Record<
      | 'day'
      | 'begin'
      | 'end'
      | 'break'
      | 'unbooked'
      | 'worked'
      | 'paid'
      | 'target'
      | 'difference'
      | 'balance'
      | 'notes',
      string
    >
  >;
  readonly number: string;
  readonly total: string;
  readonly carried: string;
  readonly difference: string;
  readonly added: string;
  readonly paidOut: string;
  readonly timeOff: string;
  readonly settled: string;
  readonly anew: string;
  readonly closing: string;
  readonly absences: string;
  readonly holidayLeft: string;
  readonly days: string;
  readonly countedTo: string;
  readonly rounding: string;
  readonly notApproved: string;
  /** By level: the person, a first approver, the company. */
  readonly approved: Readonly<Record<'person' | 'first' | 'company', string>>;
  readonly by: string;
  readonly on: string;
  readonly of: string;
  readonly signatures: readonly [employee: string, company: string];
  /** Names of absences that every account begins with, by their English name. */
  readonly absenceNames: Readonly<Record<string, string>>;
  /** By column of timesheetAccountings. */
  readonly violations: Readonly<Record<string, string>>;
}

/** The words by language. */
export const sheetWords: Readonly<Record<SheetLanguage, SheetWords>> = {
  en: {
    title: 'Timesheet',
    months: list('January February March April May June July August September October November December'),
    day: (date) => date.slice(8),
    date: (date) => date,
    decimal: String,
    weekdays: list('Mo Tu We Th Fr Sa Su'),
    columns: {
      day: 'Day',
      begin: 'In',
      end: 'Out',
      break: 'Break',
      unbooked: 'Unbooked',
      worked: 'Worked',
      paid: 'Paid',
      target: 'Target',
      difference: 'Difference',
      balance: 'Balance',
      notes: 'Absences and remarks',
    },
    number: 'Personnel number',
    total: 'Total',
    carried: 'Carried over',
    difference: 'Difference of the month',
    added: 'Added by hand',
    paidOut: 'Paid out',
    timeOff: 'Time off in lieu',
    settled: 'Settled overtime',
    anew: 'Account begun anew',
    closing: 'Balance at the end of the month',
    absences: 'Absences',
    holidayLeft: 'Holiday left',
    days: 'days',
    countedTo: 'Counted to',
    rounding: 'Hours and minutes are rounded; totals are rounded once, after seconds have been added up.',
    notApproved: 'The month is not approved.',
    approved: { person: 'Confirmed', first: 'First approval', company: 'Approved' },
    by: 'by',
    on: 'on',
    of: 'of',
    signatures: ['Date, signature of the employee', 'Date, signature of the employer'],
    absenceNames: {},
    violations: {},
  },
  de: {
    title: 'Arbeitszeitnachweis',
    months: list('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    day: (date) => `${date.slice(8)}.`,
    date: (date) => date.split('-').toReversed().join('.'),
    decimal: (number) => String(number).replace('.', ','),
    weekdays: list('Mo Di Mi Do Fr Sa So'),
    columns: {
      day: 'Tag',
      begin: 'Von',
      end: 'Bis',
      break: 'Pause',
      unbooked: 'Ungebucht',
      worked: 'Arbeit',
      paid: 'Bezahlt',
      target: 'Soll',
      difference: 'Differenz',
      balance: 'Saldo',
      notes: 'Abwesenheiten und Bemerkungen',
    },
    number: 'Personalnummer',
    total: 'Summe',
    carried: 'Übertrag',
    difference: 'Differenz des Monats',
    added: 'Von Hand gutgeschrieben',
    paidOut: 'Ausbezahlt',
    timeOff: 'Zeitausgleich',
    settled: 'Abgegoltene Überstunden',
    anew: 'Konto neu begonnen',
    closing: 'Saldo am Monatsende',
    absences: 'Abwesenheiten',
    holidayLeft: 'Resturlaub',
    days: 'Tage',
    countedTo: 'Gezählt bis',
    rounding: 'Stunden und Minuten sind gerundet; Summen werden aus Sekunden gebildet und einmal gerundet.',
    notApproved: 'Der Monat ist nicht freigegeben.',
    approved: { person: 'Bestätigt', first: 'Erste Freigabe', company: 'Freigegeben' },
    by: 'von',
    on: 'am',
    of: 'von',
    signatures: ['Datum, Unterschrift Arbeitnehmer/in', 'Datum, Unterschrift Arbeitgeber'],
    absenceNames: germanAbsenceNames,
    violations: {
      law_limit_daily_hours_violation: 'zu viele Stunden am Tag',
      law_limit_weekly_hours_violation: 'zu viele Stunden in der Woche',
      break_law_violation: 'Pause fehlt',
      rest_period_violation: 'Ruhezeit zu kurz',
      rest_period_weekly_violation: 'Wochenruhe zu kurz',
      core_time_violation: 'Kernzeit verfehlt',
      plausibility_conflict_violation: 'Zeiten widersprechen einander',
    },
  },
};

function list(words: string): readonly string[] {
  return words.split(' ');
}
