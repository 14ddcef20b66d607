// What is told when the demo account is there already: how to get in again, by commands that work as they stand.
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ObservedEvent } from '#observe/event.ts';
import { withoutPassword } from '#values/without-password.ts';

/** The name of the demo's account. */
export const demoAccount = 'demo';

const executable = fileURLToPath(new URL('../../bin/hourbook', import.meta.url));

/** The event for an installation at this address, which may hold a password. */
export function demoKept({
  database,
}: {
  readonly database: string;
}): Extract<ObservedEvent, { kind: 'demo_kept' }> {
  const command = (words: string): string => `${calledAs()} ${words} --database ${withoutPassword(database)}`;
  return {
    kind: 'demo_kept',
    account: demoAccount,
    newPassword: command(`user passwd ${demoAccount} admin`),
    newClient: command(`credentials create ${demoAccount} --name mine`),
  };
}

/** From where the server was started: a checkout, a folder in which the package is installed, or anywhere. */
function calledAs(): string {
  const path = relative(process.cwd(), executable);
  if (path.includes('node_modules')) return 'npx hourbook';
  return path.startsWith('..') || isAbsolute(path) ? 'hourbook' : path;
}
