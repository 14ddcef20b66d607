// Statuses of people whom an older version of the program created: added when missing, as they stand.
import type { Engine } from '#engine/engine.ts';
import type { Row, View } from '#resource/rule.ts';
import { statusRow } from '#rules/status/keep-status.ts';
import { fillMissing } from './fill-missing.ts';

const lack = { table: 'users', other: 'user_status_overview', column: 'id' } as const;

/** Gives everybody a row in `userStatusOverview`; those who have one keep it. */
export async function fillStatuses(engine: Engine): Promise<void> {
  await fillMissing(engine, { lack, fill: fillStatus });
}

async function fillStatus(userId: number, view: View): Promise<void> {
  const person = (await view.get('users', userId)) as Row;
  const [running] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'end_instant', is: 'null' },
  ]);
  await view.insert('userStatusOverview', statusRow(person, running ?? null));
}
