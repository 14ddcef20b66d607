// Files whose time has come are gone.
import type { Turning } from '#resource/turning.ts';

/** Removes each file in the second in which it expires; its bytes follow. */
export const expiry: Turning = {
  column: 'turns_at',
  renew: async (view, { ids }) => {
    const rows = await view.find('files', [{ column: 'id', is: 'in', value: ids }]);
    await view.removeAll('files', rows);
  },
};
