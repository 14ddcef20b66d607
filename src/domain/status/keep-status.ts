// Who is at work right now: one row a person in `userStatusOverview`, changed in the transaction that changes what it
// shows, or when the moment has come that stands in `turns_at`.
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';
import { loadPresence } from './load-presence.ts';
import { markLongTimer, tellOfLongTimer } from './long-timer.ts';
import { isLong, presenceAt, type PresenceFacts } from './presence.ts';

const resource = 'userStatusOverview';

/** Brings the rows of these people up to date; who has none gets one. Its id is the person's. */
export function renewStatuses(
  view: View,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): void {
  const people: Row<'users'>[] = [];
  for (const id of new Set(ids)) {
    const person = view.get('users', id);
    if (person !== undefined) people.push(person);
  }
  const facts = loadPresence(view, { people, now });
  for (const person of people) {
    const known = facts.get(person.id);
    if (known !== undefined) renewStatus(view, person, { facts: known, now });
  }
}

const shownOfPerson = ['fullname', 'profile_picture', 'department_id'] as const;
const decidesDays = [
  'timezone',
  'entry_date',
  'exit_date',
  'timesheet_template_id',
  'timesheet_template_id_valid_starting_from',
  'public_holiday_template_id',
  'public_holiday_template_id_valid_from',
] as const;

/** After a person was created, or something of them changed that is shown or says what their days are like. */
export const keepStatusOfPerson: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, [...shownOfPerson, ...decidesDays])) return;
  view.stale(rowId(change), { status: 'everybody' });
};

/** Who of these people has core time today, as their status says. */
export function peopleWithCoreTime(view: View, ids: readonly number[]): readonly number[] {
  if (ids.length === 0) return [];
  const rows = view.find(resource, [
    { column: 'id', is: 'in', value: ids },
    { column: 'core_time_start', is: 'not null' },
  ]);
  return rows.map(({ id }) => id);
}

function renewStatus(
  view: View,
  person: Row<'users'>,
  { facts, now }: { facts: PresenceFacts; now: number },
): void {
  const id = person.id;
  const { shown, turnsAt } = presenceAt(facts, now);
  const before = view.get(resource, id);
  const row = { ...personPart(person), ...shown, turns_at: turnsAt };
  if (before === undefined) view.insert(resource, { id, user_id: id, ...row });
  else view.update(resource, id, row);
  if (facts.running === null || !isLong(facts, now)) return;
  markLongTimer(view, facts.running);
  if (!isAlerted(before, facts.running)) tellOfLongTimer(view, facts.running, now);
}

function isAlerted(status: Row<'userStatusOverview'> | undefined, running: Row<'timeTrackings'>): boolean {
  return status?.alert_maximum_timer_violation === 1 && status.time_tracking_id === running.id;
}

function personPart({
  fullname,
  profile_picture,
  department_id,
}: Row<'users'>): Pick<Row<'userStatusOverview'>, 'user_fullname' | 'profile_picture' | 'department_id'> {
  return {
    user_fullname: fullname,
    profile_picture,
    department_id,
  };
}
