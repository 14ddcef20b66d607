// What people decide about a day of a person's account stands in the log: approvals at their level, approvals taken back with
// the reason, and changes of hours added, hours paid out and remarks, each with the value before and after.
import { actingUser, type AccessContext } from '#resource/access.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import type { AccountDay } from '../days/day-account.ts';
import { differs } from '../change.ts';

/** Types of entries about decisions; the others are about days of holiday and absences. */
export const decisionTypes: readonly string[] = ['approval', 'additions', 'overtime_paid', 'comment'];

/** A day on which something was decided, by whom. */
interface Decision {
  readonly accessContext: AccessContext;
  /** Row of the day. */
  readonly day: Pick<AccountDay, 'user_id' | 'date'>;
}

/** Logs that approvals were given, or taken back. */
export function logApprovals(
  view: View,
  { accessContext, day }: Decision,
  part: {
    readonly levels: readonly string[];
    readonly isTakenBack: boolean;
    readonly comment: string | null;
  },
): void {
  const entries = part.levels.map((level): Entry => ({
    type: 'approval',
    subtype: part.isTakenBack ? `${level}_removed` : level,
    comment: part.comment,
  }));
  log(view, { accessContext, day }, entries);
}

/** After hours added, hours paid out or remarks of a day were changed. */
export const logWritten: Rule<'timesheetAccountings'> = (change, view) => {
  const { before, after, accessContext } = change;
  const hours = (['additions', 'overtime_paid'] as const)
    .filter((name) => differs(change, name))
    .map((name): Entry => {
      const [old, now] = [before?.[name] ?? 0, after[name] ?? 0];
      const data = JSON.stringify({ before: shownHours(old), after: shownHours(now) });
      return { type: name, subtype: 'change', value: Math.round((now - old) / 36), value_unit: 'hs', data };
    });
  const remarks: readonly Entry[] = differs(change, 'comment')
    ? [
        {
          type: 'comment',
          subtype: 'change',
          data: JSON.stringify({ before: before?.comment ?? null, after: after.comment ?? null }),
        },
      ]
    : [];
  log(view, { accessContext, day: after }, [...hours, ...remarks]);
};

type Entry = Pick<Row<'timesheetActionLogs'>, 'type' | 'subtype'> & Partial<Row<'timesheetActionLogs'>>;

function log(view: View, { accessContext, day }: Decision, entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  const { user_id, date } = day;
  const user = view.get('users', user_id);
  const common = {
    user_id,
    user_department_id: user?.department_id ?? null,
    user_role_id: user?.role_id ?? null,
    date,
    from_date: date,
    by_user_id: actingUser(accessContext),
  };
  view.insertAll(
    'timesheetActionLogs',
    entries.map((entry) => ({ ...common, ...entry })),
  );
}
