// How a language finds its sentence for a refusal of the server.

/** A refusal, as far as its sentence depends on it. */
export interface Refused {
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A name of a field as programs know it: no person is to read one. */
const fieldName = /[a-z]_[a-z]/;

/** Whether the server's words name a field as programs do. */
export function namesField(text: string): boolean {
  return fieldName.test(text);
}

/** What the server's sentence says a value must be; `null`: it does not say. */
export function expectedIn(message: string): string | null {
  return / must be (.+)\.$/s.exec(message)?.[1] ?? null;
}

/** The first day that the server's sentence allows; `null`: it names none. */
export function earliestDay(message: string): string | null {
  return /it must (?:not be|be a date not) before [\w ]+, (\S+)\.$/.exec(message)?.[1] ?? null;
}

/** What the server's sentence says of its field, as a name by which languages find theirs; `null`: nothing that they know. */
export function reasonIn(message: string): string | null {
  return reasons.find(([words]) => words.test(message))?.[1] ?? null;
}

const reasons: readonly (readonly [words: RegExp, name: string])[] = [
  [/core time needs/, 'coreTime'],
  [/although workday is 0/, 'dayOff'],
  [/with mode_id/, 'transponder'],
  [/when receiver_type is ALL/, 'toAll'],
  [/a task must lie below a project/, 'task'],
  [/it must be after start,/, 'endOfSlot'],
  [/is in the past/, 'past'],
  [/the scope takes no such value/, 'scope'],
  [/no row of automaticBreakTemplates/, 'breakModel'],
  [/it must be udf_/, 'column'],
];

/** What a refused password lacks, in a language's words by rule, with `#` for a number; `null`: it lacks a thing without words. */
export function passwordFaults(
  { data }: Refused,
  words: Readonly<Record<string, string>>,
): readonly string[] | null {
  const found = (data['faults'] ?? []) as readonly { readonly rule: string; readonly detail?: unknown }[];
  const texts = found.map(({ rule, detail }) => words[rule]?.replace('#', String(detail)));
  return texts.length === 0 || texts.includes(undefined) ? null : (texts as readonly string[]);
}

/**
 * What several refusals of one code and field are told apart by: words of the server's sentence, and the name that the
 * sentence of the console has for it.
 */
export const cases: readonly (readonly [of: string, words: RegExp, name: string])[] = [
  ['not_allowed id', /not delete your/, 'delete'],
  ['not_allowed id', /not split your/, 'split'],
  ['rule_broken active', /last active administrator/, 'administrator'],
  ['rule_broken date', /runs on this day/, 'running'],
  ['rule_broken date', /when it has come/, 'early'],
  ['rule_broken date', /holiday account/, 'holiday'],
  ['rule_broken entry_date', /begin before it/, 'booked'],
  ['rule_broken exit_date', /last active administrator/, 'administrator'],
  ['rule_broken exit_date', /reach beyond it/, 'booked'],
  ['rule_broken geo_start_lat', /is missing/, 'missing'],
  ['rule_broken id', /last active administrator/, 'administrator'],
  ['rule_broken id', /account's default/, 'default'],
  ['rule_broken id', /must be PENDING/, 'decided'],
  ['rule_broken id', /is being asked for/, 'decided'],
  ['rule_broken id', /is archived/, 'archived'],
  ['rule_broken id', /can log in as them|would get no mail/, 'login'],
  ['rule_broken id', /that every account has/, 'standing'],
  ['rule_broken start_time', /that starts before/, 'early'],
  ['rule_broken time', /after the present/, 'future'],
];

/** Sentences by code, by code and field, or by these and the name of a case. `null`: the server's own stands, which is English. */
export type Sentences<Key extends string = string> = Readonly<
  Record<Key, string | ((refused: Refused) => string | null)>
>;

/** The sentence that says most: of the case, the field, or the code; `null`: there is none. */
export function sentenceOf(sentences: Sentences, refused: Refused): string | null {
  const { code, field, message } = refused;
  const place = `${code} ${field ?? ''}`;
  const found = cases.find(([of, words]) => of === place && words.test(message));
  const keys = [...(found === undefined ? [] : [`${place} ${found[2]}`]), place, code];
  for (const key of keys) {
    const sentence = sentences[key];
    const text = typeof sentence === 'function' ? sentence(refused) : sentence;
    if (text !== undefined && text !== null) return text;
  }
  return null;
}
