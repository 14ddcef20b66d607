// What a refusal says to a person.
import type { Refusal } from './store/http.ts';
import { refusalSentence, words } from './words/words.ts';

/** The sentence for a refusal: in the language that is spoken where it has one, else the server's own. */
export function refusalText(refusal: Refusal): string {
  const { status } = words.value;
  if (refusal.kind === 'offline') return status.offline;
  if (refusal.kind === 'busy') return status.busy;
  if (refusal.kind === 'ended') return status.ended;
  return refusalSentence(refusal) ?? (refusal.message === '' ? refusal.code : refusal.message);
}
