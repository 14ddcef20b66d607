// Work schedules that were there before their past was kept: what they say when it begins, they said since ever.
import type { Engine } from '#engine/engine.ts';
import { holdSinceEver } from '#rules/schedules/keep-versions.ts';
import { fillMissing } from './fill-missing.ts';

const lack = {
  table: 'work_schedules',
  other: 'schedule_versions',
  column: 'timesheet_template_id',
} as const;

/** Gives every schedule its first version; those that have one keep theirs. */
export async function fillScheduleVersions(engine: Engine): Promise<void> {
  await fillMissing(engine, { lack, fill: holdSinceEver });
}
