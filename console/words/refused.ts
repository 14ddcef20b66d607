// How a language finds its sentence for a refusal of the server.

/** A refusal, as far as its sentence depends on it. */
export interface Refused {
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
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
