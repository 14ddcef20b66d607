// What is asked beside all screens, from the first drawing on.
import { followInboxRights } from './absence-rights.ts';
import { followHomeTime } from './home-time.ts';

/** Begins with all of it. */
export function followAll(): void {
  followHomeTime();
  followInboxRights();
}
