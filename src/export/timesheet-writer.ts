// What every format of timesheets is: people are added one after the other, and it ends with the total of all.
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { GrandTotal, Timesheet, TimesheetPerson } from './timesheet.ts';

/** What stands over the whole. */
export interface Heading {
  readonly company: string;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
  /** Titles of the account's own fields of people. */
  readonly ownTitles?: readonly string[];
  /** Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly byteOrderMark?: boolean;
}

/** `Cost centre: 12`, of every own field that is not empty. */
export function ownTexts({ ownTitles = [] }: Heading, { own = [] }: TimesheetPerson): readonly string[] {
  return ownTitles.flatMap((title, place) => (own[place] ? [`${title}: ${own[place]}`] : []));
}

/** A document that is being written. */
export interface TimesheetWriter {
  add(timesheet: Timesheet): Promise<void>;
  /** Resolves when all is handed to the stream; the stream stays open. */
  end(total: GrandTotal): Promise<void>;
}

/** Begins a document on a stream. */
export type BeginTimesheets = (out: Writable, heading: Heading) => Promise<TimesheetWriter>;

/** Writes and waits while the reader is behind; throws when the stream is closed. */
export async function put(out: Writable, chunk: string | Uint8Array): Promise<void> {
  if (out.destroyed) throw new Error('the stream was closed before all was written');
  if (out.write(chunk)) return;
  const waited = new AbortController();
  const { signal } = waited;
  try {
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]);
  } finally {
    waited.abort();
  }
  if (out.destroyed) throw new Error('the stream was closed before all was written');
}
