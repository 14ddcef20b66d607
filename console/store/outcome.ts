// What became of an entry that was sent.
import type { Id } from '../domain/rows.ts';
import type { Entry, Outcome } from './entry.ts';
import type { TableName } from './fields.ts';
import { refusalOf, rowsOf, type Envelope, type Refusal } from './http.ts';
import { nameRows, storedId } from './ids.ts';
import { dropRow, takeWritten } from './tables.ts';

/** What the server's answer says, whose rows are taken over at once. */
export function accepted(entry: Entry, envelope: Envelope): Outcome {
  const items = rowsOf<Envelope | { readonly id: Id }>(envelope);
  const isBatch = Array.isArray(entry.body);
  const parts = isBatch ? (items as readonly Envelope[]) : [envelope];
  const good = parts.filter((part) => part.Success);
  for (const part of good) takeWritten(entry.resource, part);
  // What is only requested has no id.
  const rows = good.flatMap((part) => rowsOf<{ readonly id: Id }>(part)).filter((row) => row.id > 0);
  const isRequest = good.some((part) => part.Affected?.['changeTimeTrackingRequests'] !== undefined);
  nameRows(entry, parts);
  if (entry.action === 'delete' && entry.id !== null)
    dropRow(entry.resource as TableName, storedId(entry.id));
  const failed = parts.filter((part) => !part.Success).map((part) => refusalOf(part.Error ?? 422, part));
  return { refusal: null, rows, isRequest, refused: failed };
}

/** Nothing was done. */
export function refused(refusal: Refusal): Outcome {
  return { refusal, rows: [], isRequest: false, refused: [refusal] };
}
