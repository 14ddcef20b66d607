// By which words others may have written of a person who is anonymised: names, contacts and postal addresses, as they are and
// as they were. Pure. Only what points to this one person is a phrase; a family name alone may be a word.
import type { Row } from '#resource/rule.ts';
import { namesAfter } from '#domain/personal-data/clear-person.ts';
import { mask } from './mask-logs.ts';

/** What is looked for. */
export interface PersonalWords {
  /** Each is replaced wherever it stands. */
  readonly phrases: readonly string[];
  /** The family names, where no other person has them: rows with one of them are only named. */
  readonly hints: readonly string[];
}

const contacts = [
  'email_address',
  'unconfirmed_email_address',
  'phone',
  'phone_1',
  'phone_2',
  'skype',
  'social_security_number',
  'identity_card_number',
];
const addresses = ['address_1', 'address_2'];
const spoken: readonly string[] = ['firstname', 'lastname', ...contacts, ...addresses];
const shortestContact = 6;
const shortestHint = 3;

/** The words that point to a person and to none of the others; `history` holds the person's rows of `userHistory`. */
export function wordsOf(
  person: Row,
  { history, others }: { readonly history: readonly Row[]; readonly others: readonly Row[] },
): PersonalWords {
  const known = others
    .map((other) => ['fullname', ...contacts, ...addresses].map((name) => textOf(other, name)).join('\n'))
    .join('\n');
  const isTheirs = (text: string): boolean => !patternOf([text]).test(known);
  const selves = selvesOf(person, history);
  const phrases = selves.flatMap((self) => [...namesOf(self), ...contactsOf(self), ...addressesOf(self)]);
  const hints = selves.map((self) => textOf(self, 'lastname')).filter((last) => last.length >= shortestHint);
  return { phrases: distinct(phrases).filter(isTheirs), hints: distinct(hints).filter(isTheirs) };
}

/** The person as they are and as they were before each change; none of an anonymised one. */
function selvesOf(person: Row, history: readonly Row[]): readonly Row[] {
  const isAnonymous = person['username'] === namesAfter(person['id'] as number)['username'];
  const self = isAnonymous ? {} : Object.fromEntries(spoken.map((name) => [name, person[name] ?? null]));
  const changes = history
    .filter(({ change_type: field }) => spoken.includes(field as string))
    .toSorted((one, other) => (other['id'] as number) - (one['id'] as number));
  const before = changes.map(({ change_type: field, old_value: value }): Row => {
    self[field as string] = value === mask ? null : (value ?? null);
    return { ...self };
  });
  return isAnonymous ? before : [person, ...before];
}

function namesOf(self: Row): readonly string[] {
  const [first, last] = [textOf(self, 'firstname'), textOf(self, 'lastname')];
  return first === '' || last === '' ? [] : [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`];
}

function contactsOf(self: Row): readonly string[] {
  return contacts.map((name) => textOf(self, name)).filter((text) => text.length >= shortestContact);
}

/** A street with its number; a town, with its postcode or without, is of many people. */
function addressesOf(self: Row): readonly string[] {
  return addresses
    .map((name) => textOf(self, name))
    .filter(
      (text) =>
        text.length >= shortestContact &&
        /\p{L}{3}/u.test(text) &&
        /\p{N}/u.test(text) &&
        !/^(?:\p{L}{1,2}-)?\d{4,5}\s[^\d]*$/u.test(text),
    );
}

/** Whole words in any letter case: "Berg" is not in "Berger". */
export function patternOf(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.toSorted((one, other) => other.length - one.length);
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map((text) => RegExp.escape(text)).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function textOf(row: Row, name: string): string {
  return ((row[name] as string | null | undefined) ?? '').trim();
}
