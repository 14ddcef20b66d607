// Who is assigned to nodes, favourites and to-dos, shared terminals.
import type { Area } from './area.ts';

/** Nothing yet. */
export const nodes: Area = {};
