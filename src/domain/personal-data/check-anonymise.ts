// When a person may be anonymised: so many months after their exit as the account says, and never the last administrator.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { todayOf } from '../days/employment.ts';

/** Refuses before the first day on which it is allowed, and names that day. */
export function checkAnonymise(view: ReadView, person: Row<'users'>, now: number): void {
  const { id, exit_date: exit } = person;
  if (exit === null) throw refused(`user ${id} has no exit_date; only who has left can be anonymised.`);
  const months = Number(view.setting('anonymise_after_months'));
  const from = Temporal.PlainDate.from(exit).add({ days: 1 }).add({ months }).toString();
  const today = todayOf(person, now);
  if (today < from)
    throw refused(
      `exit_date of user ${id} is ${exit}; with anonymise_after_months ${months} they can be anonymised from ${from} on.`,
    );
  refuseLastAdministrator(view, person);
}

function refuseLastAdministrator(view: ReadView, person: Row<'users'>): void {
  if (person.internal_user_group !== 1 || person.active !== 1) return;
  const others = view.count('users', [
    { column: 'internal_user_group', is: '=', value: 1 },
    { column: 'active', is: '=', value: 1 },
    { column: 'id', is: '!=', value: person.id },
  ]);
  if (others === 0) throw refused(`user ${person.id} is the account's last active administrator.`);
}

function refused(message: string): ApiError {
  return new ApiError('rule_broken', message);
}
