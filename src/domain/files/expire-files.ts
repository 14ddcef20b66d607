// Files whose time has come are gone.
import type { Turning } from '#resource/turning.ts';

/** Removes each file in the second in which it expires; its bytes follow. */
export const expiry: Turning = {
  column: 'turns_at',
  renew: (view, { ids }) => {
    const rows = view.find('files', [{ column: 'id', is: 'in', value: ids }]);
    view.removeAll('files', rows);
  },
};
