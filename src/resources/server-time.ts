// What the server's clock says, for clients that keep their own in step.
import type { Access } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { localText, offsetAt } from '#values/time-zone.ts';

const access: Access = { read: () => [{ level: 'own', scope: 'all' }], write: () => [] };

export default defineResource({
  name: 'serverTime',
  doc: "The server's clock.",
  storage: 'computed',
  fields: {
    server_time: field(types.moment, '-O-', 'The present moment in the time zone named beside it.'),
    timezone: field(types.string, '-O-', "The account's ServerTimeZone."),
    utc_offset: field(types.integer, '-O-', 'Seconds by which that zone is now east of UTC.'),
  },
  actions: ['read'],
  access,
  compute: ({ now, serverTimeZone }) => ({
    server_time: localText(now, serverTimeZone),
    timezone: serverTimeZone,
    utc_offset: offsetAt(serverTimeZone, now),
  }),
});
