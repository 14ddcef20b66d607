// All areas together, in the order in which samples need each other.
import { absences } from './absences.ts';
import { accounts } from './accounts.ts';
import type { Area } from './area.ts';
import { files } from './files.ts';
import { nodes } from './nodes.ts';
import { notices } from './notices.ts';
import { permissions } from './permissions.ts';
import { schedules } from './schedules.ts';
import { terms } from './terms.ts';
import { tracking } from './tracking.ts';

const areas: readonly Area[] = [
  schedules,
  nodes,
  tracking,
  absences,
  accounts,
  notices,
  permissions,
  terms,
  files,
];

/** One part of every area, by resource. */
export function ofEveryArea<Part extends keyof Area>(part: Part): NonNullable<Area[Part]> {
  return Object.assign({}, ...areas.map((area) => area[part] ?? {})) as NonNullable<Area[Part]>;
}
