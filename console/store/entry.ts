// What is sent later if it cannot be sent at once, and what the screen shows meanwhile.
import type { Id } from '../domain/rows.ts';
import type { ClockState } from '../domain/server-clock.ts';
import type { TableName } from './fields.ts';
import type { Call, Refusal } from './http.ts';

/** What the screen shows meanwhile: fields of a row, or `null` where it goes. */
export interface Patch {
  readonly table: TableName;
  readonly id: Id;
  readonly row: Readonly<Record<string, unknown>> | null;
}

/** What the clocks of a page showed when something was done. */
export interface Press {
  readonly page: string;
  /** As in what was `known` of the machine's clock then. */
  readonly ahead: number;
  /** In milliseconds since the page began. */
  readonly ran: number;
  readonly known: ClockState;
}

/** When the clock was started or stopped, in seconds since 1970. */
export interface Late {
  readonly moment: number;
  readonly zone: string;
  readonly edge: 'start' | 'end';
  /** What a person who may book only what happens now says to whom decides. */
  readonly excuse: string;
}

/** What a former version kept in its place: what the body gets. */
export interface FormerLate {
  readonly time: string;
}

/** Something that was refused; of a batch the item with this number. */
export interface Refused extends Refusal {
  readonly item: number;
}

/** Something that was refused when nobody waited for it any more. */
export interface Lost {
  readonly entry: Entry;
  readonly refusal: Refused;
  /** Seconds to add to when it was done. */
  readonly shift: number;
}

/** Something to send. Plain data, so that it can be kept. */
export interface Entry {
  readonly key: string;
  /** When it was done, in seconds since 1970; a former version did not keep that. */
  readonly at?: number;
  readonly press?: Press;
  readonly resource: string;
  readonly action: string;
  readonly method: Call['method'];
  /** The row in the address; negative while another entry is about to create it. */
  readonly id: Id | null;
  readonly body: unknown;
  /** Of what is only read: it is forgotten with its page. */
  readonly query?: Call['query'];
  /** What makes a late press count; `null` for what is no press. */
  readonly late: Late | FormerLate | null;
  /** Until when it is held back and can be withdrawn, in milliseconds since 1970; the screen does not show it before. */
  readonly heldUntil: number | null;
  readonly patches: readonly Patch[];
}

/** What became of an entry. */
export interface Outcome {
  readonly refusal: Refusal | null;
  readonly rows: readonly { readonly id: Id }[];
  /** Whether it became a request, about which another person decides. */
  readonly isRequest: boolean;
  /** Of a batch: what was refused, item by item. */
  readonly refused: readonly Refused[];
}

/** An entry as it is given here. */
export type Posted = Omit<Entry, 'key' | 'at' | 'press' | 'late' | 'heldUntil'> &
  Partial<Pick<Entry, 'key' | 'heldUntil'>> & { readonly late?: Late };
