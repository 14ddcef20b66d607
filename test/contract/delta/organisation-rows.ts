// Rows of a random organisation, which numbers choose.
import type { Envelope } from '../../support/client.ts';
import { password } from '../../support/installation.ts';

/** Ids of an account by resource, deleted ones too. */
export interface Organisation {
  readonly ids: Map<string, number[]>;
  /** Hours booked so far: each booking takes the next one. */
  hours: number;
  /** The clock of the installation, in milliseconds. */
  readonly clock: () => number;
}

/** Zones in which its people live. */
export const homeZones = [
  'Europe/Vienna',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'UTC',
];

/** A person of a department. */
export function person(username: string, world: Organisation, department: number): Envelope {
  const department_id = one(world, 'departments', department);
  const timezone = homeZones[username.length % homeZones.length];
  const notes = `of ${username}`;
  return { username, firstname: 'P', lastname: username, password, department_id, timezone, notes };
}

/** Some project or task. */
export function anyNode(world: Organisation, pick: number): number {
  return one(world, pick % 2 === 0 ? 'tasks' : 'projects', Math.floor(pick / 2));
}

/** No period, or one that begins or ends within a few days of now. */
export function period({ clock }: Organisation, pick: number): Envelope {
  const date = (days: number): string => new Date(clock() + days * 86_400_000).toISOString().slice(0, 10);
  const [begin, end] = [date((pick % 4) - 1), date((pick % 5) - 1)];
  if (pick % 3 === 0) return { access_start: '', access_end: '' };
  return pick % 3 === 1 ? { access_start: begin, access_end: '' } : { access_start: '', access_end: end };
}

/** Who favours or intends to do what. */
export function chosen(world: Organisation, pick: number, other: number): Envelope {
  return { node_id: anyNode(world, pick), user_id: one(world, 'users', other) };
}

/** From whom a message is, and to whom. */
export function address(world: Organisation, pick: number, other: number): Envelope {
  const sender_id = one(world, 'users', pick);
  const kind = (['ALL', 'USER', 'DEPARTMENT', 'DEPARTMENT'] as const)[other % 4];
  if (kind === 'ALL') return { sender_id, receiver_type: kind, receiver_id: 0 };
  const receiver_id = one(world, kind === 'USER' ? 'users' : 'departments', pick + other);
  return { sender_id, receiver_type: kind, receiver_id, include_sub_department: pick % 2 };
}

/** A right of a user on a resource, in any scope. */
export function permission(world: Organisation, pick: number, other: number): Envelope {
  return {
    user_id: one(world, 'users', pick),
    resource_name: ['timeTrackings', 'users', 'absences', 'timeTrackings'][other % 4],
    permission_name: ['read', 'read', 'update', 'create', 'delete'][other % 5],
    ...permissionScope(world, pick, other),
  };
}

/** Any scope of a permission. */
export function permissionScope(world: Organisation, pick: number, other: number): Envelope {
  const scope = 1 + ((pick + other) % 6);
  const named = { 3: 'departments', 4: 'departments', 5: 'teams', 6: 'users' } as Record<number, string>;
  const target = named[scope];
  return {
    permission_scope_id: scope,
    permission_scope_data_1: target === undefined ? '' : one(world, target, other),
  };
}

/** A user, or none. */
export function someone(world: Organisation, pick: number): number | '' {
  return pick % 5 === 0 ? '' : one(world, 'users', pick);
}

/** Some row of the resource; one that does not exist when there is none. */
export function one({ ids }: Organisation, resource: string, pick: number): number {
  const known = ids.get(resource) ?? [];
  return known[pick % known.length] ?? 999_999;
}

/** Remembers the id of a row. */
export function note({ ids }: Organisation, resource: string, id: number): number {
  ids.set(resource, [...(ids.get(resource) ?? []), id]);
  return id;
}
