// The bodies that clients have yet to send: how many at once from one address, and how much of them is held. They are
// counted apart from what is worked on, so that clients who send nothing keep nobody from being answered.
import { ApiError } from '#errors/api-error.ts';
import { addressGroup } from '#values/address-group.ts';

/** Bytes of bodies that have not come to their end, of all clients together. */
const mostHeld = 256 * 1024 * 1024;
/** Times the bodies of one address: from all addresses together. */
const manyAddresses = 20;

/** Called with the size of each piece that is kept; throws `overloaded` when too much is held. */
export type Hold = (bytes: number) => void;

/** Counts bodies in and out. */
export interface WaitingBodies {
  /** Throws `overloaded` when too many bodies wait already, of this address or of all. */
  refuseMore(remoteAddress: string | null): void;
  /** Runs `read` while the body counts; throws `overloaded` when too many wait already, of this address or of all. */
  waitFor<T>(remoteAddress: string | null, read: (hold: Hold) => Promise<T>): Promise<T>;
}

/** Makes the counters. */
export function createWaitingBodies(mostOfAddress: number): WaitingBodies {
  const waiting = new Map<string, number>();
  let all = 0;
  let held = 0;
  const count = (group: string, change: 1 | -1): void => {
    all += change;
    const left = (waiting.get(group) ?? 0) + change;
    if (left === 0) waiting.delete(group);
    else waiting.set(group, left);
  };
  const refuseMore = (group: string): void => {
    if ((waiting.get(group) ?? 0) >= mostOfAddress) {
      throw overloaded(`Your address has ${mostOfAddress} requests open whose body has not come`);
    }
    if (all >= mostOfAddress * manyAddresses)
      throw overloaded('Too many requests are open whose body has not come');
  };
  return {
    refuseMore: (remoteAddress) => refuseMore(addressGroup(remoteAddress ?? '')),
    async waitFor(remoteAddress, read) {
      const group = addressGroup(remoteAddress ?? '');
      refuseMore(group);
      let own = 0;
      count(group, 1);
      try {
        return await read((bytes) => {
          own += bytes;
          held += bytes;
          if (held > mostHeld) throw overloaded('Too many large bodies are being received');
        });
      } finally {
        held -= own;
        count(group, -1);
      }
    },
  };
}

function overloaded(sentence: string): ApiError {
  return new ApiError('overloaded', `${sentence}; try again in a moment.`);
}
