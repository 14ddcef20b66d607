// Numbers as people type and read them in a language.

/** A language whose numbers are known. */
export type NumberLanguage = 'en' | 'de';

const plain = /^[+-]?(?=[.,]?\d)\d*[.,]?\d*$/;
const grouped = {
  en: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
  de: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/,
} as const;

/**
 * The number of a text; `null`: it is none. What may be thousands follows the language: `3.500` is 3500 in German and 3.5
 * in English. Any other single point or comma stands before decimals: `1234.5`, `0.500` and `3,5` are the same in both.
 */
export function numberIn(text: string, language: NumberLanguage): number | null {
  const typed = text.trim().replace('−', '-');
  const isGrouped = grouped[language].test(typed);
  if (!isGrouped && !plain.test(typed)) return null;
  const digits = isGrouped ? typed.replaceAll(language === 'de' ? '.' : ',', '') : typed;
  return Number(digits.replace(',', '.'));
}

/** A number with the decimal mark of the language, as it stands in a field: without thousands. */
export function numberText(value: unknown, language: NumberLanguage): string {
  // The seven digits of a coordinate; JavaScript would write `1e-7`.
  const text = typeof value === 'number' && /e-/.test(`${value}`) ? value.toFixed(7) : String(value ?? '');
  return language === 'de' ? text.replace('.', ',') : text;
}
