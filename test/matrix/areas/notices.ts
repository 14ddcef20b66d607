// Notifications, roles and preferences.
import type { Area } from './area.ts';

/** Nothing yet. */
export const notices: Area = {};
