// New people choose their first password themselves: they get a mail with a link.
import type { ActionDeclaration, FieldDeclaration } from '#resource/define-resource.ts';
import { mailPerson, managedLogins } from './person.ts';
import { knownRow } from '../../known-row.ts';

/** Again, too: the newest link is the one that works. */
export const sendWelcomeEmail: ActionDeclaration<'users'> = {
  doc: 'Mails a greeting with a link to choose the first password, valid for seven days.',
  on: 'row',
  allowed: managedLogins,
  run: ({ row }, view) => {
    mailPerson(view, 'welcome', row);
    return { ids: [row.id] };
  },
};

/** Creates a person who has no password yet. The parameters are the fields that a create takes. */
export function invite(fields: Readonly<Record<string, FieldDeclaration>>): ActionDeclaration {
  return {
    doc: 'Creates a person without a password and mails them a link to choose it; username defaults to email_address.',
    on: 'resource',
    parameters: inviteParameters(fields),
    allowed: (accessContext) => (accessContext.administrator ? 'all' : []),
    run: ({ values }, view) => {
      const sent = Object.entries(values).filter(([, value]) => value !== null);
      const person = { username: values.email_address ?? null, ...Object.fromEntries(sent) };
      const id = view.create('users', person);
      mailPerson(view, 'welcome', knownRow(view, 'users', id));
      return { ids: [id] };
    },
  };
}

function inviteParameters(
  fields: Readonly<Record<string, FieldDeclaration>>,
): Readonly<Record<string, FieldDeclaration>> {
  const { password: _chosenLater, send_welcome_email: _sentAnyway, ...others } = fields;
  const needed: Readonly<Record<string, 'R' | 'O'>> = { email_address: 'R', username: 'O' };
  return Object.fromEntries(
    Object.entries(others)
      .filter(([, { create }]) => create !== '-')
      .map(([name, field]) => [name, { ...field, create: needed[name] ?? field.create }]),
  );
}
