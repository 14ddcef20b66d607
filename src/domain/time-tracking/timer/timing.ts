// One call of the timer: what was asked, about whom, and by which tag.
import type { ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';

/** A call whose person and tag are known. */
export interface Timing {
  readonly call: Call;
  readonly view: ActionView;
  readonly userId: number;
  /** The NFC tag that was held against the reader, if any. */
  readonly tag: Row | null;
}

/** The zone in which the person's clocks stand when nobody says another. */
export async function zoneOf(userId: number, view: View): Promise<string> {
  const zone = (await view.get('users', userId))?.['timezone'];
  return typeof zone === 'string' ? zone : view.setting('default_user_timezone');
}
