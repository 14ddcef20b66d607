// Checkpoints that a person passed during a tracking.
import { timesOfPerson, editablePeople } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import {
  copyTrackedPerson,
  nameZone,
  noteLive,
} from '#domain/time-tracking/checkpoints/complete-checkpoint-tracking.ts';
import { latitude, longitude, metres } from '#domain/position.ts';

export default defineResource({
  name: 'checkpointTrackings',
  doc: 'A checkpoint that a person passed during a time tracking.',
  fields: {
    id,
    checkpoint_id: field(types.integer, 'ROO', 'The checkpoint passed.', { relation: 'checkpoints' }),
    time_tracking_id: field(types.integer, 'ROO', 'The tracking during which it was passed.', {
      relation: 'timeTrackings',
    }),
    timestamp: field(types.local, 'ROO', 'When it was passed, on the clocks of timezone.'),
    geo_long: longitude('OOO', 'Longitude in degrees east.'),
    geo_lat: latitude('OOO', 'Latitude in degrees north.'),
    geo_accuracy: metres('OOO', 'Uncertainty of the position in metres.'),
    notes: field(types.string, 'OOO', 'Remarks.'),
    timezone: field(
      types.string,
      'ROO',
      'IANA name of the zone of timestamp; an id from timezones is accepted.',
      {
        maxLength: 64,
        zone: true,
      },
    ),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    is_live: field(types.boolean, '-O-', 'Whether it was sent within 5 minutes of timestamp.'),
    oauth_client_id: field(types.integer, '-O-', 'Credential through which it was sent, if it has a number.'),
    client_unique_id: field(
      types.string,
      'OO-',
      'Name the client gave it; a repeated create changes nothing.',
      {
        maxLength: 255,
      },
    ),
  },
  spellings: { timezone_id: 'timezone' },
  hidden: { user_id: { column: 'integer' } },
  lastChange: 'data_changed',
  audited: false,
  actions: ['read', 'create', 'update', 'delete'],
  idempotent: ['time_tracking_id', 'client_unique_id'],
  indexes: [{ columns: ['checkpoint_id'] }, { columns: ['user_id'] }],
  access: timesOfPerson('user_id', (accessContext) => editablePeople('user_id', accessContext)),
  before: [copyTrackedPerson, nameZone, noteLive],
});
