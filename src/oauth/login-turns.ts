// In which order passwords that arrive at once are tried. An attempt looks at the delay, checks the password and counts the
// failure within its turn, so that attempts under way cannot pass the limit together. It must not know hashes.
import { ApiError } from '#errors/api-error.ts';
import { addressGroup } from '#values/address-group.ts';
import { createFairLanes } from '#values/fair-lanes.ts';
import { foldText } from '#values/folded-text.ts';
import type { Asker } from './passwords.ts';
import type { LoginAttempt } from './throttle.ts';

/** An attempt that waits for its turn. */
export interface WaitingAttempt extends LoginAttempt {
  /** The person is logged in, or has logged in at this address lately: the attempt waits for those of no other person. */
  readonly known: boolean;
}

/** Gives attempts their turns; one for each process. */
export interface LoginTurns {
  /** What `work` answers; throws `overloaded` when too many attempts of the address or for the username wait. */
  run<T>(attempt: WaitingAttempt, work: (asker: Asker) => Promise<T>): Promise<T>;
}

/** An address passes its limit of failures by three attempts at most. */
const ofAddress = { atOnce: Infinity, ofName: 4, waiting: 100 };
/** Many addresses that try one username. */
const ofUsername = { atOnce: Infinity, ofName: 2, waiting: 30 };
const ofKnown = { atOnce: Infinity, ofName: 2, waiting: 30 };

function tooMany(): ApiError {
  return new ApiError('overloaded', 'Too many attempts to log in are under way; try again in a moment.');
}

/** Makes the turns. */
export function createLoginTurns(): LoginTurns {
  const addresses = createFairLanes(ofAddress, tooMany);
  const usernames = createFairLanes(ofUsername, tooMany);
  const known = createFairLanes(ofKnown, tooMany);
  return {
    run: ({ accountId, username, address, known: isKnown }, work) => {
      const group = addressGroup(address);
      const name = `${accountId} ${foldText(username)}`;
      if (isKnown) {
        const asker = { name: `${group} ${name}`, known: true };
        return known.run(asker.name, () => work(asker));
      }
      // An attempt that waits for its username has a turn of its address; no attempt waits in the reverse order.
      return addresses.run(`${accountId} ${group}`, () =>
        usernames.run(name, () => work({ name: group, known: false })),
      );
    },
  };
}
