// German: what refusals of the server say, by their code and field. What the server says without an entry here is
// English, and is not shown.
import type { RefusalKey } from './refusals-en.ts';
import {
  earliestDay,
  expectedIn,
  passwordFaults,
  reasonIn,
  sentenceOf,
  type Refused,
  type Sentences,
} from './refused.ts';

/** `2026-11-03` or `2026-11-03 08:05:00` as `3.11.2026` or `3.11.2026 8:05`. */
function day(value: unknown): string {
  const [, year, month, date, hour, minute] =
    /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?/.exec(String(value)) ?? [];
  if (year === undefined) return String(value);
  return `${Number(date)}.${Number(month)}.${year}${hour === undefined ? '' : ` ${Number(hour)}:${minute}`}`;
}

/** `1234.5` as `1234,5`. */
function number(value: unknown): string {
  return String(value).replace('.', ',').replace('-', '−');
}

const expectations: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [/^a number$/, () => 'eine Zahl'],
  [/^a whole number$/, () => 'eine ganze Zahl'],
  [/^at least (-?[\d.]+)$/, (least) => `mindestens ${number(least)}`],
  [/^at most (-?[\d.]+)$/, (most) => `höchstens ${number(most)}`],
  [/^between (-?[\d.]+) and (-?[\d.]+)$/, (least, most) => `zwischen ${number(least)} und ${number(most)}`],
  [
    /^a (?:whole )?number from (-?[\d.]+) to (-?[\d.]+)/,
    (least, most) => `eine Zahl von ${number(least)} bis ${number(most)}`,
  ],
  [/^(?:text of )?at most (\d+) characters$/, (most) => `Text mit höchstens ${most} Zeichen`],
  [
    /^a number with at most (\d+) digits left and (\d+) right/,
    (left, right) => `eine Zahl mit höchstens ${left} Stellen vor und ${right} nach dem Komma`,
  ],
  [/^empty: it has no active options/, () => 'nichts, denn zur Auswahl steht noch nichts'],
  [/^a date that exists/, () => 'ein Tag, den es gibt'],
  [/^a time as HH:MM:SS$/, () => 'eine Uhrzeit, etwa 8:30'],
  [/^one of ([^_]+)$/, (names) => `eines von ${names}`],
  [
    /^at most (\d+) days from [\w ]+, (\S+), on$/,
    (days, first) => `ein Tag, höchstens ${days} Tage ab dem ${day(first)}`,
  ],
  [
    /^a number with at most (\d+) digits after the point from (-?[\d.]+) to (-?[\d.]+)/,
    (digits, least, most) =>
      `eine Zahl von ${number(least)} bis ${number(most)} mit höchstens ${digits} Stellen nach dem Komma`,
  ],
  [/^a number of days/, () => 'eine Zahl von Tagen, etwa 2 oder −0,5'],
  [/^([A-Z]{2}), the code of/, (code) => `${code} oder der Code einer Region dieses Landes`],
  [/^a two-letter country code/, () => 'der Code eines Landes mit zwei Buchstaben, etwa AT'],
  [/^a date as YYYY-MM-DD, or empty/, () => 'ein Tag wie 2026-06-30, oder nichts'],
  [/^a day of the year as MM-DD/, () => 'Monat und Tag, etwa 03-31, oder nichts'],
  [/^left out of an absence in days/, () => 'nichts, denn diese Art zählt in Tagen'],
  [/^the name of a resource/, () => 'der Name einer Ressource, etwa timeTrackings'],
  [/^1 or 0/, () => 'Ja oder Nein'],
  [/^a single character$/, () => 'ein einziges Zeichen'],
  [/^well-formed Unicode text/, () => 'Text ohne unlesbare Zeichen'],
  [/^a month as/, () => 'ein Monat, etwa 2026-06'],
  [/^a date and time from year 2/, () => 'ein Tag aus den Jahren 2 bis 9998'],
  [/^a date and time/, () => 'ein Tag mit Uhrzeit, den es gibt'],
  [/^an (?:IANA|IANA time zone) name/, () => 'eine Zeitzone, etwa Europe/Vienna'],
];

/** Of a value: what it must be, as far as the server's words for it are known; the time after a change of clocks. */
function wrongValue(refused: Refused): string | null {
  const { message, data } = refused;
  const reason = reasonOf(refused);
  if (reason !== null) return reason;
  if (data['next_valid_time'] !== undefined)
    return `Diese Uhrzeit gibt es nicht, weil die Uhren umgestellt werden; die nächste ist ${day(data['next_valid_time'])}.`;
  const earliest = earliestDay(message);
  if (earliest !== null) return `Hier darf kein Tag vor dem ${day(earliest)} stehen.`;
  const expected = expectedIn(message) ?? '';
  for (const [pattern, write] of expectations) {
    const [found, ...parts] = pattern.exec(expected) ?? [];
    if (found !== undefined) return `Hier muss stehen: ${write(...parts)}.`;
  }
  return null;
}

const reasons: Readonly<Record<string, string>> = {
  coreTime: 'Die Kernzeit braucht Anfang und Ende, oder keines von beiden.',
  dayOff: 'An diesem Wochentag wird nicht gearbeitet: Das bleibt leer.',
  transponder: 'Bei dieser Art von Transponder bleibt das leer.',
  toAll: 'Eine Nachricht an alle hat keinen einzelnen Empfänger.',
  task: 'Eine Aufgabe liegt unter einem Projekt.',
  endOfSlot: 'Das Ende muss nach dem Anfang liegen.',
  past: 'Das muss in der Zukunft liegen.',
  scope: 'Bei dieser Reichweite bleibt das leer.',
  breakModel: 'Dieses Pausenmodell gibt es nicht mehr.',
  column:
    'Am Anfang steht udf mit einem Unterstrich; Kleinbuchstaben, Ziffern und einzelne Unterstriche folgen.',
};

/** Of what does not fit the rest: why, as far as there are words for it. */
function reasonOf({ message }: Refused): string | null {
  return reasons[reasonIn(message) ?? ''] ?? null;
}

/** Of a time of day within a schedule: the other one that it meets. */
function slotIn({ data }: Refused): string | null {
  const clock = (value: unknown): string => String(value).replace(/^0|:00$/g, '');
  return data['end'] == null
    ? null
    : `Das überschneidet sich mit ${clock(data['start'])}–${clock(data['end'])}.`;
}

const faults: Readonly<Record<string, string>> = {
  too_short: 'mindestens # Zeichen haben',
  needs_lowercase: 'einen Kleinbuchstaben enthalten',
  needs_uppercase: 'einen Großbuchstaben enthalten',
  needs_digit: 'eine Ziffer enthalten',
  needs_symbol: 'ein Sonderzeichen enthalten',
  holds_personal_data: 'ohne Namen, Benutzernamen und Mailadresse auskommen',
  too_common: 'ein anderes sein als die, die viele verwenden',
  repetitive: 'mindestens vier verschiedene Zeichen enthalten',
  unchanged: 'anders sein als das bisherige',
};

function weakPassword(refused: Refused): string | null {
  const texts = passwordFaults(refused, faults);
  if (texts === null) return null;
  const most = texts.slice(0, -1).join(', ');
  return `Das Passwort muss ${most === '' ? '' : `${most} und `}${texts.at(-1)}.`;
}

function absenceTooLong({ data }: Refused): string | null {
  if (data['least'] !== undefined)
    return `Danach wäre der Saldo ${number(data['left'])} Stunden; erlaubt sind mindestens ${number(data['least'])}.`;
  if (data['available'] !== undefined)
    return `Von ${day(data['from'])} bis ${day(data['to'])} sind noch ${number(data['available'])} Tage frei; das wären ${number(data['wanted'])}.`;
  if (data['limit'] === undefined) return null;
  return (
    `Von ${day(data['from'])} bis ${day(data['to'])} sind höchstens ${number(data['limit'])} Tage möglich. ` +
    `${number(data['taken'])} sind vergeben, und das wären ${number(data['wanted'])} mehr.`
  );
}

const onlyAdministrator = 'Wer als Einzige das Firmenkonto verwaltet, muss das weiter tun.';

/** `7:00`: the earliest time that the server names. */
function earliestIn(message: string): string {
  const [, hour, minute] = /before (\d\d):(\d\d)/.exec(message) ?? [];
  return `${Number(hour)}:${minute}`;
}

const sentences: Sentences<RefusalKey> = {
  final: 'Die letzte Änderung lässt sich nicht rückgängig machen.',
  not_allowed: 'Das darfst du nicht.',
  'not_allowed _request_user_comment': 'Du kannst vergangene Zeiten nicht selbst buchen.',
  'not_allowed id delete':
    'Du kannst vergangene Zeiten nicht selbst löschen. Wende dich an die Person, die dich führt.',
  'not_allowed id split':
    'Du kannst vergangene Zeiten nicht selbst teilen. Wende dich an die Person, die dich führt.',
  'not_allowed type_id': 'Diese Art darfst du nicht eintragen.',
  field_not_allowed: 'Diese Angabe darfst du nicht ändern.',
  missing_parameter: 'Diese Angabe fehlt.',
  invalid_value: wrongValue,
  'invalid_value email_address': 'Das ist keine E-Mail-Adresse. Richtig ist etwa ada@example.com.',
  'invalid_value exit_date': 'Der letzte Tag darf nicht vor dem ersten liegen.',
  'invalid_value color': 'Drei oder sechs hexadezimale Ziffern, etwa #2E7D32.',
  'invalid_value duration': ({ data }) =>
    data['duration'] === undefined
      ? null
      : `Die Dauer muss zu den Tagen passen: ${number(data['duration'])}.`,
  'invalid_value allowed_ips':
    'Richtig sind IP-Adressen und Bereiche wie 10.0.0.0/8, durch Beistriche getrennt.',
  'invalid_value end_time': (refused) =>
    refused.data['next_valid_time'] === undefined
      ? 'Das Ende muss nach dem Anfang liegen.'
      : wrongValue(refused),
  'invalid_value core_time_end': 'Das Ende der Kernzeit muss nach ihrem Anfang liegen.',
  contradiction: reasonOf,
  read_only_field: 'Diese Angabe steht fest.',
  unknown_reference: 'Diesen Eintrag gibt es nicht mehr, oder du darfst ihn nicht sehen.',
  unknown_address: 'Diesen Eintrag gibt es nicht mehr, oder du darfst ihn nicht sehen.',
  not_unique: 'Diesen Wert hat schon ein anderer Eintrag.',
  key_reused: 'Das ist mit den früheren Angaben gespeichert. Ändere den Eintrag, den es schon gibt.',
  'key_reused message':
    'Dein erster Text ist gesendet und steht unten. Sende noch einmal, wenn auch dieser hinausgehen soll.',
  row_deleted: 'Das war gespeichert und ist seither gelöscht worden.',
  in_use: ({ message }) =>
    `Das wird noch verwendet.${message.includes('deactivate it') ? ' Statt zu löschen kannst du es deaktivieren.' : ''}`,
  conflict: 'Das überschneidet sich mit einem anderen Eintrag.',
  'conflict start_time': ({ data }) =>
    data['start_time'] === undefined
      ? null
      : `Das überschneidet sich mit einer Buchung: ${day(data['start_time'])}` +
        (data['end_time'] == null ? ', sie läuft noch.' : ` bis ${day(data['end_time'])}.`),
  'conflict start': slotIn,
  'conflict from_date': ({ data }) =>
    data['from_date'] === undefined
      ? null
      : `Das überschneidet sich mit einer Abwesenheit: ${day(data['from_date'])} bis ${day(data['to_date'])}.`,
  locked: 'Das ist genehmigt und lässt sich nicht mehr ändern.',
  weak_password: weakPassword,
  wrong_password: 'Das bisherige Passwort stimmt nicht.',
  invalid_code: 'Dieser Link gilt nicht mehr.',
  too_many_attempts: ({ data }) =>
    `Zu viele Versuche. Warte ${Math.max(1, Math.ceil(Number(data['retry_after'] ?? 60) / 60))} min.`,
  mail_unavailable: 'Dieser Server versendet keine Mails.',
  file_too_large: 'Die Datei ist zu groß.',
  body_too_large: 'Das ist zu viel auf einmal.',
  batch_too_large: 'Das ist zu viel auf einmal.',
  answer_too_large: 'Das ist zu viel auf einmal. Wähle weniger Tage.',
  account_suspended: 'Dieses Firmenkonto ist gesperrt.',
  unreadable: 'Was dieses Gerät davon behalten hat, ist nicht lesbar.',
  internal: 'Auf dem Server ist etwas Unerwartetes geschehen.',
  'rule_broken request_comment': 'Diese Art braucht einen Kommentar.',
  'rule_broken granted_comment': 'Eine Ablehnung dieser Art braucht einen Kommentar.',
  'rule_broken replacement_user_id': 'Diese Person kann in diesen Tagen nicht vertreten.',
  'rule_broken from_date': ({ data }) =>
    data['reason'] === undefined
      ? 'An diesen Tagen ist keine Arbeit vorgesehen.'
      : `Von ${day(data['date_from'])} bis ${day(data['date_to'])} gibt es keinen Urlaub: ${String(data['reason'])}.`,
  'rule_broken duration': absenceTooLong,
  'rule_broken status': ({ data }) =>
    data['from_date'] === undefined
      ? 'Darüber ist schon entschieden.'
      : 'Diese Abwesenheit hat begonnen. Stornieren kann sie nur, wer darüber entscheidet.',
  'rule_broken start_time early': ({ message }) =>
    `Zeiten vor ${earliestIn(message)} darfst du nicht selbst eintragen.`,
  'rule_broken start_time': 'Diese Zeit liegt in der Zukunft oder außerhalb der Beschäftigung.',
  'rule_broken end_time': ({ data }) =>
    data['id'] === undefined
      ? 'Die Buchung ist zu lang, oder sie reicht über die Beschäftigung hinaus.'
      : 'In dieser Zeit läuft eine Buchung. Beende sie zuerst.',
  'rule_broken task_id': 'Auf diese Aufgabe kann hier nicht gebucht werden.',
  'rule_broken time future': 'Diese Zeit liegt in der Zukunft.',
  'rule_broken time': 'Geschnitten wird nur innerhalb der Buchung.',
  'rule_broken internal_user_group': onlyAdministrator,
  'rule_broken active administrator': onlyAdministrator,
  'rule_broken authentication_blocked': onlyAdministrator,
  'rule_broken exit_date administrator': onlyAdministrator,
  'rule_broken id administrator': onlyAdministrator,
  'rule_broken active': 'Das gilt, wo nichts anderes gewählt ist, und muss aktiv bleiben.',
  'rule_broken id default': 'Das gilt, wo nichts anderes gewählt ist, und muss bleiben.',
  'rule_broken id': 'Das lassen die Regeln hier nicht zu.',
  'rule_broken is_default': 'Wähle zuerst einen anderen Kalender für alle, die keinen eigenen haben.',
  'rule_broken id archived': 'Dieses Arbeitszeitmodell ist nicht aktiv.',
  'rule_broken timesheet_template_id': 'Dieses Arbeitszeitmodell ist nicht aktiv.',
  'rule_broken public_holiday_template_id': 'Dieser Feiertagskalender ist nicht aktiv.',
  'rule_broken id standing': 'Das hat jedes Firmenkonto, und es bleibt, wie es ist. Lege etwas Eigenes an.',
  'rule_broken id decided': 'Darüber ist schon entschieden.',
  'rule_broken id login': 'Diese Person kann sich nicht anmelden, weil sie gesperrt oder nicht aktiv ist.',
  'rule_broken email_address': 'Diese Person hat keine E-Mail-Adresse.',
  'rule_broken allowed_ips': 'Deine eigene Adresse ist nicht dabei: Du könntest dich nicht mehr anmelden.',
  'rule_broken date running': 'An diesem Tag läuft eine Buchung. Sie muss zuerst beendet werden.',
  'rule_broken date early': 'Ein Tag kann erst genehmigt werden, wenn er gekommen ist.',
  'rule_broken date holiday': ({ message }) =>
    `Das Urlaubskonto beginnt am ${day(/ begins on (\S+)\.$/.exec(message)?.[1])}.`,
  'rule_broken name': 'Mehr Ansichten können nicht gemerkt werden. Entferne zuerst eine.',
  'rule_broken date': 'Dieser Tag liegt außerhalb des Zeitkontos.',
  'rule_broken approved_by_admin': 'Eine Buchung läuft. Sie muss beendet werden, bevor sie genehmigt wird.',
  'rule_broken user_id': 'Du darfst die Uhr nicht starten. Trage deine Zeiten danach ein.',
  'rule_broken geo_start_lat missing': ({ data }) =>
    'Diese Aufgabe wird nur an ihrem Ort gestartet, und von hier wird kein Standort gesendet.' +
    (data['is_request_flow_active'] === 1 ? '' : ' Trage die Zeit danach ein.'),
  'rule_broken geo_start_lat': 'Diese Aufgabe wird nur an ihrem Ort gestartet.',
  'rule_broken overtime_paid': ({ data }) =>
    data['most'] === undefined
      ? 'So viele Überstunden gibt es nicht auszuzahlen.'
      : `Höchstens ${number(data['most'])} Stunden können ausbezahlt werden.`,
  'rule_broken mother_id': 'Das kann nicht unter sich selbst liegen.',
  'rule_broken entry_date booked': 'Vor diesem Tag gibt es Buchungen.',
  'rule_broken entry_date': 'Dieser Tag muss nach dem letzten der Beschäftigung davor liegen.',
  'rule_broken exit_date booked': 'Nach diesem Tag gibt es Buchungen.',
  'rule_broken exit_date': 'Der letzte Tag darf nicht vor dem ersten liegen.',
  'rule_broken payroll_accounting_starts_at':
    'Dieser Tag muss nach dem letzten der Beschäftigung davor liegen.',
  'rule_broken absence_type_id': 'Von dieser Art kann es nicht noch mehr geben.',
  'rule_broken entity': 'Hier kann es nicht noch mehr Felder geben.',
  'rule_broken permission_name': 'Dieses Recht lässt sich hier nicht vergeben.',
  'rule_broken permission_scope_id': 'Dieses Recht lässt sich nur für alles vergeben.',
};

/** The German sentence; `null` where the console has words of its own elsewhere. */
export function refusalIn(refused: Refused): string | null {
  const said = sentenceOf(sentences, refused);
  // The console writes `days` itself.
  if (said !== null || refused.message === '' || refused.code === 'days') return said;
  return refused.code === 'invalid_value'
    ? 'Dieser Wert ist hier nicht möglich.'
    : 'Das ist hier nicht möglich.';
}
