// The action `stop`: it always works. What runs ends; what does not run stays as it is.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { knownRow } from '../../../known-row.ts';
import { requestNamed } from '../../requests/request-named.ts';
import { recordIfContradicted } from '../apply.ts';
import { eventOf, nameIn } from '../events.ts';
import { isOffline, momentOf } from '../moment.ts';
import { runningOf } from '../neighbours.ts';
import { openRequest, settleRequested, stopAsked, stopRequested } from '../requested-starts.ts';
import { answeredAs, sheetOf, startedAs } from '../story.ts';
import { timerCall, type TimerCall } from '../timer-call.ts';
import { mayClaim } from './claim.ts';
import { stopLate } from './late.ts';
import { stopAt } from './live.ts';

/** Stops the tracking that the call names, or the one that runs; answers no row when nothing runs. */
export function stop(sent: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const call = timerCall(sent, view, 'update');
  const name = nameIn(call);
  const sheet = sheetOf(call, { name });
  const started = startedAs(sheet, name);
  const named = call.row ?? (started && knownRow(view, 'timeTrackings', started.id));
  const request = named === undefined ? requestNamed(call.userId, name, view) : undefined;
  if (request !== undefined && stopRequested(call, request)) return { ids: [] };
  if (isOffline(call)) return stopOffline(call, named);
  if (named !== undefined) return stopNamed(call, named);
  const ids = answeredAs(sheet, name, ['stop', 'toggle']);
  return ids === null ? stopRunning(call) : { ids };
}

/** What has ended no tracking may mean a start that was requested. */
function stopOffline(call: TimerCall, named: Row<'timeTrackings'> | undefined): ActionAnswer {
  const answer = stopLate(call, named);
  if (!('ids' in answer) || answer.ids.length > 0) return answer;
  settleRequested(call, momentOf(call, 'end').instant);
  return answer;
}

/** A tracking that has ended stays as it is; a stop claimed after the start of the next one contradicts that. */
function stopNamed(call: TimerCall, named: Row<'timeTrackings'>): ActionAnswer {
  const at = momentOf(call, 'end', named.start_time_timezone);
  if (named.end_instant === null) return stopAt(call, named, at);
  if (at.claimed) recordIfContradicted(named, at.instant, call.view);
  return { ids: [named.id] };
}

/** Stops what runs, or was requested to. */
export function stopRunning(call: TimerCall): ActionAnswer {
  const { userId, view } = call;
  const running = runningOf(userId, view);
  const asked = running === undefined ? openRequest(call) : null;
  const at = momentOf(call, 'end', running?.start_time_timezone ?? asked?.start_time_timezone);
  if (running === undefined) {
    if (asked !== null) stopAsked(call, asked, at);
    // What it ends may have been recorded without connection and come later.
    else view.insert('timerUploads', eventOf(call, at));
    return { ids: [] };
  }
  const isRequested = !mayClaim(call, at);
  const answer = stopAt(call, running, at);
  const event = eventOf(call, at, { time_tracking_id: running.id });
  if (isRequested && event.client_unique_id !== null) view.insert('timerUploads', event);
  return answer;
}
