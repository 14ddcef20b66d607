// Whose accounts somebody may write: of the people they lead, never their own, unless they lead everybody.
import { where, type Scope, type AccessContext } from '#resource/access.ts';

/** The rows about people whom the caller leads; `user_id` says about whom. */
export function ledPeople(accessContext: AccessContext): Scope {
  if (accessContext.administrator || accessContext.hrManager) return 'all';
  return where(
    'user_id',
    accessContext.people.filter((person) => person !== accessContext.userId),
  );
}
