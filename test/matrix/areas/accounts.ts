// Day accounts, their summaries and logs.
import type { Area } from './area.ts';

/** Nothing yet. */
export const accounts: Area = {};
