// Which projects and tasks lie inside which geofence.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'geofenceToNodes',
  doc: 'A project or task, with all below it, that belongs to a geofence.',
  fields: {
    id,
    geofence_id: field(types.integer, 'RO-', 'The geofence.', { relation: 'geofences' }),
    node_id: field(types.integer, 'ROO', 'The project or task.', { relation: 'nodes' }),
    updated: field(types.moment, 'OOO', 'When the row was last changed; what is sent for it has no effect.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['geofence_id', 'node_id'], unique: true, field: 'node_id' }],
  access: sharedData,
});
