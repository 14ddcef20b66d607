// What the settings of the account are called, in both languages: groups, names, hints and values. English names and hints are
// the server's own.

type Names = Readonly<Record<string, string>>;

interface SettingWords {
  readonly groups: Names;
  readonly names: Names;
  readonly hints: Names;
  /** By value, or by setting and value where settings mean other things by one value. */
  readonly values: Names;
}

/** The words, by language. */
export const settingWords: Readonly<Record<'en' | 'de', SettingWords>> = {
  en: {
    groups: {
      general: 'General',
      time_tracking: 'Time tracking',
      security: 'Passwords',
      accounts: 'Working time accounts',
      holiday: 'Holiday',
      notifications: 'Reminders',
      personal_data: 'Personal data',
    },
    names: {},
    hints: {},
    values: {
      monday: 'Monday',
      saturday: 'Saturday',
      sunday: 'Sunday',
      none: 'No other person',
      team: 'Members of the same team',
      department: 'People of the same department',
      account: 'Every person of the company',
      never: 'Never',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      daily: 'Every day',
      en: 'English',
      de: 'German',
    },
  },
  de: {
    groups: {
      general: 'Allgemein',
      time_tracking: 'Zeiterfassung',
      security: 'Passwörter',
      accounts: 'Zeitkonten',
      holiday: 'Urlaub',
      notifications: 'Erinnerungen',
      personal_data: 'Persönliche Daten',
    },
    names: {
      server_timezone: 'Zeitzone des Servers',
      default_user_timezone: 'Zeitzone neuer Personen',
      default_country: 'Land',
      default_language: 'Sprache neuer Personen',
      company_name: 'Name der Firma',
      first_day_of_week: 'Erster Tag der Woche',
      live_start_tolerance_minutes: 'Toleranz der Stoppuhr (Minuten)',
      maximum_tracking_hours: 'Längste Buchung (Stunden)',
      alert_maximum_timer_hours: 'Laufende Buchung melden nach (Stunden)',
      password_minimum_length: 'Kürzestes Passwort (Zeichen)',
      password_needs_lowercase: 'Passwörter enthalten einen Kleinbuchstaben',
      password_needs_uppercase: 'Passwörter enthalten einen Großbuchstaben',
      password_needs_digit: 'Passwörter enthalten eine Ziffer',
      password_needs_symbol: 'Passwörter enthalten ein Sonderzeichen',
      automatic_break_rule: 'Pausenmodell',
      automatic_break_valid_from: 'Pausenmodell gilt ab',
      gaps_are_breaks: 'Zeit zwischen Buchungen ist Pause',
      gap_break_maximum: 'Längste Zeit zwischen Buchungen, die Pause ist (Stunden)',
      colleagues_see_contact: 'Kolleginnen und Kollegen sehen, wie man einander erreicht',
      team_sees_absences: 'Wer sieht, dass jemand abwesend ist',
      team_sees_presence: 'Wer sieht, dass jemand arbeitet',
      allow_negative_overtime: 'Überstunden im Voraus auszahlen',
      overtime_minimum_balance: 'Kleinster Saldo nach Zeitausgleich (Stunden)',
      anonymise_after_months: 'Personen können anonymisiert werden nach (Monate)',
      missing_hours_day: 'An fehlende Stunden erinnern am',
      decider_digest_day: 'Entscheidende an offene Anträge erinnern am',
      holiday_carry_over_expires: 'Übertragener Urlaub verfällt am (MM-TT)',
      holiday_carry_over_maximum: 'Höchstens übertragener Urlaub (Tage)',
      holiday_negative_balance: 'Urlaub im Voraus',
      holiday_full_week_days: 'Volle Woche der Jahresmengen (Tage)',
    },
    hints: {
      maximum_tracking_hours: '0: beliebig lang.',
      alert_maximum_timer_hours: '0: nie.',
      automatic_break_valid_from: 'Als JJJJ-MM-TT; leer: immer.',
      automatic_break_rule:
        'german, austrian, swiss, none, off (german, nur angezeigt) oder die Nummer eines eigenen Modells.',
      gap_break_maximum: 'Längere Zeit ist nicht gebucht.',
      holiday_carry_over_expires: 'Leer: nie.',
      holiday_full_week_days: '0: die Arbeitstage der Person.',
    },
    values: {
      monday: 'Montag',
      saturday: 'Samstag',
      sunday: 'Sonntag',
      none: 'Keine andere Person',
      team: 'Mitglieder desselben Teams',
      department: 'Personen derselben Abteilung',
      account: 'Alle Personen der Firma',
      never: 'Nie',
      tuesday: 'Dienstag',
      wednesday: 'Mittwoch',
      thursday: 'Donnerstag',
      friday: 'Freitag',
      daily: 'Täglich',
      en: 'Englisch',
      de: 'Deutsch',
    },
  },
};
