// The rights of each kind of caller to the timer actions, written down; no code computes them.
import assert from 'node:assert/strict';
import { written } from '../time-tracking/booking.ts';
import type { ActionCase } from './action-table.ts';
import type { Entity, Making } from './areas/area.ts';

const resource = 'timeTrackings';
const [onClocks, onTrackings] = ['y ! y y y y ! y ! ! #', 'y ! y y y y ! y - - #'];
const deciding = 'y ! y y y y ! ! ! - #';

/** The cases of every action of `timeTrackings`. */
export const timerActions: readonly ActionCase[] = [
  {
    resource,
    action: 'start',
    on: 'the clock of a person',
    rights: onClocks,
    prepare: async (making) => {
      await boundMinute(making, 2003);
      return { ...late(making.person, 2003, making.number), task_id: 4 };
    },
    trace: ({ user_id, time }) => [resource, { user_id: user_id as number, start_time: time as string }],
  },
  {
    resource,
    action: 'stop',
    on: 'the clock of a person',
    rights: onClocks,
    prepare: async (making) => {
      const { company, person, number } = making;
      await boundMinute(making, 2004);
      const started = { ...late(person, 2004, number), task_id: 4 };
      written(await company.machine.put('timeTrackings/start', started));
      return late(person, 2004, number, 10);
    },
    trace: ({ user_id, time }) => [resource, { user_id: user_id as number, end_time: time as string }],
  },
  {
    resource,
    action: 'toggle',
    on: 'the clock of a person',
    rights: onClocks,
    prepare: async (making) => {
      await boundMinute(making, 2005);
      return { ...late(making.person, 2005, making.number), task_id: 4 };
    },
    trace: ({ user_id, time }) => [resource, { user_id: user_id as number, start_time: time as string }],
  },
  {
    resource,
    action: 'split',
    on: 'a tracking of a person',
    rights: onTrackings,
    prepare: async (making) => ({ id: await booked(making), time: moment(2006, making.number, 20) }),
    trace: ({ id, time }) => [resource, { id: id as number, end_time: time as string }],
  },
  {
    resource,
    action: 'approve',
    on: 'a tracking of a person',
    rights: deciding,
    prepare: async (making) => ({ id: await booked(making) }),
    trace: ({ id }) => [resource, { id: id as number, approved_by_admin: 1 }],
  },
  { ...ofRequest('reject', 'DECLINED'), rights: deciding },
  { ...ofRequest('cancel', 'CANCELED'), rights: 'y ! y ! ! ! ! y - - #' },
];

/** Something that a phone recorded in the minute of this number, some seconds in. */
function late(user_id: number, year: number, number: number, seconds = 0): Entity {
  return { user_id, time: moment(year, number, seconds), timezone: 'UTC', is_offline_tracking: 1 };
}

/** What is started in the minute ends before the next one. */
async function boundMinute({ company, person, number }: Making, year: number): Promise<void> {
  const { status, text } = await company.machine.put('timeTrackings/stop', late(person, year, number, 50));
  assert.equal(status, 200, text);
}

function moment(year: number, number: number, seconds: number): string {
  const date = new Date(Date.UTC(year, 0, 1, 0, number, seconds));
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

async function booked({ company, person, number }: Making): Promise<number> {
  const tracking = {
    user_id: person,
    task_id: 4,
    start_time: moment(2006, number, 0),
    start_time_timezone: 'UTC',
    end_time: moment(2006, number, 40),
    end_time_timezone: 'UTC',
  };
  return (await company.machine.create(resource, tracking))['id'] as number;
}

function ofRequest(action: string, status: string): Omit<ActionCase, 'rights'> {
  return {
    resource,
    action,
    on: 'a tracking with a change request',
    prepare: async (making) => {
      const id = await booked(making);
      const asked = { time_tracking_id: id, new_end_time: moment(2006, making.number, 50) };
      await making.company.machine.create('changeTimeTrackingRequests', asked);
      return { id };
    },
    trace: ({ id }) => ['changeTimeTrackingRequests', { time_tracking_id: id as number, status }],
  };
}
