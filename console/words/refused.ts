// How a language finds its sentence for a refusal of the server.

/** A refusal, as far as its sentence depends on it. */
export interface Refused {
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a refused password lacks, in a language's words by rule, with `#` for a number; `null`: it lacks a thing without words. */
export function passwordFaults(
  { data }: Refused,
  words: Readonly<Record<string, string>>,
): readonly string[] | null {
  const found = (data['faults'] ?? []) as readonly { readonly rule: string; readonly detail?: unknown }[];
  const texts = found.map(({ rule, detail }) => words[rule]?.replace('#', String(detail)));
  return texts.length === 0 || texts.includes(undefined) ? null : (texts as readonly string[]);
}

/** Sentences by code, or by code and field. `null`: the server's own stands, which is English. */
export type Sentences<Key extends string = string> = Readonly<
  Record<Key, string | ((refused: Refused) => string | null)>
>;

/** The sentence; `null`: there is none. */
export function sentenceOf(sentences: Sentences, refused: Refused): string | null {
  const sentence = sentences[`${refused.code} ${refused.field ?? ''}`] ?? sentences[refused.code];
  return typeof sentence === 'function' ? sentence(refused) : (sentence ?? null);
}
