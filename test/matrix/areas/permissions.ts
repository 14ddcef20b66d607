// Permissions and what follows from them.
import type { Area } from './area.ts';

/** Nothing yet. */
export const permissions: Area = {};
