// What a refusal says to a person.
import type { Refusal } from './store/http.ts';
import { words } from './words/words.ts';

/** The sentence for a refusal: the server's own, or that it could not be reached. */
export function refusalText(refusal: Refusal): string {
  const { status } = words.value;
  if (refusal.kind === 'offline') return status.offline;
  if (refusal.kind === 'busy') return status.busy;
  if (refusal.kind === 'ended') return status.ended;
  return refusal.message === '' ? refusal.code : refusal.message;
}
