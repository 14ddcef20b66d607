// Users and trackings of the tests: bodies of creates, the rows of answers, and a user's trackings as text.
import assert from 'node:assert/strict';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';

/** The task "Work" that every new account has. */
export const work = 4;
/** The task "Break" that every new account has. */
export const pause = 9;

/** When: local start and end (`null`: it runs) and where the clocks stand. */
export interface Times {
  readonly start: string;
  readonly end: string | null;
  readonly zone?: string;
  readonly endZone?: string;
}

/** The body of a create for a person. */
export function booking(
  person: number,
  { start, end, zone = 'Europe/Vienna', endZone = zone }: Times,
): Envelope {
  return {
    user_id: person,
    task_id: work,
    start_time: withSeconds(start),
    start_time_timezone: zone,
    ...(end === null ? {} : { end_time: withSeconds(end), end_time_timezone: endZone }),
  };
}

/** Creates a person with the suite's password; answers the id. */
export async function hire(client: Client, username: string, more: object = {}): Promise<number> {
  const person = { username, password, firstname: username, lastname: 'Person', timezone: 'Europe/Vienna' };
  return (await client.create('users', { ...person, ...more }))['id'] as number;
}

/** The row of a create or update that succeeded. */
export function written(answer: Answer): Envelope {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['Results'].length, 1, answer.text);
  return answer.json['Results'][0];
}

/** All trackings of a person by start, as `start – end` (`running` without an end). */
export async function daybook(client: Client, person: number): Promise<readonly string[]> {
  const { json } = await client.get('timeTrackings/read', {
    user_id: person,
    _order_by: 'start_time',
    _limit: 10_000,
  });
  return (json['Results'] as Envelope[]).map(
    ({ start_time, end_time }) => `${start_time} – ${end_time ?? 'running'}`,
  );
}

/** The changelog of a tracking, oldest first. */
export async function changelog(client: Client, tracking: number): Promise<readonly Envelope[]> {
  const { json } = await client.get('timeTrackingChangelogs/read', { tracker_id: tracking });
  return json['Results'];
}

/** `2025-01-01 10:00` → with seconds. */
export function withSeconds(time: string): string {
  return time.length === 16 ? `${time}:00` : time;
}

/** Checks some members of a row. */
export function assertPart(row: Envelope, part: object): void {
  assert.deepEqual(Object.fromEntries(Object.keys(part).map((name) => [name, row[name]])), part);
}
