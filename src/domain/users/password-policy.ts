// What a password must be (NIST SP 800-63B §3.1.1): long enough, none that everybody tries first. It must not know rows.
import { foldText } from '#values/folded-text.ts';
import { normalizedText } from '#values/normalized-text.ts';
import { isCommonPassword } from './leaked-passwords.ts';

/** The kinds of characters that an account may ask for. */
export const characterClasses = ['lowercase', 'uppercase', 'digit', 'symbol'] as const;
/** One of {@link characterClasses}. */
export type CharacterClass = (typeof characterClasses)[number];

/** No account takes shorter ones. */
export const shortestPassword = 8;

/** An account's rules. */
export interface PasswordPolicy {
  /** In characters. */
  readonly minimumLength: number;
  readonly classes: readonly CharacterClass[];
}

/** Words about the person that their password must not hold: the texts of these columns. */
const personalColumns = ['username', 'firstname', 'lastname', 'email_address'] as const;
/** A person as far as their password is concerned. */
export type Person = Readonly<Partial<Record<(typeof personalColumns)[number], string | null>>>;

/** One thing that is wrong with a password. */
export interface PasswordFault {
  /** For programs. */
  readonly rule:
    | 'too_short'
    | `needs_${CharacterClass}`
    | 'holds_personal_data'
    | 'too_common'
    | 'repetitive'
    | 'unchanged';
  /** For people: what would be right, as the end of "it must …". */
  readonly hint: string;
  /** Which number or column the rule is about. */
  readonly detail?: number | string;
}

const classNames: Readonly<Record<CharacterClass, { readonly holds: RegExp; readonly hint: string }>> = {
  lowercase: { holds: /\p{Ll}/u, hint: 'hold a small letter' },
  uppercase: { holds: /\p{Lu}/u, hint: 'hold a capital letter' },
  digit: { holds: /\p{Nd}/u, hint: 'hold a digit' },
  symbol: { holds: /[^\p{L}\p{N}]/u, hint: 'hold a character that is neither letter nor digit' },
};

/** Shorter names occur inside ordinary words. */
const shortestName = 4;
const fewestCharacters = 4;

/** Everything that is wrong with a password of this person; nothing when it may be used. */
export function passwordFaults(
  password: string,
  person: Person,
  policy: PasswordPolicy,
): readonly PasswordFault[] {
  const text = normalizedText(password, 'NFC');
  return [
    ...lengthFault(text, policy.minimumLength),
    ...policy.classes
      .filter((name) => !classNames[name].holds.test(text))
      .map((name): PasswordFault => ({ rule: `needs_${name}`, hint: classNames[name].hint })),
    ...personalFault(foldText(text), person),
    ...(isCommonPassword(text)
      ? [{ rule: 'too_common', hint: 'not be one of the most common passwords' } as const]
      : []),
    ...(new Set(text).size < fewestCharacters
      ? [{ rule: 'repetitive', hint: `hold at least ${fewestCharacters} different characters` } as const]
      : []),
  ];
}

function lengthFault(text: string, minimum: number): readonly PasswordFault[] {
  if ([...text].length >= minimum) return [];
  return [{ rule: 'too_short', hint: `have at least ${minimum} characters`, detail: minimum }];
}

function personalFault(folded: string, person: Person): readonly PasswordFault[] {
  const column = personalColumns.find((name) =>
    wordsOf(foldText(person[name] ?? '')).some((word) => folded.includes(word)),
  );
  if (column === undefined) return [];
  const hint = `not hold the ${column === 'email_address' ? 'mail address' : column}`;
  return [{ rule: 'holds_personal_data', hint, detail: column }];
}

/** A mail address counts without its domain too; a domain alone says little about the person. */
function wordsOf(text: string): readonly string[] {
  const [local = ''] = text.split('@');
  return [text.trim(), local.trim()].filter((word) => [...word].length >= shortestName);
}

/** All faults in one sentence part: `it must have at least 8 characters and not hold the username`. */
export function faultSentence(faults: readonly PasswordFault[]): string {
  const hints = faults.map(({ hint }) => hint);
  const last = hints.pop() ?? '';
  return `it must ${hints.length === 0 ? last : `${hints.join(', ')} and ${last}`}`;
}
