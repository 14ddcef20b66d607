// The row of users shows the last employment and follows every change of employments; the row of the last employment
// follows every change of the row of users.
import type { Row, Rule, View } from '#resource/rule.ts';
import { passOnRequests } from '../absences/replacement.ts';
import { renewDaysOfPerson } from '../absences/renew-days.ts';
import { todayOf } from '../days/employment.ts';
import { keepAccount } from '../timesheets/keep-account.ts';
import { differences } from '../days/day-columns.ts';
import { anyDiffers, rowId } from '../change.ts';
import { settlePerson } from '../holidays/settle-people.ts';
import { keepStatusOfPerson } from '../status/keep-status.ts';
import { endWhenLeft } from '../time-tracking/end-after-exit.ts';
import { keepUserHistory } from '../users/keep-user-history.ts';
import { protectAdministrators } from '../users/protect-administrators.ts';
import { columnsOfEmployment, columnsOfUser, employmentRows, shownColumns } from './employment-rows.ts';

/** What follows a change of a person's dates; the same rules as after an update of the row itself. */
const followers: readonly Rule<'users'>[] = [
  renewDaysOfPerson,
  settlePerson,
  keepAccount,
  endWhenLeft,
  passOnRequests,
  keepStatusOfPerson,
  keepUserHistory,
];

/** After an employment came, changed or went: the person's row shows the last one, and days, holiday and status follow. */
export const followEmployments: Rule<'employments'> = (change, view) => {
  const userId = change.after.user_id;
  const before = view.get('users', userId);
  if (before === undefined) return;
  const rows = employmentRows(view, userId).filter(
    ({ id }) => change.verb !== 'delete' || id !== change.after.id,
  );
  const values = differences(before, columnsOfUser(rows));
  if (Object.keys(values).length === 0) return;
  const all = { ...columnsOfUser(rows), begun_until: todayOf(before, change.now) };
  const after = { ...before, ...all };
  const given = new Set(Object.keys(values));
  const ofUser = {
    ...change,
    verb: 'update',
    resource: 'users',
    before,
    after,
    given,
    trusted: true,
  } as const;
  protectAdministrators(ofUser, view);
  view.update('users', userId, all);
  view.affected('users', userId);
  for (const follow of followers) follow(ofUser, view);
};

/** After a person was created or changed: the row of their last employment says the same. */
export const showEmployment: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, shownColumns)) return;
  keepLastEmployment(view, { ...change.after, id: rowId(change) });
};

/** Writes the row of the last employment as the row of users says it; a person without any date gets none. */
export function keepLastEmployment(view: View, user: Row<'users'>): void {
  const userId = user.id;
  const wanted = columnsOfEmployment(user);
  const last = employmentRows(view, userId).at(-1);
  if (last !== undefined) return view.update('employments', last.id, wanted);
  const isDated = Object.values(wanted).some((value) => typeof value === 'string');
  if (isDated) view.insert('employments', { user_id: userId, ...wanted });
}
