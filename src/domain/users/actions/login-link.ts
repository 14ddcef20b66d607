// An administrator sees what a person sees, without their password: by a link that logs in once.
import { ApiError } from '#errors/api-error.ts';
import type { Scope, AccessContext } from '#resource/access.ts';
import type { ActionDeclaration } from '#resource/define-resource.ts';
import { loginHindrance } from './person.ts';

/** What is decided in that session counts as decided by the administrator, who may not decide about either of both. */
export const createLoginLink: ActionDeclaration<'users'> = {
  doc: 'Answers a link that logs the administrator who asks in as the person: once, within ten minutes.',
  on: 'row',
  allowed: administratorsInPerson,
  run: ({ row, accessContext }, view) => {
    const { id } = row;
    const fault = loginHindrance(row);
    if (fault !== null)
      throw new ApiError('rule_broken', `User ${id} is ${fault}; nobody can log in as them.`, {
        field: 'id',
      });
    if (accessContext.userId === null) throw new Error('only a user can ask for a login link');
    const { url, expiresIn } = view.logins.createLink({ userId: id, madeBy: accessContext.userId });
    const url_base64 = Buffer.from(url).toString('base64');
    return { rows: [{ url, url_base64, expires_in: expiresIn }] };
  },
};

/** Neither a program nor somebody who acts as an administrator. */
function administratorsInPerson({ administrator, userId, actorId }: AccessContext): Scope {
  return administrator && userId !== null && actorId === null ? 'all' : [];
}
