// Absence types, bans, public holidays, work schedules.
import type { Area } from './area.ts';

/** Nothing yet. */
export const schedules: Area = {};
