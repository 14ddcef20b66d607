// What can be done with trackings beside reading, creating, updating and deleting, and with which parameters.
import { editablePeople } from '#resource/access.ts';
import { field, types } from '#resource/define-resource.ts';
import { latitude, longitude, metres } from '../position.ts';
import { checked, extras, taken, zone, type Actions, type Fields } from './action-parameters.ts';
import { approve, cancel, deciders, reject } from './decide-tracking.ts';
import { split } from './split-tracking.ts';
import { timerActions } from './timer/actions/timer-actions.ts';

/** The actions on the resource with these fields. */
export function trackingActions(fields: Fields): Actions {
  return {
    ...timerActions(fields),
    split: {
      doc: 'Cuts a tracking in two that touch and answers both; the second may be on another task.',
      methods: ['PUT'],
      on: 'row',
      parameters: splitParameters(fields),
      allowed: (accessContext) => editablePeople('user_id', accessContext),
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
    allowed: (accessContext) => editablePeople('user_id', accessContext),
    verb: null,
    run: checked(cancel),
  },
};

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
