// What people's terms were and from when on: whether they are active, agreed hours, paid breaks, work schedules. Kept in
// the transaction that changes them.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { todayOf } from '../days/employment.ts';
import { differs, rowId } from '../change.ts';
import { sinceEver } from '../schedules/history.ts';

/** Columns of users whose values have a history: where it stands, and the column that says from when a value holds. */
export const quotas = [
  { column: 'annual_hours_per_year', date: 'annual_hours_valid_from', resource: 'annualHoursHistory' },
  {
    column: 'paid_break_day_quota_in_minutes',
    date: 'paid_break_day_quota_valid_from',
    resource: 'paidBreaksHistory',
  },
] as const;

/** A quota that is given without a date holds from today on the person's clocks; one that stays keeps its date. */
export const dateQuotas: Rule<'users'> = (change) => {
  if (change.verb === 'delete') return;
  const { after, before, given, now } = change;
  for (const { column, date } of quotas) {
    const sent = given.has(date) && after[date] != null;
    if (sent || !differs(change, column)) continue;
    const isNew = before === null && after[column] == null;
    after[date] = isNew ? null : todayOf(after, now);
  }
};

/** After a person was created or changed: notes what holds from which day on. */
export const noteTerms: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete') return;
  for (const quota of quotas) noteQuota(change, view, quota);
  if (differs(change, 'active')) noteActivity(view, change.after, change.now);
  const dated = ['timesheet_template_id', 'timesheet_template_id_valid_starting_from'] as const;
  if (dated.some((column) => differs(change, column))) noteTemplates(view, rowId(change), change.now);
};

/** Begins the histories of a person who was there before there were any. */
export function beginTermsOf(person: Row<'users'>, view: View, now: number): void {
  const user_id = person.id;
  noteActivity(view, person, now);
  noteTemplates(view, user_id, now);
  for (const { column, resource } of quotas) {
    const quota_value = inHundredths(column, person[column]);
    if (quota_value !== null)
      view.insert(resource, {
        user_id,
        quota_value,
        valid_from: todayOf(person, now),
        created_at: now,
      });
  }
}

function noteQuota(
  change: Change<'users'>,
  view: View,
  { column, date, resource }: (typeof quotas)[number],
): void {
  const { after, before, now } = change;
  const value = inHundredths(column, after[column]);
  if (!differs(change, column) && !differs(change, date)) return;
  if (before === null && value === null) return;
  const user_id = rowId(change);
  const valid_from = after[date] ?? todayOf(after, now);
  const later = view.find(resource, [
    { column: 'user_id', is: '=', value: user_id },
    { column: 'valid_from', is: '>=', value: valid_from },
  ]);
  view.removeAll(resource, later);
  view.insert(resource, { user_id, quota_value: value, valid_from, created_at: now });
  if (resource === 'paidBreaksHistory')
    view.stale(user_id, { frames: { from: valid_from, to: allDates.to } });
}

/** Minutes are whole, quotas have two digits. */
function inHundredths(column: (typeof quotas)[number]['column'], value: number | null): number | null {
  return value !== null && column === 'paid_break_day_quota_in_minutes' ? value * 100 : value;
}

/** Keeps when a person was active and when not, by what their row says now. */
export function noteActivity(
  view: View,
  person: Pick<Row<'users'>, 'id' | 'active' | 'timezone'>,
  now: number,
): void {
  const user_id = person.id;
  const today = todayOf(person, now);
  const [present] = view.find('usersArchiveHistory', [
    { column: 'user_id', is: '=', value: user_id },
    { column: 'valid_to', is: 'null' },
  ]);
  const active = person.active === 1 ? 1 : 0;
  if (present?.active === active) return;
  if (present !== undefined) view.update('usersArchiveHistory', present.id, { valid_to: today });
  view.insert('usersArchiveHistory', { user_id, active, valid_from: today, created_at: now });
}

function noteTemplates(view: View, userId: number, now: number): void {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const kind = { column: 'kind', is: '=', value: 'timesheet_template_id' } as const;
  const wanted = view.find('personHistory', [ofUser, kind], { orderBy: ['valid_from'] }).map((row) => ({
    template_id: row.value_id,
    valid_from: row.valid_from === sinceEver ? null : row.valid_from,
  }));
  const stored = view.find('userTemplateHistory', [ofUser]);
  const says = (row: Row<'userTemplateHistory'>, one: (typeof wanted)[number]): boolean =>
    row.template_id === one.template_id && row.valid_from === one.valid_from;
  view.removeAll(
    'userTemplateHistory',
    stored.filter((row) => !wanted.some((one) => says(row, one))),
  );
  for (const one of wanted.filter((entry) => !stored.some((row) => says(row, entry)))) {
    const template_hours = weeklyHours(view, one.template_id);
    view.insert('userTemplateHistory', { ...one, user_id: userId, template_hours, created_at: now });
  }
}

function weeklyHours(view: View, schedule: number): number {
  const days = view.find('workScheduleDays', [
    { column: 'timesheet_template_id', is: '=', value: schedule },
    { column: 'workday', is: '=', value: 1 },
  ]);
  return days.reduce((sum, day) => sum + day.hours, 0);
}
