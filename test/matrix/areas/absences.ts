// Absences and their days.
import type { Area } from './area.ts';

/** Nothing yet. */
export const absences: Area = {};
