// The bodies that clients have yet to send: how many at once from one address, and how much of them is held. They are
// counted apart from requests in work, so that the server can answer other clients while some clients send nothing.
import { ApiError } from '#errors/api-error.ts';
import { addressGroup } from '#values/address-group.ts';

/** Bytes of bodies that have not come to their end, of all clients together. */
const mostHeld = 256 * 1024 * 1024;
/** Times the bodies of one address: from all addresses together. */
const manyAddresses = 20;

/** The place of a body that is waited for. */
export interface Place {
  /** Called with the size of each piece that is kept; throws `overloaded` when too much is held. */
  readonly hold: (bytes: number) => void;
  /** Aborts when another body needs the place; the reason is `overloaded`. */
  readonly taken: AbortSignal;
}

/** Counts bodies in and out. */
export interface WaitingBodies {
  /** Throws `overloaded` when too many bodies of this address wait already. */
  refuseMore(remoteAddress: string | null): void;
  /**
   * Runs `read` while the body has a place; throws `overloaded` when too many of this address wait already. When all places
   * are taken, the body that has waited longest of the address with the most bodies loses its own.
   */
  waitFor<T>(remoteAddress: string | null, read: (place: Place) => Promise<T>): Promise<T>;
}

/** Makes the counters. */
export function createWaitingBodies(mostOfAddress: number): WaitingBodies {
  /** By address, those who have waited longest first. */
  const waiting = new Map<string, Set<AbortController>>();
  let all = 0;
  let held = 0;
  const add = (group: string, body: AbortController): void => {
    const bodies = waiting.get(group) ?? new Set();
    waiting.set(group, bodies.add(body));
    all += 1;
  };
  const remove = (group: string, body: AbortController): void => {
    const bodies = waiting.get(group);
    if (bodies?.delete(body) !== true) return;
    all -= 1;
    if (bodies.size === 0) waiting.delete(group);
  };
  const refuseMore = (group: string): void => {
    if ((waiting.get(group)?.size ?? 0) < mostOfAddress) return;
    throw overloaded(`Your address has ${mostOfAddress} requests open whose body has not come`);
  };
  const makeRoom = (): void => {
    let [fullest, bodies] = ['', new Set<AbortController>()];
    for (const [group, others] of waiting) if (others.size > bodies.size) [fullest, bodies] = [group, others];
    const [oldest] = bodies;
    if (oldest === undefined) return;
    remove(fullest, oldest);
    oldest.abort(overloaded('Too many requests are open whose body has not come'));
  };
  return {
    refuseMore: (remoteAddress) => refuseMore(addressGroup(remoteAddress ?? '')),
    async waitFor(remoteAddress, read) {
      const group = addressGroup(remoteAddress ?? '');
      refuseMore(group);
      if (all >= mostOfAddress * manyAddresses) makeRoom();
      const body = new AbortController();
      let own = 0;
      add(group, body);
      const hold = (bytes: number): void => {
        own += bytes;
        held += bytes;
        if (held > mostHeld) throw overloaded('Too many large bodies are being received');
      };
      try {
        return await read({ hold, taken: body.signal });
      } finally {
        held -= own;
        remove(group, body);
      }
    },
  };
}

function overloaded(sentence: string): ApiError {
  return new ApiError('overloaded', `${sentence}; try again in a moment.`);
}
