// What planning needs to know of the account and the moment. Plain values, no clock.
import type { AccessContext } from '#resource/access.ts';
import type { ValueContext } from '#resource/field-type.ts';

/** A zone that was the account's ServerTimeZone until the instant (epoch seconds). */
export interface FormerTimeZone {
  readonly timeZone: string;
  readonly until: number;
}

/** What the caller's access context was until the instant (epoch seconds). */
export interface AccessHistoryEntry {
  readonly accessContext: AccessContext;
  readonly until: number;
}

/** The account and the moment. */
export interface PlanContext extends ValueContext {
  /** Epoch seconds. */
  readonly now: number;
  readonly formerTimeZones: readonly FormerTimeZone[];
  /** Epoch seconds: deletions before it may be forgotten. */
  readonly deletionsKeptSince: number;
  /** Epoch seconds: a `_since` after it comes from stamps that were ahead of the clock, and have been set right. */
  readonly latestSince: number;
  /** Of the caller, at or after `_since`; empty without it. */
  readonly accessHistory: readonly AccessHistoryEntry[];
  /** Something that derived rows follow from has changed since `_since`, and what it was is not known. */
  readonly sourcesChanged: boolean;
}
