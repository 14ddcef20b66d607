// One call of the timer: what was asked, about whom, and by which tag.
import type { ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';

/** A call whose person and tag are known. */
export interface Timing {
  readonly call: Call<'timeTrackings'>;
  readonly view: ActionView;
  readonly userId: number;
  /** The NFC tag that was held against the reader, if any. */
  readonly tag: Tag | null;
}

/** What of a transponder says what it stands for. */
export type Tag = Omit<Row<'nfcTransponders'>, 'unique_id' | 'unique_id_folded' | 'created' | 'data_changed'>;

/** The zone in which the person's clocks stand when the call names no other. */
export function zoneOf(userId: number, view: View): string {
  const user = view.get('users', userId);
  return user?.timezone ?? view.setting('default_user_timezone');
}
