// The mail of a notice: who did what, about which days, with which comment, and a link to the screen where it is decided. Its
// data are plain facts; words, dates and numbers are in the language of who gets it.
import { germanAbsenceNames } from '#values/absence-names.ts';
import { greeting, type MailFacts, type MailKind, type MailLanguage, type MailWords } from './mail-kind.ts';
import { company, labelOf, noticeWords, type FactName } from './notice-words.ts';

/** The kind of all notices; `data.notice` names what happened. */
export const noticeMail: MailKind = {
  link: { purpose: 'screen' },
  words: { en: (facts) => wordsOf(facts, 'en'), de: (facts) => wordsOf(facts, 'de') },
};

type Data = MailFacts['data'];

function wordsOf({ firstname, data }: MailFacts, language: MailLanguage): MailWords {
  const words = noticeWords(data['notice'] ?? '', language);
  if (words === undefined) throw new Error(`no words for the notice ${data['notice']}`);
  const sentence = words.sentence.replace('{sender}', () => data['sender'] || company[language]);
  const about = [data['person'], datesOf(data, language)].filter((part) => part !== undefined && part !== '');
  return {
    subject: about.length === 0 ? words.subject : `${words.subject}: ${about.join(', ')}`,
    before: [greeting[language](firstname), sentence],
    facts: factsOf(data, language),
    link: words.link,
    after: [words.footer],
  };
}

function factsOf(data: Data, language: MailLanguage): readonly (readonly [string, string])[] {
  const values: Readonly<Record<FactName, string>> = {
    person: data['person'] ?? '',
    kind: kindOf(data['kind'] ?? '', language),
    dates: datesOf(data, language),
    amount: amountOf(data, language),
    start: timesOf(data['start'], undefined, language),
    from: timesOf(data['old_start'], data['old_end'], language),
    to: timesOf(data['new_start'], data['new_end'], language),
    task: data['task'] ?? '',
    missing: hoursOf(data['missing'], language),
    days: (data['days'] ?? '')
      .split(',')
      .filter(Boolean)
      .map((day) => dateIn(day, language))
      .join(', '),
    comment: data['comment'] ?? '',
    decision: data['decision'] ?? '',
    message: data['message'] ?? '',
    waiting: '',
  };
  const facts = (Object.keys(values) as FactName[])
    .filter((name) => values[name] !== '')
    .map((name) => [labelOf(name, language), values[name]] as const);
  return [...facts, ...waitingOf(data, language)];
}

/** What waits for a decision: each request is a line, the last one says how many more there are. */
function waitingOf(data: Data, language: MailLanguage): readonly (readonly [string, string])[] {
  const numbers = Array.from({ length: Number(data['listed'] ?? 0) }, (_, index) => index);
  const lines = numbers.map((index) => {
    const one = (name: string): string => data[`${name}_${index}`] ?? '';
    const when =
      one('first') === ''
        ? timesOf(one('new_start'), one('new_end'), language)
        : range(one('first'), one('last'), language);
    return [one('person'), [kindOf(one('kind'), language), when].filter(Boolean).join(', ')] as const;
  });
  const more = Number(data['unlisted'] ?? 0);
  return more === 0 ? lines : [...lines, [labelOf('waiting', language), `+ ${more}`]];
}

function kindOf(name: string, language: MailLanguage): string {
  return language === 'de' ? (germanAbsenceNames[name] ?? name) : name;
}

function datesOf(data: Data, language: MailLanguage): string {
  const { first = '', last = '' } = data;
  return first === '' ? '' : range(first, last, language);
}

function range(first: string, last: string, language: MailLanguage): string {
  return first === last ? dateIn(first, language) : `${dateIn(first, language)} – ${dateIn(last, language)}`;
}

const formats = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  de: new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }),
};

function dateIn(date: string, language: MailLanguage): string {
  const parsed = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(parsed) ? date : formats[language].format(parsed);
}

function timesOf(start: string | undefined, end: string | undefined, language: MailLanguage): string {
  if (start === undefined || start === '') return '';
  const [day, from] = [start.slice(0, 10), start.slice(11, 16)];
  const [lastDay = '', to = ''] =
    end === undefined || end === '' ? [] : [end.slice(0, 10), end.slice(11, 16)];
  if (lastDay === '') return `${dateIn(day, language)}, ${from}`;
  const until = lastDay === day ? to : `${dateIn(lastDay, language)} ${to}`;
  return `${dateIn(day, language)}, ${from}–${until}`;
}

const units = {
  en: { d: ['day', 'days'], hs: ['hour', 'hours'] },
  de: { d: ['Tag', 'Tage'], hs: ['Stunde', 'Stunden'] },
};

function amountOf(data: Data, language: MailLanguage): string {
  const { amount = '', unit = 'd' } = data;
  if (amount === '') return '';
  const [one, many] = units[language][unit === 'hs' ? 'hs' : 'd'] as [string, string];
  const number = new Intl.NumberFormat(language).format(Number(amount));
  return `${number} ${Number(amount) === 1 ? one : many}`;
}

const minute = 60;

/** Seconds as `h:mm`. */
function hoursOf(seconds: string | undefined, language: MailLanguage): string {
  if (seconds === undefined || seconds === '') return '';
  const minutes = Math.round(Number(seconds) / minute);
  const clock = `${Math.floor(minutes / minute)}:${String(minutes % minute).padStart(2, '0')}`;
  return language === 'de' ? `${clock} Stunden` : `${clock} hours`;
}
