// Whose accounts somebody may write: of the people they lead, never their own, unless they lead everybody.
import { where, type Scope, type Sight } from '#resource/access.ts';

/** The rows about people whom the caller leads; `user_id` says about whom. */
export function ledPeople(sight: Sight): Scope {
  if (sight.administrator || sight.hrManager) return 'all';
  return where(
    'user_id',
    sight.people.filter((person) => person !== sight.userId),
  );
}
