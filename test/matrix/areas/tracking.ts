// Plans, transponders, geofences, change requests, statuses.
import type { Area } from './area.ts';

/** Nothing yet. */
export const tracking: Area = {};
