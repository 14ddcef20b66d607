// People who are created without a password choose it themselves, if who creates them says so.
import type { Rule } from '#resource/rule.ts';
import { mailPerson } from './actions/person.ts';
import { rowId } from '../change.ts';

/** Mails the greeting with a link to choose the first password; refused to people who would get no mail. */
export const welcomeCreated: Rule<'users'> = (change, view) => {
  if (change.verb !== 'create' || change.extra.send_welcome_email !== 1) return;
  if (change.after.password != null) return;
  mailPerson(view, 'welcome', { ...change.after, id: rowId(change) });
};
