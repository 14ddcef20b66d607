// Calls that a phone recorded without connection and uploads later, and the trackings that they lead to.
import assert from 'node:assert/strict';
import type { Place } from '../../support/on-every-engine.ts';
import type { Answer } from '../../support/client.ts';
import { written } from '../booking.ts';
import { rowsOf } from './timer-acts.ts';
import { hireWithTimer, type Timer } from './timer.ts';

/** One recorded call. */
export type Act = (timer: Timer) => Promise<Answer>;

/** The fields of a recorded call: its time, its name, and the mark of an upload. */
export function recordedAt(time: string, client_unique_id: string): object {
  return { time, client_unique_id, is_offline_tracking: 1 };
}

/** The trackings of a person by start, as `task start end`; a running one has an empty end. */
export async function bookedOf({ machine }: Place, person: number): Promise<readonly string[]> {
  const rows = await rowsOf(machine, person);
  return rows.map(({ task_id: task, start_time: start, end_time: end }) => `${task} ${start} ${end ?? ''}`);
}

/** Uploads the calls in this order for a new person, and answers the trackings. */
export async function bookedAfter(
  place: Place,
  name: string,
  { acts, more = {} }: { readonly acts: readonly Act[]; readonly more?: object },
): Promise<readonly string[]> {
  const timer = await hireWithTimer(place, name, more);
  for (const act of acts) {
    const { status, text } = await act(timer);
    assert.equal(status, 200, text);
  }
  return bookedOf(place, timer.person);
}

/** Sets `maximum_tracking_hours`; `0` switches the limit off. */
export async function limitTo({ machine }: Place, hours: string): Promise<void> {
  const query = { setting_type: 'maximum_tracking_hours' };
  const { id } = written(await machine.get('generalSettings/read', query));
  written(await machine.put(`generalSettings/update/${id}`, { setting_value: hours }));
}
