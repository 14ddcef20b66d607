// A tracking that was recorded without connection and is created without an end may have ended before it was uploaded.
import type { Rule } from '#resource/rule.ts';
import { settleTimes } from '../derive-times.ts';
import { endAfter } from './ended-by.ts';
import { sideAt } from './moment.ts';
import { ledTo } from './uploads.ts';

/** Ends what is created where an upload that waits for it, or the next tracking, says that it ended. */
export const meetUploads: Rule = async (change, view) => {
  const { verb, trusted, after } = change;
  if (verb !== 'create' || trusted || after['is_offline_tracking'] !== 1 || after['end_time'] != null) return;
  const { start } = settleTimes(change);
  const end = await endAfter({ userId: after['user_id'] as number, view }, after, start);
  if (end === null) return;
  Object.assign(after, sideAt('end', end));
  for (const upload of end.uploads) await ledTo(upload, after['id'] as number, view);
};
