// Terminals that several people share are users of a group of their own.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { sentNumber } from '../sent-values.ts';

const terminalGroup = 3;

/** Refuses a row whose `column` names a user that is no terminal. */
export function checkTerminal(column: string): Rule {
  return (change, view) => {
    if (change.verb !== 'create') return;
    const id = sentNumber(change.after, column);
    const user = view.get('users', id);
    if (user?.internal_user_group === terminalGroup) return;
    const message = `${column} is ${id}; it must be the id of a multi-user terminal, a user with internal_user_group 3.`;
    throw new ApiError('rule_broken', message, { field: column });
  };
}
