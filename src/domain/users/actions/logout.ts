// The end of a login.
import type { ActionDeclaration } from '#resource/define-resource.ts';

/** Of a machine's token, which is a login of its own, only that token ends. */
export const logout: ActionDeclaration = {
  doc: 'Ends the login from which the token comes, with every token of it, at once.',
  on: 'resource',
  forReaders: true,
  allowed: () => 'all',
  run: (_call, view) => {
    view.logins.endOwn();
    return { rows: [] };
  },
};
