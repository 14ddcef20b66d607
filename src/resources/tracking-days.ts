// What of a tracking lies on which day, for those that lie on more than one: kept by a rule on timeTrackings.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'trackingDays',
  doc: 'How long a tracking that goes past midnight lasts on each of its days.',
  internal: true,
  fields: {
    id,
    time_tracking_id: field(types.integer, '---', 'The tracking.', {
      relation: 'timeTrackings',
      required: true,
    }),
    date: field(types.date, '---', 'A day on which it lies, in the zone of its start.', { required: true }),
    duration: field(types.integer, '---', 'Seconds on that day.', { required: true }),
  },
  actions: [],
  indexes: [{ columns: ['time_tracking_id', 'date'], unique: true }, { columns: ['date'] }],
  access: noAccess,
});
