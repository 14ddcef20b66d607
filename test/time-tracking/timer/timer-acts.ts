// The acts of the timer's model as requests, and the server's rows in the model's words.
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Client, Envelope } from '../../support/client.ts';
import { instantsShowing, shownOffset } from '../../values/zone-oracle.ts';
import { shownBy } from '../../values/zones.ts';
import type { Act, Booked, Done } from './timer-model.ts';

/** Whose timer it is, the moment from which the model counts, in epoch milliseconds, and where clocks stand. */
export interface Scene {
  readonly person: number;
  readonly since: number;
  readonly zone: string;
}

/** As which side's offset an act takes the one of its `time`; a toggle may turn out to be either. */
const offsetsOf: Readonly<Partial<Record<Act['kind'], readonly string[]>>> = {
  start: ['start_time_offset'],
  stop: ['end_time_offset'],
  toggle: ['start_time_offset', 'end_time_offset'],
  split: ['start_time_offset'],
};

/** Sends the act. */
export function carryOut(client: Client, act: Act, { person, since, zone }: Scene): Promise<Answer> {
  const moment = (name: string, at: number): object => {
    const local = shownBy(zone, since / 1000 + at);
    const isTwice = instantsShowing(zone, local).length > 1;
    const sides = name === 'time' ? offsetsOf[act.kind] : [`${name}_offset`];
    const offset = shownOffset(zone, since / 1000 + at);
    return {
      [name]: local,
      [name === 'time' ? 'timezone' : `${name}_timezone`]: zone,
      ...(isTwice ? Object.fromEntries((sides ?? []).map((side) => [side, offset])) : {}),
    };
  };
  const span = ({ start, end }: { start: number; end: number }): object => ({
    ...moment('start_time', start),
    ...moment('end_time', end),
  });
  switch (act.kind) {
    case 'start':
    case 'stop':
    case 'toggle': {
      const { kind, at, offline, name, note } = act;
      const task = kind === 'stop' ? {} : { task_id: act.task, ...flag(act) };
      const call = {
        ...(at === null ? {} : moment('time', at)),
        ...(offline ? { is_offline_tracking: 1 } : {}),
      };
      const body = { user_id: person, ...task, ...call, ...named(name), notes: note };
      return client.post(`timeTrackings/${kind}`, body);
    }
    case 'create': {
      const offline = act.name === null ? {} : { is_offline_tracking: 1, ...named(act.name) };
      const body = { user_id: person, task_id: act.task, ...span(act), ...offline, notes: act.note };
      return client.post('timeTrackings/create', { ...body, ...flag(act) });
    }
    case 'split': {
      const body = { ...moment('time', act.at), task_id: act.task, notes: act.note };
      return client.put(`timeTrackings/split/${act.id}`, body);
    }
    case 'update':
      return client.put(`timeTrackings/update/${act.id}`, { ...span(act), notes: act.note, ...flag(act) });
    case 'delete':
      return client.delete(`timeTrackings/delete/${act.id}`);
    case 'approve':
      return client.put(`timeTrackings/approve/${act.id}`, {});
    case 'current':
      return client.get('timeTrackings/current', { user_id: person });
  }
}

/** What an answer tells, as far as the model knows it: HTTP status, and ids of trackings in ascending order. */
export interface Told {
  readonly status: number;
  readonly ids: readonly number[];
  readonly affected: readonly number[];
}

/** What the answer tells. */
export function toldBy({ status, json }: Answer): Told {
  const ids = (rows: readonly Envelope[] = []): readonly number[] =>
    ascending(rows.map(({ id }) => id as number));
  return { status, ids: ids(json['Results']), affected: ids(json['Affected']?.['timeTrackings']) };
}

/** What the answer to an act must tell when it led there; `null`: it was refused. */
export function expectedOf(before: readonly Booked[], done: Done | null): Told {
  if (done === null) return { status: 422, ids: [], affected: [] };
  const now = done.sheet.booked;
  const changed = [...new Set([...before, ...now].map(({ id }) => id))].filter((id) => {
    const [was, is] = [before, now].map((all) => all.find((one) => one.id === id));
    return !isDeepStrictEqual(was, is);
  });
  const affected = changed.filter((id) => !done.ids.includes(id));
  return { status: 200, ids: ascending(done.ids), affected: ascending(affected) };
}

function ascending(ids: readonly number[]): readonly number[] {
  return ids.toSorted((a, b) => a - b);
}

/** All trackings of a person, in order of their start. */
export async function rowsOf(client: Client, person: number): Promise<readonly Envelope[]> {
  const query = { user_id: person, _order_by: 'start_time', _limit: 10_000 };
  return (await client.get('timeTrackings/read', query)).json['Results'];
}

/** A row of `timeTrackings` as the model has it. */
export function bookedOf(row: Envelope, since: number): Booked {
  return {
    id: row['id'],
    start: secondsOf(since, row['start_time']) - row['start_time_offset'],
    end: row['end_time'] === null ? null : secondsOf(since, row['end_time']) - row['end_time_offset'],
    task: row['task_id'],
    approved: row['approved_by_admin'] === 1,
    note: row['notes'],
    name: row['client_unique_id'],
    live: row['is_start_live'] === 1,
    offline: row['is_offline_tracking'] === 1,
  };
}

/** The second as the wire writes it. */
export function textOf(since: number, second: number): string {
  return new Date(since + second * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** The wire's time as a second, if it is of UTC. */
export function secondsOf(since: number, time: string): number {
  return (Date.parse(`${time.replace(' ', 'T')}Z`) - since) / 1000;
}

function named(name: string | null): object {
  return name === null ? {} : { client_unique_id: name };
}

function flag({ insert }: { readonly insert: boolean }): object {
  return insert ? { _insert_into_conflicting: 1 } : {};
}
