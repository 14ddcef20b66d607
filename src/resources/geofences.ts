// Circles on the map, inside which live bookings on the nodes linked to them may begin.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { latitude, longitude } from '#domain/position.ts';

export default defineResource({
  name: 'geofences',
  doc: 'A circle on the map; projects and tasks are linked to it by geofenceToNodes.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the place.', { maxLength: 255 }),
    geo_lat: latitude('ROO', 'Latitude of the centre in degrees north.'),
    geo_long: longitude('ROO', 'Longitude of the centre in degrees east.'),
    radius: field(types.integer, 'ROO', 'Distance from the centre to the edge in metres.', { min: 1 }),
    updated: field(types.moment, 'OOO', 'When the row was last changed; what is sent for it has no effect.'),
    address: field(types.string, 'OOO', 'Postal address of the place.', { maxLength: 1000 }),
    is_request_flow_active: field(
      types.boolean,
      'OOO',
      'Whether a live start outside can be requested, with _request_user_comment.',
    ),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  owned: { geofenceToNodes: 'geofence_id' },
  access: sharedData,
});
