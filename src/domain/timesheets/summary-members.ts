// What a summary of a person's accounts holds, for its page and the OpenAPI document. Pure data.
import type { AnsweredMember } from '#resource/answered-member.ts';

type Members = Readonly<Record<string, AnsweredMember>>;

const member =
  (type: AnsweredMember['type']) =>
  (doc: string): AnsweredMember => ({ type, doc });
const [object, list] = [member('Object'), member('List')];
const [text, number, whole, date, flag] = [
  member('String'),
  member('Decimal'),
  member('Integer'),
  member('Date'),
  member('Boolean'),
];

const period: Members = {
  header_from_to_text: text('First and last day of the holiday year.'),
  expiration_tooltip: text('A sentence that says what expires and when.'),
  claim_from_last_period: number('Days carried over from the year before.'),
  expired_from_last_period: number('Days of these that have expired.'),
  claim_period: number('Days that the person is entitled to in the year.'),
  consumption_period: number('Days taken up to the day.'),
  claim_holiday: number('Days left: entitled and carried over, less taken and expired.'),
  holiday_requested: number('Days that are asked for and not decided.'),
  holiday_granted: number('Days that are granted and still to come.'),
  holiday_available: number('Days that can be asked for.'),
  period_from: date('First day of the year.'),
  period_to: date('Last day of the year.'),
};

const currentPeriod: Members = {
  ...period,
  period_tooltip: text('A sentence that says how many days the year has.'),
  next_period_tooltip: text('The same of the next year.'),
};

const limited: Members = {
  type_id: whole('Type of absence.'),
  subtype_id: whole('Its subtype.'),
  name: text('Name of the type.'),
  period_from: date('First day of the cycle.'),
  period_to: date('Last day of the cycle.'),
  limit: number('Most days in the cycle.'),
  taken: number('Days granted up to today.'),
  granted: number('Days granted and still to come.'),
  requested: number('Days that are asked for and not decided.'),
  available: number('Days that can be asked for.'),
};

const withLimits: Members = {
  id: whole('Id of the row of absenceTypes.'),
  absence_type_id: whole('Type of absence.'),
  absence_subtype_id: whole('Its subtype.'),
  cycle_max_days: number('Most days in the cycle.'),
  requested: number('Days that are asked for and not decided.'),
  granted: number('Days that are granted, past and to come.'),
  available: number('Days that can be asked for.'),
  header_from_to_text: text('First and last day of the cycle.'),
};

const overtime: Members = {
  overtime_header: text('Heading that clients show.'),
  overtime_saldo: number('Hours of the balance.'),
  overtime_requested: number('Hours of time off that are asked for and not decided.'),
  overtime_granted: number('Hours of time off that are granted and still to come.'),
  overtime_available: number(
    'Hours that can be asked for: the balance without time off and without payouts that are still to come.',
  ),
  overtime_hours: text('The balance as hours and minutes, such as -1:30.'),
  balance_until: date('Day at whose end the balance stands: today where a later one is asked for.'),
};

/** All members, by path. */
export const summaryMembers: Members = {
  user: object('The person.'),
  'user.id': whole('Id of the person.'),
  translations: object('Headings in the language of the person.'),
  'translations.CLAM_HOLIDAY': text('Heading of the holiday account.'),
  'translations.HOLIDAY_OVERTIME_CLAIM': text('Heading of the overtime.'),
  'translations.HOLIDAY_OVERTIME_ALLOWANCE': text('Heading of the overtime that is paid by salary.'),
  'translations.HOLIDAY_OVERTIME_HEADER': text('Heading of both.'),
  current_period: object('The holiday year of the day.'),
  ...under('current_period', currentPeriod),
  next_period: object('The holiday year after it.'),
  'next_period.show_period': flag('Whether the person is still employed then.'),
  ...under('next_period', period),
  limited_absences: list('Types of absence with a limit, in the cycle of the day.'),
  ...under('limited_absences[]', limited),
  other_absences_with_limits: list('The same under the names of other clients.'),
  ...under('other_absences_with_limits[]', withLimits),
  overtime: object('The working time account; empty without one.'),
  ...under('overtime', overtime),
};

function under(path: string, members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, of]) => [`${path}.${name}`, of]));
}
