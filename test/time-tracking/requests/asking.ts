// Change requests of users without the right to backdate: a department to send them in, and their decisions.
import assert from 'node:assert/strict';
import type { Place } from '../../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../../support/client.ts';
import { booking, hire, written, type Times } from '../booking.ts';

/** A user who may book live only, the supervisor and the assistant of the department. */
export interface Office {
  readonly person: number;
  readonly employee: Client;
  readonly boss: number;
  readonly supervisor: Client;
  readonly assistantId: number;
  readonly assistant: Client;
  readonly department: number;
}

/** Creates a department with its users; their names begin with `name`. */
export async function openOffice({ machine, account }: Place, name: string): Promise<Office> {
  const department = (await machine.create('departments', { department_name: name }))['id'] as number;
  const person = await hire(machine, name, { department_id: department, manual_timetracking: 0 });
  const boss = await hire(machine, `${name}.boss`, { department_id: department, manual_timetracking: 0 });
  const assistantId = await hire(machine, `${name}.assistant`);
  await machine.put(`departments/update/${department}`, {
    supervisor_id: boss,
    supervisor_assistant_id: assistantId,
  });
  return {
    person,
    boss,
    assistantId,
    department,
    employee: await account.login(name),
    supervisor: await account.login(`${name}.boss`),
    assistant: await account.login(`${name}.assistant`),
  };
}

/** Asks for a new tracking; answers the id of the request. */
export async function askFor({ person, employee }: Office, times: Times, more: object = {}): Promise<number> {
  const entity = { ...booking(person, times), _request_user_comment: 'forgot', ...more };
  return requestIn(await employee.post('timeTrackings/create', entity))['id'];
}

/** The request that the server created in place of a tracking. */
export function requestIn(answer: Answer): Envelope {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['Affected'].changeTimeTrackingRequests.length, 1, answer.text);
  return answer.json['Affected'].changeTimeTrackingRequests[0];
}

/** The present row of a request. */
export async function requestOf(client: Client, id: number): Promise<Envelope> {
  return written(await client.get(`changeTimeTrackingRequests/read/${id}`));
}

/** The tracking nested in a request. */
export async function trackingIn(client: Client, id: number): Promise<Envelope> {
  const query = { nestedEntities: '{"timeTrackings":[{}]}' };
  const row = written(await client.get(`changeTimeTrackingRequests/read/${id}`, query));
  const trackings = row['nestedEntities'].timeTrackings;
  assert.equal(trackings.length, 1);
  return trackings[0];
}

/** Decides a request. */
export function decide(
  client: Client,
  action: 'approve' | 'reject' | 'cancel',
  id: number,
  body: object = {},
): Promise<Answer> {
  return client.put(`changeTimeTrackingRequests/${action}/${id}`, body);
}

/** All requests that a client reads, by requested start. */
export async function requestsOf(client: Client): Promise<readonly Envelope[]> {
  const query = { _order_by: 'new_start_time' };
  return (await client.get('changeTimeTrackingRequests/read', query)).json['Results'];
}

/** The requested times that a client reads, `08:00 – 09:00` (`open` without an end), by start. */
export async function askedTimes(client: Client): Promise<readonly string[]> {
  return (await requestsOf(client)).map(
    (row) => `${row['new_start_time'].slice(11, 16)} – ${row['new_end_time']?.slice(11, 16) ?? 'open'}`,
  );
}

/** Approves all requests that the client reads, by start. */
export async function grantAll({ machine }: Place, client: Client): Promise<void> {
  for (const { id } of await requestsOf(client)) written(await decide(machine, 'approve', id));
}
