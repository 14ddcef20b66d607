// What `account create` is told about work in the company: by options, or by questions where it runs in a terminal.
import { askLine } from './ask-line.ts';
import type { CommandContext, CommandOption } from './command.ts';

/** The options. */
export const workOptions: readonly CommandOption[] = [
  { flag: 'country', value: 'CODE', doc: 'Country, two letters such as AT (default AT).' },
  {
    flag: 'timezone',
    value: 'ZONE',
    doc: 'Time zone of its people, an IANA name (default Europe/Vienna).',
  },
  { flag: 'language', value: 'CODE', doc: 'Language of its people: en or de (default en).' },
  { flag: 'weekly-hours', value: 'HOURS', doc: 'Hours of full time in a week of five days (default 40).' },
  {
    flag: 'breaks',
    value: 'MODEL',
    doc: 'Model of breaks: german, austrian, swiss, none, or off, which only shows missing ones (default off).',
  },
  {
    flag: 'admin-account-from',
    value: 'DATE',
    doc: "First day of the administrator's working time account; without it they have none.",
  },
];

/** What was told, as text. */
export interface WorkAnswers {
  readonly country: string;
  readonly timezone: string;
  readonly language: string;
  readonly weeklyHours: string;
  readonly breaks: string;
}

type Ask = (question: string, suggestion: string) => Promise<string>;

const usual: WorkAnswers = {
  country: 'AT',
  timezone: 'Europe/Vienna',
  language: 'en',
  weeklyHours: '40',
  breaks: 'off',
};

/** What a terminal suggests for a country; for any other one, what holds without a terminal. */
const suggested: Readonly<Record<string, Omit<WorkAnswers, 'country'>>> = {
  AT: { timezone: 'Europe/Vienna', language: 'de', weeklyHours: '38.5', breaks: 'austrian' },
  CH: { timezone: 'Europe/Zurich', language: 'de', weeklyHours: '42', breaks: 'swiss' },
  DE: { timezone: 'Europe/Berlin', language: 'de', weeklyHours: '40', breaks: 'german' },
};

/** The values of the options; what is missing is asked for in a terminal, and is as usual otherwise. */
export async function workAnswers(
  options: CommandContext['options'],
  ask: Ask | null = process.stdin.isTTY ? askLine : null,
): Promise<WorkAnswers> {
  const value = async (flag: string, question: string, suggestion: string): Promise<string> => {
    const given = options[flag];
    if (given !== undefined) return String(given);
    return ask === null ? suggestion : ask(question, suggestion);
  };
  const country = (await value('country', 'Country, two letters', usual.country)).toUpperCase();
  const rest = ask === null ? usual : (suggested[country] ?? usual);
  return {
    country,
    timezone: await value('timezone', 'Time zone', rest.timezone),
    language: await value('language', 'Language, en or de', rest.language),
    weeklyHours: await value('weekly-hours', 'Weekly hours of full time', rest.weeklyHours),
    breaks: await value('breaks', 'Model of breaks: german, austrian, swiss, none or off', rest.breaks),
  };
}
