// Random histories of an account: eight writers create, change and delete rows at the same time over HTTP. The rules of
// the domain may refuse steps, but must accept some.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client, Envelope } from '../../support/client.ts';
import { create, remove, update, type WriteRequest } from './write-request.ts';

/** One step of a writer: what to do, and two numbers that pick the rows it is done to. */
export interface Step {
  readonly kind: keyof typeof requests;
  readonly pick: number;
  readonly other: number;
}

/** What all writers of a history share. */
export interface World {
  /** Ids that were seen in answers, by resource; some of them are deleted by now. */
  readonly ids: Map<string, number[]>;
  readonly users: readonly number[];
  /** Zones among which `server_timezone` changes; none: it stays. */
  readonly zones: readonly string[];
  /** Id of the setting `server_timezone`. */
  readonly zoneSetting: number;
}

/** A writer sends its requests to one server, one after another. */
export interface Writer {
  readonly client: Client;
  readonly userId: number;
  /** Hours booked so far: each booking takes the next one. */
  booked: number;
}

type Make = (context: { world: World; writer: Writer; pick: number; other: number }) => WriteRequest;

const requests = {
  createTask: ({ world, pick, other }) =>
    create('tasks', { mother_id: one(world, 'projects', pick), name: `task ${other}` }),
  createProject: ({ world, pick, other }) =>
    create('projects', { mother_id: one(world, 'projects', pick), name: `empty ${other}` }),
  createTree: ({ world, pick, other }) =>
    create('projects', {
      mother_id: one(world, 'projects', pick),
      name: `project ${other}`,
      nestedEntities: {
        tasks: [{ name: 'first' }, { name: 'second' }],
        projects: [{ name: 'inner', nestedEntities: { tasks: [{ name: 'leaf' }] } }],
      },
    }),
  renameProject: ({ world, pick, other }) =>
    update('projects', { id: one(world, 'projects', pick), name: `renamed ${other}` }),
  moveProject: ({ world, pick, other }) =>
    update('projects', { id: one(world, 'projects', pick), mother_id: one(world, 'projects', other) }),
  closeTask: ({ world, pick, other }) =>
    update('tasks', { id: one(world, 'tasks', pick), is_done: other % 2 }),
  moveTask: ({ world, pick, other }) =>
    update('tasks', { id: one(world, 'tasks', pick), mother_id: one(world, 'projects', other) }),
  deleteTask: ({ world, pick }) => remove('tasks', one(world, 'tasks', pick)),
  deleteProject: ({ world, pick }) => remove('projects', one(world, 'projects', pick)),
  book: ({ world, writer, pick, other }) => {
    const row = {
      ...booking(writer, writer.booked),
      task_id: one(world, 'tasks', pick),
      notes: `note ${other}`,
    };
    writer.booked += 1;
    const passed = { timestamp: row.start_time, timezone: 'Europe/Vienna' };
    const checkpointTrackings = world.ids
      .get('checkpoints')
      ?.map((checkpoint_id) => ({ checkpoint_id, ...passed }));
    return create('timeTrackings', { ...row, nestedEntities: { checkpointTrackings } });
  },
  bookThree: ({ world, writer, pick }) => {
    const task_id = one(world, 'tasks', pick);
    const good = [0, 1].map((ahead) => ({ ...booking(writer, writer.booked + ahead), task_id }));
    writer.booked += 2;
    return create('timeTrackings', [good[0], { ...good[0], task_id: 999_999 }, good[1]]);
  },
  bookOver: ({ world, writer, pick, other }) => {
    const hours = booking(writer, pick % (writer.booked + 1));
    const longer = { ...hours, end_time: booking(writer, (pick % (writer.booked + 1)) + 2).start_time };
    return create(
      'timeTrackings',
      {
        ...(other % 2 === 0
          ? { ...hours, start_time: hours.start_time.replace(':00:00', ':20:00') }
          : longer),
        task_id: one(world, 'tasks', other),
      },
      '?_insert_into_conflicting=1',
    );
  },
  noteBooking: ({ world, pick, other }) =>
    update('timeTrackings', { id: one(world, 'timeTrackings', pick), notes: `note ${other}` }),
  rebook: ({ world, pick, other }) =>
    update('timeTrackings', { id: one(world, 'timeTrackings', pick), task_id: one(world, 'tasks', other) }),
  deleteBooking: ({ world, pick }) => remove('timeTrackings', one(world, 'timeTrackings', pick)),
  deletePassage: ({ world, pick }) => remove('checkpointTrackings', one(world, 'checkpointTrackings', pick)),
  joinTeam: ({ world, pick, other }) =>
    create('teamMembers', {
      team_id: one(world, 'teams', pick),
      user_id: world.users[other % world.users.length],
    }),
  leaveTeam: ({ world, pick, other }) => ({
    method: 'DELETE',
    path: `teamMembers/delete?team_id=${one(world, 'teams', pick)}&user_id=${world.users[other % world.users.length]}`,
  }),
  writeMessage: ({ writer, other }) =>
    create('messages', { sender_id: writer.userId, message: `message ${other}` }),
  writeManyMessages: ({ writer, other }) =>
    create(
      'messages',
      Array.from({ length: 40 }, (_, index) => ({ sender_id: writer.userId, message: `${other}/${index}` })),
    ),
  deleteMessage: ({ world, pick }) => remove('messages', one(world, 'messages', pick)),
  createDepartment: ({ world, pick, other }) =>
    create('departments', {
      department_name: `department ${other}`,
      mother_id: one(world, 'departments', pick),
    }),
  moveDepartment: ({ world, pick, other }) =>
    update('departments', {
      id: one(world, 'departments', pick),
      mother_id: one(world, 'departments', other),
    }),
  deleteDepartment: ({ world, pick }) => remove('departments', one(world, 'departments', pick)),
  movePerson: ({ world, pick, other }) =>
    update('users', {
      id: world.users[other % world.users.length],
      department_id: one(world, 'departments', pick),
    }),
  changeZone: ({ world, pick, other }) =>
    world.zones.length === 0
      ? create('messages', { sender_id: world.users[0], message: `no zone ${other}` })
      : update('generalSettings', {
          id: world.zoneSetting,
          setting_value: world.zones[pick % world.zones.length],
        }),
} as const satisfies Record<string, Make>;

/** Resources that a history touches, parents first. */
export const touched = [
  'generalSettings',
  'departments',
  'users',
  'teams',
  'teamMembers',
  'projects',
  'tasks',
  'messages',
  'checkpoints',
  'timeTrackings',
  'checkpointTrackings',
  'timeTrackingChangelogs',
];

/** Steps for each of eight writers; ServerTimeZone changes oftener than anything else, where it changes at all. */
export const histories: fc.Arbitrary<readonly (readonly Step[])[]> = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(requests) as Step['kind'][]), 'changeZone', 'changeZone'),
      pick: fc.nat(500),
      other: fc.nat(500),
    }),
    { minLength: 14, maxLength: 22 },
  ),
  { minLength: 8, maxLength: 8 },
);

/** Takes a step; answers whether it was written. Anything but a success or a refusal of the domain fails the test. */
export async function take(step: Step, world: World, writer: Writer): Promise<boolean> {
  const make: Make = requests[step.kind];
  const { method, path, body } = make({ world, writer, ...step });
  const answer = await writer.client.request(method, path, body === undefined ? {} : { body });
  // A busy database (503) has written nothing either.
  assert.ok(
    [200, 422, 503].includes(answer.status),
    `${method} ${path} answered ${answer.status}: ${answer.text}`,
  );
  remember(world, answer.json);
  return answer.json['Success'] === true;
}

/** Some id of the resource that anybody has seen. */
function one({ ids }: World, resource: string, pick: number): number {
  const known = ids.get(resource) ?? [];
  return known[pick % known.length] ?? 999_999;
}

/** An hour of the writer's own, in May 2026. */
function booking({ userId }: Writer, hour: number): BookedHour {
  const at = (hours: number): string =>
    new Date(Date.UTC(2026, 4, 1) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const zone = 'Europe/Vienna';
  return {
    user_id: userId,
    start_time: at(hour),
    start_time_timezone: zone,
    end_time: at(hour + 1),
    end_time_timezone: zone,
  };
}

interface BookedHour {
  readonly user_id: number;
  readonly start_time: string;
  readonly start_time_timezone: string;
  readonly end_time: string;
  readonly end_time_timezone: string;
}

/** Notes every id in an answer, however deep. */
function remember(world: World, value: unknown, resource = ''): void {
  if (Array.isArray(value)) for (const item of value) remember(world, item, resource);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const members = value as Envelope;
  const name = (members['ResourceName'] as string | undefined) ?? resource;
  const id = members['id'] as unknown;
  if (typeof id === 'number' && name !== '') {
    const known = world.ids.get(name) ?? [];
    if (!known.includes(id)) world.ids.set(name, [...known, id]);
  }
  for (const [key, member] of Object.entries(members)) {
    if (typeof member === 'object') remember(world, member, key === 'Results' ? name : '');
  }
}
