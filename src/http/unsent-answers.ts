// The answers that clients have asked for and do not take: they are in memory until then. The server cuts off a
// client that takes nothing. It refuses more answers while too many bytes wait, so that it can answer other clients.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from '#errors/api-error.ts';
import { addressGroup } from '#values/address-group.ts';

/** Bytes that wait for one address, and for all. */
const most = { ofAddress: 64 * 1024 * 1024, ofAll: 256 * 1024 * 1024 };
/** Smaller answers fit into the buffers of the system. */
const leastCounted = 64 * 1024;
/** Milliseconds without any progress after which a connection is closed. */
const longestWait = 60_000;

/** An answer on its way. */
export interface UnsentAnswer {
  readonly remoteAddress: string | null;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly bytes: number;
}

/** Counts answers in and out. */
export interface UnsentAnswers {
  /** Throws `overloaded` while too much waits for this address, or for all. */
  refuseMore(remoteAddress: string | null): void;
  /** Whether nothing waits for any address. */
  isQuiet(): boolean;
  /** Whether `refuseMore` would not throw. */
  takesMore(remoteAddress: string | null): boolean;
  /** Counts an answer until its bytes are with the system, or the connection is closed. */
  count(answer: UnsentAnswer): void;
}

/** Makes the counters. */
export function createUnsentAnswers(): UnsentAnswers {
  const waiting = new Map<string, number>();
  let all = 0;
  const add = (group: string, bytes: number): void => {
    all += bytes;
    const left = (waiting.get(group) ?? 0) + bytes;
    if (left === 0) waiting.delete(group);
    else waiting.set(group, left);
  };
  const refuseMore = (remoteAddress: string | null): void => {
    if (all === 0) return;
    const own = waiting.get(addressGroup(remoteAddress ?? '')) ?? 0;
    if (own >= most.ofAddress) {
      throw new ApiError('overloaded', 'Your address does not read its answers; read them, then try again.');
    }
    if (all >= most.ofAll)
      throw new ApiError('overloaded', 'Too many answers wait to be read by clients; try again in a moment.');
  };
  return {
    refuseMore,
    isQuiet: () => all === 0,
    takesMore(remoteAddress) {
      try {
        refuseMore(remoteAddress);
        return true;
      } catch {
        return false;
      }
    },
    count({ remoteAddress, message, response, bytes }) {
      if (bytes < leastCounted) return;
      const group = addressGroup(remoteAddress ?? '');
      // Of the message: an answer behind others on one connection has no socket yet, and does not hear of its end.
      const { socket } = message;
      const cutOff = (): void => void socket.destroy();
      add(group, bytes);
      const release = (): void => {
        add(group, -bytes);
        response.off('finish', release);
        socket.off('close', release).off('timeout', cutOff);
      };
      response.once('finish', release);
      socket.once('close', release).once('timeout', cutOff);
      // Node itself sets the time of a connection anew when the answer is sent. A request of a test has no connection.
      if (socket instanceof Socket) socket.setTimeout(longestWait);
    },
  };
}
