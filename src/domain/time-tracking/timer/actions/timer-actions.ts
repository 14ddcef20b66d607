// The actions `start`, `stop` and `toggle`, and with which parameters; and the read `current`.
import { field, types } from '#resource/define-resource.ts';
import type { NamedRead } from '#resource/resource.ts';
import { latitude, longitude, metres } from '../../../position.ts';
import { checked, extras, taken, zone, type Actions, type Fields } from '../../action-parameters.ts';
import { timedPeople } from '../target-user.ts';
import { start, toggle } from './start.ts';
import { stop } from './stop.ts';

const flags = ['is_billable', 'max_hours_alert', 'client_unique_id', 'is_offline_tracking'];
const remarks = ['notes', ...extras, ...flags];

const common: Fields = {
  user_id: field(
    types.integer,
    'O--',
    'Whose time it is; of the user of the token or the bearer of the tag unless given.',
    { relation: 'users' },
  ),
  time: field(types.local, 'O--', 'When it happened, on the clocks of the zone; now unless given.'),
  timezone: field(types.string, 'O--', "Zone of the clocks, by name or id; the person's unless given.", zone),
  geo_lat: latitude('O--', 'Latitude in degrees north.'),
  geo_long: longitude('O--', 'Longitude in degrees east.'),
  geo_accuracy: metres('O--', 'Uncertainty of the position in metres.'),
};

/** What a call says of the start or the end, by the names of the row's own fields. */
const ofSide = (side: 'start' | 'end'): readonly string[] => [
  ...['time', 'time_timezone', 'time_offset', 'type_id'].map((name) => `${side}_${name}`),
  ...['lat', 'long', 'accuracy'].map((part) => `geo_${side}_${part}`),
];

/** The timer's actions on the resource with these fields. */
export function timerActions(fields: Fields): Actions {
  const parameters = (...names: readonly string[]): Fields => ({ ...common, ...taken(fields, names) });
  const people = { allowed: timedPeople, on: 'resource' } as const;
  return {
    start: {
      ...people,
      doc: 'Starts a tracking; one that runs ends where it begins.',
      methods: ['POST', 'PUT'],
      parameters: parameters(...remarks, 'task_id', ...ofSide('start')),
      verb: 'create',
      run: checked(start),
    },
    stop: {
      ...people,
      doc: 'Stops the running tracking, or the one of the id; answers no row when nothing runs.',
      methods: ['PUT', 'POST'],
      on: 'either',
      parameters: parameters(...remarks, ...ofSide('end')),
      verb: 'update',
      run: checked(stop),
    },
    toggle: {
      ...people,
      doc: 'Starts when nothing runs, stops when something does, and answers what it started or stopped.',
      methods: ['POST', 'PUT'],
      parameters: parameters(...remarks, 'task_id', ...ofSide('start'), ...ofSide('end')),
      verb: 'create',
      run: checked(toggle),
    },
  };
}

/** The read `current`: what runs, with a filter on `user_id` of these people, otherwise of the caller; a machine has none. */
export const current: NamedRead = (accessContext, filtered) => {
  const running = { column: 'end_instant', oneOf: [null] };
  if (filtered.has('user_id')) return [running];
  return [running, { column: 'user_id', oneOf: accessContext.userId === null ? [] : [accessContext.userId] }];
};
