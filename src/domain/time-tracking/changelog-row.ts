// What `timeTrackingChangelogs` keeps of a change of a tracking. Pure.
import type { AccessContext } from '#resource/access.ts';
import type { Columns, Row } from '#resource/rule.ts';

/** What of a tracking the changelog names. */
type Logged = Row &
  Pick<Row<'timeTrackings'>, 'id' | 'user_id' | 'task_id' | 'start_time' | 'end_time' | 'duration'>;

/** The changelog row for a tracking that was `before` and is `after`; `by`: who changed it, `null` the server itself. */
export function changelogRow(
  before: Logged | null,
  after: Logged | null,
  by: Pick<AccessContext, 'userId' | 'clientId'> | null,
): Columns<'timeTrackingChangelogs'> {
  const row = after ?? before;
  return {
    change_type: before === null ? 'CREATE' : after === null ? 'DELETE' : 'UPDATE',
    change_reason_id: 0,
    change_user_id: by?.userId ?? null,
    change_oauth_client_id: by?.clientId ?? null,
    tracker_id: row?.id ?? null,
    user_id: row?.user_id ?? null,
    task_id: row?.task_id ?? null,
    start_time: before?.start_time ?? null,
    new_start_time: after?.start_time ?? null,
    end_time: before?.end_time ?? null,
    new_end_time: after?.end_time ?? null,
    duration: row?.duration ?? null,
    old_values: before === null ? null : JSON.stringify(after === null ? before : changedOnly(before, after)),
  };
}

/** The columns that differ, as they stood before; `null` when none does. */
export function changedOnly(before: Row, after: Row): Row | null {
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updated' && (value ?? null) !== (after[name] ?? null),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
