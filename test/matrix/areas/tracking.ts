// Plans, transponders, geofences, change requests, statuses.
import { masterData, none, type Area } from './area.ts';

/** What was said of the others stands in access-table.ts: letters by caller. */
export const tracking: Area = {
  rights: {
    geofences: masterData,
    geofenceToNodes: masterData,
    nfcTransponders: {
      read: 'a a a m m m - o - - #',
      create: 'y ! y y ! ! ! ! ! ! #',
      update: 'y ! y y ! ! ! ! ! ! #',
      delete: 'y ! y y ! ! ! ! ! ! #',
    },
    timePlannings: {
      read: 'a a a m m m - o - - #',
      create: 'y ! y y y y ! ! ! ! #',
      update: 'y ! y y y y ! ! ! - #',
      delete: 'y ! y y y y ! ! ! - #',
    },
    changeTimeTrackingRequests: {
      read: 'a a a m m m - o - - #',
      create: 'y ! y y y y ! y - - #',
      update: 'y ! y ! ! ! - y - - #',
      delete: 'y ! y ! ! ! - y - - #',
    },
    // Colleagues of a department see who is at work.
    userStatusOverview: { read: 'a a a m m m o o p p #', create: none, update: none, delete: none },
    hoursReports: { read: 'a a a m m m o o - - #', create: none, update: none, delete: none },
  },
  probes: {
    timePlannings: { o: 'duration', m: 'cost_user' },
    userStatusOverview: { p: 'is_running', o: 'status' },
  },
  samples: {
    geofences: ({ mark, serial }) => ({
      name: `${mark} place ${serial}`,
      geo_lat: 48.2,
      geo_long: 16.37,
      radius: 100,
      address: `${mark} street`,
    }),
    geofenceToNodes: ({ id }) => ({ geofence_id: id('geofences'), node_id: id('tasks') }),
    nfcTransponders: ({ mark, serial, id }) => ({
      mode_id: 2,
      unique_id: `${mark} tag ${serial}`,
      task_id: id('tasks'),
      start_task_afterwards: id('tasks'),
    }),
    timePlannings: ({ mark, serial, id }) => ({
      user_id: id('users'),
      task_id: id('tasks'),
      ...hours(serial),
      notes: `${mark} shift ${serial}`,
    }),
    changeTimeTrackingRequests: ({ mark, serial, id }) => ({
      time_tracking_id: id('timeTrackings'),
      request_user_comment: `${mark} please ${serial}`,
      nestedEntities: {
        timeTrackings: [{ user_id: id('users'), task_id: id('tasks'), ...hours(serial), notes: mark }],
      },
    }),
  },
  harmlessUpdates: {
    geofences: { address: 'a' },
    geofenceToNodes: { updated: '2020-01-01 00:00:00' },
    nfcTransponders: { start_task_afterwards: 4 },
    timePlannings: { notes: 'n' },
    changeTimeTrackingRequests: { request_user_comment: 'c' },
  },
  found: {
    userStatusOverview: ({ person }) => ({ user_id: person }),
    hoursReports: async ({ company, person, number }) => {
      await company.machine.create('timeTrackings', { user_id: person, task_id: 4, ...hours(number) });
      return { user_id: person, _group_by: 'user_id' };
    },
  },
  makers: {
    geofences: ({ number }) => ({ name: `Place ${number}`, geo_lat: 48.2, geo_long: 16.37, radius: 100 }),
    geofenceToNodes: async ({ company, number }) => {
      const place = { name: `Place ${number}`, geo_lat: 48.2, geo_long: 16.37, radius: 100 };
      return { geofence_id: (await company.machine.create('geofences', place))['id'], node_id: 4 };
    },
    nfcTransponders: ({ person, number }) => ({ mode_id: 1, unique_id: `tag ${number}`, user_id: person }),
    timePlannings: ({ person, number }) => ({ user_id: person, task_id: 4, ...hours(number) }),
    changeTimeTrackingRequests: async ({ company, person, number }) => {
      const booked = { user_id: person, task_id: 4, ...hours(number) };
      return {
        time_tracking_id: (await company.machine.create('timeTrackings', booked))['id'],
        request_user_comment: 'please',
        nestedEntities: { timeTrackings: [{ ...booked, ...hours(number, ['17', '19']) }] },
      };
    },
  },
};

/** Hours of a day that differs from number to number. */
function hours(number: number, [from, to] = ['08', '16']): Readonly<Record<string, string>> {
  const day = new Date(Date.parse('2026-12-01') + number * 86_400_000).toISOString().slice(0, 10);
  return {
    start_time: `${day} ${from}:00:00`,
    end_time: `${day} ${to}:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time_timezone: 'Europe/Vienna',
  };
}
