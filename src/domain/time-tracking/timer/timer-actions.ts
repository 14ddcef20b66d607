// What can be done with trackings beside reading, creating, updating and deleting, and with which parameters.
import { editablePeople } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { field, types, type ActionDeclaration, type FieldDeclaration } from '#resource/define-resource.ts';
import { latitude, longitude, metres } from '../../position.ts';
import { zoneNames } from '../../reference/zone-by-id.ts';
import { checkParameters } from '../../sent-parameters.ts';
import { zoneFields } from '../name-zones.ts';
import { approve, cancel, deciders, reject } from './decide.ts';
import { split } from './split.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';
import { toggle } from './toggle.ts';
import { timedPeople } from './whose.ts';

type Fields = Readonly<Record<string, FieldDeclaration>>;
type Actions = Readonly<Record<string, ActionDeclaration<'timeTrackings'>>>;

const zone = { maxLength: 64 };
const numbers = [1, 2, 3, 4, 5, 6];
const extras = ['t_iv', 'u_iv'].flatMap((prefix) => numbers.map((number) => `${prefix}_${number}`));
const remarks = [
  'notes',
  ...extras,
  'is_billable',
  'max_hours_alert',
  'client_unique_id',
  'is_offline_tracking',
];

const common: Fields = {
  user_id: field(
    types.integer,
    'O--',
    'Whose time it is; of the user of the token or the bearer of the tag unless given.',
    {
      relation: 'users',
    },
  ),
  time: field(types.local, 'O--', 'When it happened, on the clocks of the zone; now unless given.'),
  timezone: field(types.string, 'O--', "Zone of the clocks, by name or id; the person's unless given.", zone),
  geo_lat: latitude('O--', 'Latitude in degrees north.'),
  geo_long: longitude('O--', 'Longitude in degrees east.'),
  geo_accuracy: metres('O--', 'Uncertainty of the position in metres.'),
};

/** The timer's actions on the resource with these fields. */
export function timerActions(fields: Fields): Actions {
  const sides = { start: side(fields, 'start'), end: side(fields, 'end') };
  const shared = { ...common, ...taken(fields, remarks) };
  const task = taken(fields, ['task_id']);
  const people = { allowed: timedPeople, on: 'resource' } as const;
  return {
    start: {
      ...people,
      doc: 'Starts a tracking; one that runs ends where it begins.',
      methods: ['POST', 'PUT'],
      parameters: { ...shared, ...task, ...sides.start },
      verb: 'create',
      run: checked(start),
    },
    stop: {
      ...people,
      doc: 'Stops the running tracking, or the one of the id; answers no row when nothing runs.',
      methods: ['PUT', 'POST'],
      on: 'either',
      parameters: { ...shared, ...sides.end },
      verb: 'update',
      run: checked(stop),
    },
    toggle: {
      ...people,
      doc: 'Starts when nothing runs, stops when something does, and answers what it started or stopped.',
      methods: ['POST', 'PUT'],
      parameters: { ...shared, ...task, ...sides.start, ...sides.end },
      verb: 'create',
      run: checked(toggle),
    },
    split: {
      doc: 'Cuts a tracking in two that touch and answers both; the second may be on another task.',
      methods: ['PUT'],
      on: 'row',
      parameters: splitParameters(fields),
      allowed: (sight) => editablePeople('user_id', sight),
      verb: 'update',
      run: checked(split),
    },
    ...decisions,
  };
}

const requested = field(
  types.integer,
  'O--',
  'The tracking itself. Sent empty, it says that id is the id of a request for a new tracking.',
  { relation: 'timeTrackings' },
);

const decisions: Actions = {
  approve: {
    doc: 'Approves a tracking, which freezes it, and grants the changes that are asked for, if any.',
    on: 'row',
    allowed: deciders,
    absent: true,
    parameters: { time_tracking_id: requested },
    verb: 'approve',
    run: checked(approve),
  },
  reject: {
    doc: 'Declines the changes of a tracking that are asked for.',
    on: 'row',
    allowed: deciders,
    absent: true,
    parameters: { time_tracking_id: requested },
    verb: 'approve',
    run: checked(reject),
  },
  cancel: {
    doc: 'Takes the changes of a tracking that are asked for back.',
    on: 'row',
    allowed: (sight) => editablePeople('user_id', sight),
    verb: null,
    run: checked(cancel),
  },
};

type Runs<Told> = (call: Told, view: ActionView) => Promise<ActionAnswer>;

/** The action, refusing parameters that say nothing; zones have names, however they were sent. */
function checked<Told extends Call<'timeTrackings'>>(run: Runs<Told>): Runs<Told> {
  return async (call, view) => {
    checkParameters(call.parameters);
    const named = await zoneNames(call.values, zoneFields, view);
    return run({ ...call, values: { ...call.values, ...named } }, view);
  };
}

function splitParameters(fields: Fields): Fields {
  return {
    time: field(types.local, 'R--', 'Where it is cut, on the clocks of timezone.'),
    timezone: field(
      types.string,
      'O--',
      'Zone of time, by name or id; that of the start unless given.',
      zone,
    ),
    geo_lat: latitude('O--', 'Latitude of the cut in degrees north.'),
    geo_long: longitude('O--', 'Longitude of the cut in degrees east.'),
    geo_accuracy: metres('O--', 'Uncertainty of that position in metres.'),
    ...taken(fields, ['task_id', 'start_time_offset', 'notes', ...extras, 'is_billable', 'max_hours_alert']),
  };
}

/** What a call says of the start or the end, by the names of the row's own fields. */
function side(fields: Fields, name: 'start' | 'end'): Fields {
  return taken(fields, [
    `${name}_time`,
    `${name}_time_timezone`,
    `${name}_time_offset`,
    `${name}_type_id`,
    ...['lat', 'long', 'accuracy'].map((part) => `geo_${name}_${part}`),
  ]);
}

/** The row's fields of these names as parameters that need not be sent. */
function taken(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const known = fields[name];
      if (known === undefined) throw new Error(`timeTrackings has no field ${name}`);
      return [name, { ...known, create: 'O', read: '-', update: '-', required: false }];
    }),
  );
}
