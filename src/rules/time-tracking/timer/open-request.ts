// A start that was requested and waits for its decision: to its person it runs. A stop says when it ended, so that what is
// granted later does not run for ever.
import { carriedRow, carriedText } from '#resource/carried-row.ts';
import type { Row, View } from '#resource/rule.ts';
import { sideAt, type Moment } from './moment.ts';
import { neighboursOf } from './neighbours.ts';
import type { Timing } from './timing.ts';

const resource = 'changeTimeTrackingRequests';

/** A pending request for a tracking without an end. */
export interface OpenRequest {
  readonly id: number;
  /** The tracking as it was proposed. */
  readonly row: Row;
  readonly given: readonly string[];
  /** The name that its client gave it. */
  readonly name: unknown;
}

/** The person's latest one, unless times were booked since; `null`: there is none. */
export async function openRequest({
  userId,
  view,
}: Pick<Timing, 'userId' | 'view'>): Promise<OpenRequest | null> {
  const [latest] = await view.find(
    resource,
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'status', is: '=', value: 'PENDING' },
      { column: 'type', is: '=', value: 'ADD' },
      { column: 'new_end_time', is: 'null' },
    ],
    { orderBy: ['-id'], limit: 1 },
  );
  const proposed = carriedRow(latest?.['proposal']);
  if (latest === undefined || proposed === null) return null;
  const { last, next } = await neighboursOf(userId, startOf(proposed.row), view);
  if (next !== undefined || last?.['start_instant'] === startOf(proposed.row)) return null;
  return { ...proposed, id: latest['id'] as number, name: latest['client_unique_id'] };
}

/** Notes the end in the request; whether it can be granted so is checked when it is. */
export async function endRequested(view: View, request: OpenRequest, at: Moment): Promise<void> {
  const start = startOf(request.row);
  const instant = Math.max(at.instant, start + 1);
  const end = sideAt('end', { instant, zone: at.zone });
  const row = { ...request.row, ...end, end_instant: instant, duration: instant - start, status: 2 };
  const given = [...new Set([...request.given, ...Object.keys(end)])];
  const new_end_time = end['end_time'] as string;
  await view.update(resource, request.id, { proposal: carriedText({ row, given }), new_end_time });
  view.affected(resource, request.id);
}

function startOf(row: Row): number {
  return row['start_instant'] as number;
}
