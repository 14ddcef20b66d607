// Statuses of people whom an older version of the program created: added when missing, as they stand.
import type { Engine } from '#engine/engine.ts';
import { renewStatuses } from '#rules/status/keep-status.ts';
import { fillMissing } from './fill-missing.ts';

const lack = { table: 'users', other: 'user_status_overview', column: 'id' } as const;

/** Gives everybody a row in `userStatusOverview`; those who have one keep it. */
export async function fillStatuses(engine: Engine): Promise<void> {
  const now = Math.floor(engine.clock() / 1000);
  await fillMissing(engine, { lack, fill: (userId, view) => renewStatuses(view, { ids: [userId], now }) });
}
