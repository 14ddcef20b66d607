// Claims that lie too far back to be live are post-dated: they need the right to that, or become a request.
import type { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import { carriedRow, carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { mayPostDate, tooEarlyToEnter } from '../../requests/post-dating.ts';
import { requestComment } from '../../requests/request-instead.ts';
import { isInsertedInto } from '../make-room.ts';
import { echoOf } from './given-values.ts';
import type { Moment } from './moment.ts';
import type { Timing } from './timing.ts';
import { actingSight } from './whose.ts';

const resource = 'changeTimeTrackingRequests';

/** Whether the caller may do at once what they claim. */
export async function mayClaim({ call, userId, view }: Timing, at: Moment): Promise<boolean> {
  return !at.late || mayPostDate(actingSight(call.sight, userId), userId, view);
}

/** Why the person may not claim the start, though they may post-date; `null`: they may. */
export async function tooEarlyClaim({ call, userId, view }: Timing, at: Moment): Promise<ApiError | null> {
  if (!at.late) return null;
  const entered = { userId, start: localText(at.instant, at.zone) };
  return tooEarlyToEnter(actingSight(call.sight, userId), entered, view);
}

/** What is asked for in place of a claim; `refusal`: what is answered when nobody asks. */
export interface RequestedClaim {
  readonly tracking: Row | null;
  readonly values: Row;
  readonly refusal?: ApiError | null;
}

/** Writes a request in place of what was claimed; throws `not_allowed` when none was asked for. */
export async function requestClaim(
  { call, userId, view }: Timing,
  { tracking, values, refusal = null }: RequestedClaim,
): Promise<ActionAnswer> {
  const comment = requestComment(call.parameters, refusal);
  const name = tracking === null ? (values['client_unique_id'] ?? null) : null;
  const known = typeof name === 'string' ? await requestNamed(userId, name) : undefined;
  const id =
    (known?.['id'] as number | undefined) ??
    (await view.create(
      resource,
      {
        time_tracking_id: (tracking?.['id'] as number | undefined) ?? null,
        proposal: carriedText({ row: values, given: Object.keys(values) }),
        request_user_comment: comment,
        client_unique_id: name,
      },
      { parameters: { _insert_into_conflicting: isInsertedInto(call.parameters) ? 1 : 0 } },
    ));
  view.affected(resource, id);
  if (tracking !== null) return { ids: [tracking['id'] as number], ...echoOf(call) };
  const proposed = carriedRow((await view.get(resource, id))?.['proposal'])?.row ?? values;
  return { unwritten: { ...proposed, last_change_time_tracking_request_id: id }, ...echoOf(call) };

  async function requestNamed(user: number, sent: string): Promise<Row | undefined> {
    const [row] = await view.find(resource, [
      { column: 'user_id', is: '=', value: user },
      { column: 'client_unique_id', is: '=', value: sent },
    ]);
    return row;
  }
}
