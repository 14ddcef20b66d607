// What the month of the team and the decisions about a day say, in both languages: loaded with them.
import { computed, type ReadonlySignal } from '@preact/signals';
import { language } from './words.ts';

const en = {
  empty: 'No accounts are kept for this month.',
  emptyHint: 'Accounts of people begin with their first day of employment.',
  grid: 'Hours of people by day',
  gridHelp: 'Arrow keys walk, with Shift they choose days, Enter explains a day, a approves the chosen days.',
  difference: 'Difference',
  balance: 'Balance',
  approve: (n: number) => (n === 1 ? 'Approve 1 day' : `Approve ${n} days`),
  confirm: (n: number) => (n === 1 ? 'Confirm 1 day' : `Confirm ${n} days`),
  approveNone: 'Nothing to approve here',
  approveHint: 'Choose days to approve',
  approving: (n: number, of: number) => `${n} of ${of} days`,
  legend: { less: 'Below target', met: 'Target met', more: 'Above target', violation: 'Violation' },
  approved: 'Approved',
  approvedBy: (name: string) => `Approved by ${name}`,
  decisions: 'What was decided',
  decided: {
    approved_by_user: (name: string) => `${name} confirmed the bookings.`,
    approved_by_user_removed: (name: string) => `${name} took the confirmation back.`,
    approved_by_admin: (name: string) => `${name} approved the day.`,
    approved_by_admin_removed: (name: string) => `${name} reopened the day.`,
    additions: (name: string) => `${name} changed the hours that are added.`,
    overtime_paid: (name: string) => `${name} changed the hours that are paid out.`,
    comment: (name: string) => `${name} changed the remarks.`,
  },
  reopen: 'Reopen the day',
  reason: 'Why the day is reopened',
  reasonMissing: 'The reason is missing. The person can read it.',
  cell: (worked: string, target: string) => `${worked} of ${target}`,
};

type MonthWords = typeof en;

const de: MonthWords = {
  empty: 'Für diesen Monat werden keine Konten geführt.',
  emptyHint: 'Konten von Personen beginnen mit deren erstem Arbeitstag.',
  grid: 'Stunden der Personen nach Tagen',
  gridHelp:
    'Pfeiltasten gehen, mit Umschalt wählen sie Tage, Enter erklärt einen Tag, a gibt die gewählten Tage frei.',
  difference: 'Differenz',
  balance: 'Saldo',
  approve: (n: number) => (n === 1 ? '1 Tag freigeben' : `${n} Tage freigeben`),
  confirm: (n: number) => (n === 1 ? '1 Tag bestätigen' : `${n} Tage bestätigen`),
  approveNone: 'Hier ist nichts freizugeben',
  approveHint: 'Tage zum Freigeben wählen',
  approving: (n: number, of: number) => `${n} von ${of} Tagen`,
  legend: { less: 'Unter Soll', met: 'Soll erreicht', more: 'Über Soll', violation: 'Verstoß' },
  approved: 'Freigegeben',
  approvedBy: (name: string) => `Freigegeben von ${name}`,
  decisions: 'Was entschieden wurde',
  decided: {
    approved_by_user: (name: string) => `${name} hat die eigenen Buchungen bestätigt.`,
    approved_by_user_removed: (name: string) => `${name} hat die Bestätigung zurückgenommen.`,
    approved_by_admin: (name: string) => `${name} hat den Tag freigegeben.`,
    approved_by_admin_removed: (name: string) => `${name} hat den Tag wieder geöffnet.`,
    additions: (name: string) => `${name} hat die hinzugefügten Stunden geändert.`,
    overtime_paid: (name: string) => `${name} hat die ausbezahlten Stunden geändert.`,
    comment: (name: string) => `${name} hat die Bemerkung geändert.`,
  },
  reopen: 'Tag wieder öffnen',
  reason: 'Warum der Tag wieder geöffnet wird',
  reasonMissing: 'Der Grund fehlt. Die Person kann ihn lesen.',
  cell: (worked: string, target: string) => `${worked} von ${target}`,
};

/** The words of the language that is spoken. */
export const monthWords: ReadonlySignal<MonthWords> = computed(() => ({ en, de })[language.value]);
