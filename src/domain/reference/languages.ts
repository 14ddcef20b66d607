// The languages that a new account offers.
import type { Row } from '#resource/rule.ts';

/** The rows of `languages` in a new account. */
export const languageRows: readonly Row[] = [
  { id: 1, name: 'English', iso_639_1: 'en', code: 'en', language: 'English', active: 1 },
  { id: 2, name: 'German', iso_639_1: 'de', code: 'de', language: 'German', active: 1 },
];
