// Whether a value suits a setting; what is kept is its usual spelling.
import { ApiError, unreachable } from '#errors/api-error.ts';
import type { Row, Rule } from '#resource/rule.ts';
import { parseDate } from '#values/civil-date.ts';
import { isTimeZone } from '#values/time-zone.ts';
import { modelId, modelNames, modelText } from '../timesheets/break-models.ts';
import { differs } from '../change.ts';
import { canonicalZone } from '../reference/canonical-zone.ts';
import { countryRows } from '../reference/countries.ts';
import { settingOf } from './catalogue.ts';
import type { Setting } from './setting.ts';

/** Checks the new value of a setting and refuses to change one that only the operator sets. */
export const checkSetting: Rule<'generalSettings'> = (change) => {
  if (change.verb !== 'update' || !differs(change, 'setting_value')) return;
  const { after } = change;
  const type = after.setting_type;
  if (after.is_updatable_by_customer === 0 || after.updatable === 0) {
    const message = `setting_value of ${type} cannot be changed here; only the operator of the server sets it.`;
    throw new ApiError('read_only_field', message, { field: 'setting_value' });
  }
  const setting = settingOf(type);
  if (setting !== undefined) after.setting_value = settingValue(setting, after.setting_value ?? '');
};

/** What a stored setting would have to be; `null`: it is right, or a later version knows more of it. */
export function unfitSetting({
  setting_type: type,
  setting_value: value,
}: Row<'generalSettings'>): string | null {
  const setting = settingOf(String(type));
  if (setting === undefined) return null;
  try {
    return settingValue(setting, String(value ?? '')) === (value ?? '') ? null : 'spelt as it is kept';
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error);
  }
}

/** The value as it is kept; throws `invalid_value`. */
export function settingValue(setting: Setting, sent: string): string {
  const { kind } = setting;
  switch (kind.datatype) {
    case 'combo':
      if (kind.values.includes(sent)) return sent;
      throw unsuitable(setting, sent, `one of ${kind.values.join(', ')}`);
    case 'number':
      return numberValue(setting, kind, sent);
    case 'boolean':
      if (/^(1|true)$/i.test(sent)) return '1';
      if (/^(0|false)$/i.test(sent)) return '0';
      throw unsuitable(setting, sent, '1 or 0');
    case 'string':
      return stringValue(setting, kind.holds, sent);
    default:
      return unreachable(kind);
  }
}

type NumberKind = Extract<Setting['kind'], { datatype: 'number' }>;

function numberValue(setting: Setting, { min, max, digits = 0 }: NumberKind, sent: string): string {
  const fraction = sent.split('.')[1] ?? '';
  const isNumber = /^-?\d{1,9}(\.\d+)?$/.test(sent) && fraction.length <= digits;
  if (isNumber && Number(sent) >= min && Number(sent) <= max) return String(Number(sent));
  const kind = digits === 0 ? 'a whole number' : `a number with at most ${digits} digits after the point`;
  throw unsuitable(setting, sent, `${kind} from ${min} to ${max}`);
}

function stringValue(setting: Setting, holds: TextKind, sent: string): string {
  if (holds === 'text') return sent;
  if (holds === 'zone') {
    if (isTimeZone(sent)) return canonicalZone('setting_value', sent);
    throw unsuitable(setting, sent, 'an IANA time zone name such as Europe/Vienna');
  }
  if (holds === 'date') return dateValue(setting, sent);
  if (holds === 'monthDay') return monthDay(setting, sent);
  if (holds === 'breakModel') return breakModel(setting, sent);
  const code = sent.toUpperCase();
  if (countryRows.some((country) => country.iso_3166 === code)) return code;
  throw unsuitable(setting, sent, 'a two-letter country code of ISO 3166-1 such as AT');
}

type TextKind = Extract<Setting['kind'], { datatype: 'string' }>['holds'];

function dateValue(setting: Setting, sent: string): string {
  if (sent === '') return sent;
  try {
    return parseDate(sent);
  } catch {
    throw unsuitable(setting, sent, 'a date as YYYY-MM-DD, or empty');
  }
}

/** 29 February is one: in other years it is the 28th. */
function monthDay(setting: Setting, sent: string): string {
  if (sent === '') return sent;
  try {
    return parseDate(`2000-${sent}`).slice('2000-'.length);
  } catch {
    throw unsuitable(setting, sent, 'a day of the year as MM-DD, such as 03-31, or empty');
  }
}

/** Whether an id is one of the account only its rows say. */
function breakModel(setting: Setting, sent: string): string {
  const id = modelId(sent);
  if (id !== null) return modelText(id);
  throw unsuitable(
    setting,
    sent,
    `one of ${modelNames.join(', ')}, or the id of one of automaticBreakTemplates`,
  );
}

function unsuitable(setting: Setting, sent: string, expected: string): ApiError {
  const message = `setting_value of ${setting.type} is ${JSON.stringify(sent)}; it must be ${expected}.`;
  return new ApiError('invalid_value', message, { field: 'setting_value' });
}
