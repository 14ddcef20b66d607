// Enters bookings and other rows in batches, as clients do.
import assert from 'node:assert/strict';
import type { Client, Envelope } from '../../support/client.ts';
import { pause, work } from '../../time-tracking/booking.ts';
import type { Booking, TaskKind } from './facts.ts';

/** Ids of the tasks that no new account has, by kind. */
type Tasks = ReadonlyMap<string, number>;

/** Most rows of a batch. */
const batch = 100;

/** The body of a create of a tracking. */
export function trackingOf(user_id: number, booking: Booking, tasks: Tasks): Envelope {
  const [start, end] = [Temporal.ZonedDateTime.from(booking.start), Temporal.ZonedDateTime.from(booking.end)];
  return {
    ...planOf(user_id, booking, tasks),
    start_time_offset: start.offsetNanoseconds / 1e9,
    end_time_offset: end.offsetNanoseconds / 1e9,
  };
}

/** The body of a create of a plan, which has no offsets. */
export function planOf(user_id: number, { task, start, end }: Booking, tasks: Tasks): Envelope {
  return { user_id, task_id: taskOf(task, tasks), ...timeOf('start', start), ...timeOf('end', end) };
}

function taskOf(task: TaskKind, tasks: Tasks): number {
  if (task === 'work') return work;
  return task === 'pause' ? pause : (tasks.get(task) as number);
}

function timeOf(name: 'start' | 'end', text: string): Envelope {
  const moment = Temporal.ZonedDateTime.from(text);
  const local = moment.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
  return { [`${name}_time`]: local, [`${name}_time_timezone`]: moment.timeZoneId };
}

/** Creates rows in batches; every one of them must be taken. */
export async function createAll(machine: Client, resource: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) {
    const body = rows.slice(from, from + batch);
    const answer = await machine.post(`${resource}/create`, body);
    assert.equal(answer.status, 200, answer.text.slice(0, 1000));
    const items = answer.json['Results'] as readonly Envelope[];
    const refused = items.filter((item) => item['Success'] === false);
    assert.deepEqual(refused.slice(0, 3), []);
    assert.equal(items.length, body.length);
  }
}
