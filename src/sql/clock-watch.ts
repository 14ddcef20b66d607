// The two times of a write: the second that people book, and the stamp that orders changes. Stamps never fall, so a clock
// that was ahead once leaves stamps in the future. Bookings, tokens and throttles then still take the clock's second.
import type { Observe } from '#observe/event.ts';

/** Up to so many seconds ahead, a stamp counts as the present: clocks of several hosts differ, and small steps occur. */
export const toleratedLag = 5;
const logPause = 60;

/** The second that a transaction books, by the clock's second and its stamp. */
export function bookedSecond(clockSecond: number, stamp: number): number {
  return stamp - clockSecond <= toleratedLag ? Math.max(stamp, clockSecond) : clockSecond;
}

/** Watches by how much the clock is behind the stamps of accounts. */
export interface ClockWatch {
  /** A transaction of the account has met this stamp; the account is 0 where all share one. */
  note(account: number, stamp: number): void;
  /** Seconds by which the clock is behind the latest stamp; 0 while that is within the tolerance. */
  lag(): number;
}

/** Makes a watch that tells at most once a minute. */
export function createClockWatch(clock: () => number, observe: Observe): ClockWatch {
  const ahead = new Map<number, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const secondsOf = (stamp: number, now: number): number => (stamp - now > toleratedLag ? stamp - now : 0);
  const lag = (): number => {
    const now = Math.floor(clock() / 1000);
    return [...ahead.values()].reduce((most, stamp) => Math.max(most, secondsOf(stamp, now)), 0);
  };
  return {
    note(account, stamp) {
      const now = Math.floor(clock() / 1000);
      const seconds = secondsOf(stamp, now);
      if (seconds === 0) return void ahead.delete(account);
      ahead.set(account, stamp);
      if (Math.abs(now - toldAt) < logPause) return;
      toldAt = now;
      observe({ kind: 'clock_behind', seconds });
    },
    lag,
  };
}
