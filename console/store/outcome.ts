// What became of an entry that was sent.
import type { Id } from '../domain/rows.ts';
import type { Entry, Outcome } from './entry.ts';
import type { TableName } from './fields.ts';
import { refusalOf, rowsOf, type Answer, type Envelope } from './http.ts';
import { nameRows, storedId } from './ids.ts';
import { dropRow, takeWritten } from './tables.ts';

/** What the server's answer says. Of a batch each item has its own: the answer as a whole is no success when one was refused. */
export function outcomeOf(entry: Entry, answer: Answer): Outcome {
  if (answer.ok) return accepted(entry, answer.envelope);
  const { envelope, refusal } = answer;
  if (Array.isArray(entry.body) && envelope !== null && rowsOf(envelope).length > 0)
    return accepted(entry, envelope);
  return { refusal, rows: [], isRequest: false, refused: [{ ...refusal, item: 0 }] };
}

function accepted(entry: Entry, envelope: Envelope): Outcome {
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
  const failed = parts.flatMap((part, item) =>
    part.Success ? [] : { ...refusalOf(part.Error ?? 422, part), item },
  );
  return { refusal: null, rows, isRequest, refused: failed };
}
