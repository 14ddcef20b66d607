// What clients show of a person's holiday account: this holiday year and the next, with the texts beside the numbers.
import type { Question, ShownRow } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { todayOf } from './employment.ts';
import { holidayBalance, holidayEntries, type HolidayBalance } from './holiday-balance.ts';

/** Labels, until the account has texts of its own under these keys in the person's language. */
const labels = {
  CLAM_HOLIDAY: 'Holiday entitlement',
  HOLIDAY_OVERTIME_CLAIM: 'Overtime',
  HOLIDAY_OVERTIME_ALLOWANCE: 'Overtime allowance',
  HOLIDAY_OVERTIME_HEADER: 'Holiday and overtime',
} as const;

/** The one row about the person asked for. */
export async function summarize({ asked, now }: Question, view: ReadView): Promise<readonly ShownRow[]> {
  const userId = asked['user_id'] as number;
  const user = (await view.get('users', userId)) as Row;
  const today = todayOf(user, now);
  const entries = await holidayEntries(view, userId);
  const current = holidayBalance(user, entries, { date: (asked['start_date'] ?? today) as string, today });
  const after = holidayBalance(user, entries, { date: dateAfter(current.period.to, 1), today });
  const next = carrying(after, current.available);
  return [
    {
      user: { id: userId },
      translations: await labelsFor(user, view),
      current_period: {
        ...shown(current),
        period_tooltip: `${days(current.entitled)} days from ${current.period.from} to ${current.period.to}.`,
        next_period_tooltip: `${days(next.entitled)} days from ${next.period.from} to ${next.period.to}.`,
        period_to: current.period.to,
      },
      next_period: { show_period: isEmployedIn(user, next) ? 1 : 0, ...shown(next) },
    },
  ];
}

/** What is available today and not asked for goes into the next year. */
function carrying(next: HolidayBalance, carried: number): HolidayBalance {
  const more = carried - next.carried;
  return { ...next, carried, left: next.left + more, available: next.available + more };
}

function shown({ period, ...balance }: HolidayBalance): ShownRow {
  return {
    header_from_to_text: `${period.from} – ${period.to}`,
    expiration_tooltip: 'Days left over do not expire.',
    claim_from_last_period: days(balance.carried),
    claim_period: days(balance.entitled),
    consumption_period: days(balance.taken),
    claim_holiday: days(balance.left),
    holiday_requested: days(balance.requested),
    holiday_granted: days(balance.granted),
    holiday_available: days(balance.available),
    period_from: period.from,
  };
}

function isEmployedIn(user: Row, { period }: HolidayBalance): boolean {
  const exit = user['exit_date'];
  return typeof exit !== 'string' || exit >= period.from;
}

async function labelsFor(user: Row, view: ReadView): Promise<ShownRow> {
  const language = user['language_id'];
  if (language == null) return labels;
  const own = await view.find('translations', [
    { column: 'translation_key', is: 'in', value: Object.keys(labels) },
    { column: 'language_id', is: '=', value: language },
  ]);
  const texts = own.map((row) => [row['translation_key'] as string, row['value'] as string] as const);
  return { ...labels, ...Object.fromEntries(texts) };
}

function days(hundredths: number): number {
  return decimalToNumber(hundredths, 2);
}
