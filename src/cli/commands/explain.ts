// `hourbook explain 'GET /…'`: what each step of the street makes of a request. It runs nothing.
import { openApp, type App } from '#app';
import { explainRequest, type Explanation } from '#engine/explain.ts';
import { ApiError } from '#errors/api-error.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import { findAccount } from '#oauth/find-account.ts';
import { userIdNamed } from '#sql/accounts.ts';
import { CommandFailure, UsageError, type Command } from '../command.ts';

/** Prints request, grant, plan and SQL of a request. */
export const command: Command = {
  name: 'explain',
  summary: 'Shows what request, rights, plan and SQL become of a request, without running it',
  arguments: [{ name: 'REQUEST', doc: "Method and address, such as 'GET /users/read/?active=1'." }],
  options: [
    { flag: 'account', value: 'NAME', doc: 'Account that is asked.', required: true },
    { flag: 'as', value: 'USERNAME', doc: 'Who asks; left out: a machine credential with all rights.' },
  ],
  async run({ arguments: words, options, config, print }) {
    const app = await openApp(config, { mustExist: true });
    try {
      const caller = await callerNamed(app, { account: String(options['account']), username: options['as'] });
      const request = requestOf(words['REQUEST'] ?? '', caller.accountName);
      const explanation = await explainRequest(app.engine, { caller, request });
      print({ text: asText(explanation), data: explanation });
    } catch (error) {
      if (error instanceof ApiError) throw new CommandFailure(`${error.status} ${error.message}`);
      throw error;
    } finally {
      await app.close();
    }
  },
};

async function callerNamed(
  app: App,
  who: { account: string; username: string | true | undefined },
): Promise<Caller> {
  const name = who.account.toLowerCase();
  const { database } = app.engine;
  const account = await database.read(null, (tx) => findAccount(tx, name));
  if (account === undefined) throw new CommandFailure(`There is no account "${name}".`);
  return database.read(account.id, async (tx) => {
    const common = { accountId: account.id, accountName: name, clientId: 'explain', readOnly: false };
    if (typeof who.username !== 'string') return { ...common, kind: 'machine', userId: null };
    const userId = await userIdNamed(tx, { accountId: account.id, username: who.username });
    if (userId === undefined) throw new CommandFailure(`The account ${name} has no user "${who.username}".`);
    return { ...common, kind: 'user', userId };
  });
}

function requestOf(text: string, account: string): HttpRequest {
  const match = /^(?:([A-Za-z]+)\s+)?(\/.*)$/.exec(text.trim());
  if (match === null)
    throw new UsageError(`"${text}" is no request; write it as 'GET /users/read/?active=1'.`);
  const [path = '', query = ''] = (match[2] ?? '').replaceAll(' ', '%20').split(/\?(.*)/s);
  const whole = path.toLowerCase().startsWith(`/${account}/`) ? path : `/${account}/v4${path}`;
  return {
    method: (match[1] ?? 'GET').toUpperCase(),
    path: whole,
    query,
    headers: {},
    body: null,
    remoteAddress: null,
    requestId: 'explain',
  };
}

function asText({ request, grant, plan, statements }: Explanation): string {
  const json = (value: unknown): string => JSON.stringify(value, null, 2);
  const sql = statements.map((one) => `${one.sql}\n  -- ${JSON.stringify(one.parameters)}`).join('\n');
  return `request\n${json(request)}\n\ngrant\n${json(grant)}\n\nplan\n${json(plan)}\n\nSQL\n${sql === '' ? '(a write: its statements depend on the body)' : sql}`;
}
