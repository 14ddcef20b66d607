// Days of absence and public holidays of a person against what they follow from: compared, or brought to it.
import type { ReadView, Row, View } from '#resource/rule.ts';
import { changesOf, needless, rowDifferences, type Difference } from '../timesheets/rebuild.ts';
import { expectedAbsences } from './expected-days.ts';
import { publicHolidaysOf } from './public-holiday-days.ts';
import type { WantedDay } from './store-days.ts';
import { withRows } from './with-rows.ts';

/** What is not as it should be, and the account as it would be seen if all of it were. Changes nothing. */
export function verifyDays(
  view: ReadView,
  userId: number,
): { readonly found: readonly Difference[]; readonly view: ReadView } {
  const { days, durations } = expectedDays(view, userId);
  const found = [
    ...durations.map(({ row, values }) => ({
      resource: 'absences',
      key: row.from_date,
      field: 'duration',
      stored: row.duration,
      expected: values.duration,
    })),
    ...days.flatMap(differencesOf),
  ];
  const rows = days.flatMap(({ stored, wanted }) => (wanted === null ? [] : [{ ...stored, ...wanted }]));
  const ofUser = (row: Row): boolean => row.user_id === userId;
  return {
    found,
    view: found.length === 0 ? view : withRows(view, { resource: 'absenceDays', rows, replaces: ofUser }),
  };
}

/** Brings them to what they should be; answers how many rows that took. Accounts are to be rebuilt afterwards. */
export function rebuildDays(view: View, userId: number): number {
  const { days, durations } = expectedDays(view, userId);
  const changed = days.flatMap(({ stored, wanted }) =>
    stored === null || wanted === null ? [] : changesOf(stored, wanted),
  );
  const added = days.flatMap(({ stored, wanted }) => (stored === null && wanted !== null ? [wanted] : []));
  const gone = days.flatMap(({ stored, wanted }) => (stored !== null && wanted === null ? [stored] : []));
  view.updateAll('absences', durations);
  view.removeAll('absenceDays', gone);
  view.updateAll('absenceDays', changed);
  view.insertAll('absenceDays', added);
  return durations.length + changed.length + added.length + gone.length;
}

/** A row as it stands and as it should be; `null`: none. */
interface ExpectedDay {
  readonly stored: Row<'absenceDays'> | null;
  readonly wanted: WantedDay | null;
}

/** An absence, and what its duration should be. */
interface ChangedDuration {
  readonly row: Row<'absences'>;
  readonly values: { readonly duration: number };
}

function expectedDays(
  view: ReadView,
  userId: number,
): { readonly days: readonly ExpectedDay[]; readonly durations: readonly ChangedDuration[] } {
  const absences = expectedAbsences(view, userId);
  const holidays = publicHolidaysOf(userId, view);
  return {
    days: [...absences.flatMap(pairs), ...pairs(holidays).map(withRole)],
    durations: absences
      .filter(({ absence, duration }) => absence.duration !== duration)
      .map(({ absence, duration }) => ({ row: absence, values: { duration } })),
  };
}

function pairs({
  stored,
  wanted,
}: {
  readonly stored: readonly Row<'absenceDays'>[];
  readonly wanted: readonly WantedDay[];
}): readonly ExpectedDay[] {
  const left = new Map(stored.map((row) => [row.date, row]));
  const paired = wanted.map((day) => {
    const row = left.get(day.date) ?? null;
    left.delete(day.date);
    return { stored: row, wanted: day };
  });
  return [...paired, ...[...left.values()].map((row) => ({ stored: row, wanted: null }))];
}

/** The role of a public holiday is the one that the person had when it was written. */
function withRole({ stored, wanted }: ExpectedDay): ExpectedDay {
  if (stored === null || wanted === null) return { stored, wanted };
  return { stored, wanted: { ...wanted, user_role_id: stored.user_role_id ?? null } };
}

function differencesOf({ stored, wanted }: ExpectedDay): readonly Difference[] {
  if (wanted !== null) return rowDifferences('absenceDays', { key: wanted.date, stored, wanted });
  return stored === null ? [] : [needless('absenceDays', stored, stored.date)];
}
