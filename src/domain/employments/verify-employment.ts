// The row of users against the rows of employments: compared, or brought to agree.
import type { ReadView, Row, View } from '#resource/rule.ts';
import { differences } from '../days/day-columns.ts';
import { rowDifferences, type Difference } from '../timesheets/rebuild.ts';
import { columnsOfEmployment, columnsOfUser, employmentRows } from './employment-rows.ts';
import { keepLastEmployment } from './follow-employments.ts';

/** Where the last row of a person's employments, or the former ones in the row of users, say something else. */
export function verifyEmployment(view: ReadView, userId: number): readonly Difference[] {
  const [user, last, former] = employmentOf(view, userId);
  if (user === undefined) return [];
  const wanted = columnsOfEmployment(user);
  const isDated = Object.values(wanted).some((value) => typeof value === 'string');
  const ofLast = last === undefined && !isDated ? [] : compared('employments', last ?? null, wanted);
  return [...ofLast, ...compared('users', user, former)];
}

function compared(
  resource: string,
  stored: (Row & { readonly id: number }) | null,
  wanted: Row,
): readonly Difference[] {
  return rowDifferences(resource, { key: String(stored?.id ?? ''), stored, wanted });
}

/** Brings them to agree: the row of users says the last employment, the rows of employments the former ones. */
export function rebuildEmployment(view: View, userId: number): number {
  const found = verifyEmployment(view, userId);
  const [user, , former] = employmentOf(view, userId);
  if (user === undefined || found.length === 0) return 0;
  keepLastEmployment(view, user);
  const values = differences(user, former);
  if (Object.keys(values).length > 0) view.update('users', userId, values);
  return 1;
}

/** The row of the person, the row of their last employment, and what the former ones are to the row of the person. */
function employmentOf(
  view: ReadView,
  userId: number,
): readonly [
  Row<'users'> | undefined,
  Row<'employments'> | undefined,
  Pick<Row<'users'>, 'former_employments'>,
] {
  const rows = employmentRows(view, userId);
  const { former_employments } = columnsOfUser(rows);
  return [view.get('users', userId), rows.at(-1), { former_employments }];
}
