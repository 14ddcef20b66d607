// What clients show of a person's accounts: this holiday year and the next, with the texts beside the numbers, absences
// that are limited, and overtime.
import type { Question, ShownRow } from '#resource/answered-member.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { readHolidayAccount, withoutAccount } from '../holidays/read-holiday-account.ts';
import { yearBalance, type YearBalance } from '../holidays/year-balance.ts';
import { todayOf } from '../days/employment.ts';
import { limitedAbsences } from './limited-absences.ts';
import { knownRow } from '../known-row.ts';
import { sentNumber, textIn } from '../sent-values.ts';
import { overtimeOf } from './overtime.ts';

/** Labels, until the account has texts of its own under these keys in the person's language. */
const labels = {
  CLAM_HOLIDAY: 'Holiday entitlement',
  HOLIDAY_OVERTIME_CLAIM: 'Overtime',
  HOLIDAY_OVERTIME_ALLOWANCE: 'Overtime allowance',
  HOLIDAY_OVERTIME_HEADER: 'Holiday and overtime',
} as const;

/** The one row about the person asked for. */
export function summarize({ asked, now }: Question, view: ReadView): readonly ShownRow[] {
  const userId = sentNumber(asked, 'user_id');
  const user = knownRow(view, 'users', userId);
  const today = todayOf(user, now);
  const date = textIn(asked, 'start_date') ?? today;
  const translations = labelsFor(user, view);
  const overtime = overtimeOf(view, { user, date });
  return [
    {
      user: { id: userId },
      translations,
      ...holidayYearsOf(user, { date, today }, view),
      ...limitedAbsences(view, { userId, date, today }),
      overtime:
        overtime === null ? null : { overtime_header: translations.HOLIDAY_OVERTIME_HEADER, ...overtime },
    },
  ];
}

function holidayYearsOf(
  user: Row<'users'>,
  { date, today }: { readonly date: string; readonly today: string },
  view: ReadView,
): ShownRow {
  const account = readHolidayAccount(view, user) ?? withoutAccount(user);
  const current = yearBalance(account, { date, today });
  const nextDay = dateAfter(current.period.to, 1);
  const next = yearBalance(account, { date: nextDay, today });
  return {
    current_period: {
      ...shown(current),
      period_tooltip: `${days(current.entitled)} days from ${current.period.from} to ${current.period.to}.`,
      next_period_tooltip: `${days(next.entitled)} days from ${next.period.from} to ${next.period.to}.`,
    },
    next_period: { show_period: isEmployedIn(user, next) ? 1 : 0, ...shown(next) },
  };
}

function shown({ period, ...balance }: YearBalance): ShownRow {
  return {
    header_from_to_text: `${period.from} – ${period.to}`,
    expiration_tooltip: expirationOf(balance),
    claim_from_last_period: days(balance.carried),
    expired_from_last_period: days(balance.expired),
    claim_period: days(balance.entitled),
    consumption_period: days(balance.taken),
    claim_holiday: days(balance.left),
    holiday_requested: days(balance.requested),
    holiday_granted: days(balance.granted),
    holiday_available: days(balance.available),
    period_from: period.from,
    period_to: period.to,
  };
}

function expirationOf({
  expiry,
  expired,
  leftOverUntil,
}: Pick<YearBalance, 'expiry' | 'expired' | 'leftOverUntil'>): string {
  if (expiry !== null)
    return `${days(expiry.days)} days carried over expire after ${expiry.date} unless taken.`;
  if (expired > 0) return `${days(expired)} days carried over have expired.`;
  if (leftOverUntil !== null) return `Days left over expire after ${leftOverUntil} unless taken.`;
  return 'Days left over do not expire.';
}

function isEmployedIn(user: Row<'users'>, { period }: YearBalance): boolean {
  return user.exit_date === null || user.exit_date >= period.from;
}

function labelsFor(user: Row<'users'>, view: ReadView): Record<keyof typeof labels, string> {
  const language = user.language_id;
  if (language === null) return labels;
  const own = view.find('translations', [
    { column: 'translation_key', is: 'in', value: Object.keys(labels) },
    { column: 'language_id', is: '=', value: language },
  ]);
  const texts = own.map((row) => [row.translation_key, row.value] as const);
  return { ...labels, ...Object.fromEntries(texts) };
}

function days(hundredths: number): number {
  return decimalToNumber(hundredths, 2);
}
