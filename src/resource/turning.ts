// How a resource says that time alone changes its rows.
import type { View } from './rule.ts';

/** How rows are kept right that time alone changes: a person's status turns at midnight, though nobody does anything. */
export interface Turning {
  /**
   * Hidden column: the epoch second from which on the row may be another one; NULL: only what others do changes it. A
   * change of this column alone moves neither stamp nor revision.
   */
  readonly column: string;
  /** Brings rows whose second has come up to date and moves the column beyond `now`. Runs as the server itself. */
  readonly renew: (view: View, due: { readonly ids: readonly number[]; readonly now: number }) => void;
}
