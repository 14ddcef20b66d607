// Answers that are given again are those that a server without them gives: each caller reads each resource before and after
// each change of rights, made by another process and by the same one, and after time has passed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startApp, type RunningApp } from '#app';
import { resumeAccount, suspendAccount } from '#accounts/suspend-account.ts';
import { readConfig } from '#config';
import { revokeCredential } from '#oauth/credentials.ts';
import { loadResources } from '../../src/load-resources.ts';
import { createClient, type Answer, type Client } from '../support/client.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { suite } from '../support/property.ts';
import type { Column } from './access-table.ts';
import { asked, entityAbout, rowAbout } from './company-rows.ts';
import { startCompany, type Company, type Person } from './company.ts';

/** Each kind of caller once; `foreigner` has a token of another account. */
const callers = [
  'machine',
  'reader',
  'administrator',
  'hrManager',
  'supervisor',
  'assistant',
  'teamLeader',
  'employee',
  'foreigner',
] as const satisfies readonly Column[];

/** Bodies in one form, so that the second of an answer can be written into what is kept. */
const plain = { 'accept-encoding': 'identity' };
const named = ['timeTrackings', 'users', 'absences', 'userStatusOverview', 'permissions'];
const isNamed = (path: string): boolean => named.some((name) => path.startsWith(`${name}/`));

/** A server that keeps answers, one on the same database that keeps none, and what is asked. */
interface Pair {
  readonly company: Company;
  readonly other: RunningApp;
  readonly paths: readonly string[];
  /** Clients of both servers, by whom they stand for. */
  readonly clients: readonly { readonly name: string; readonly kept: Client; readonly fresh: Client }[];
}

async function startPair(engine: StorageEngine): Promise<Pair> {
  // Tokens last for an hour.
  const company = await startCompany(engine, { startsAt: '2026-06-10T23:20:00Z' });
  const { installation } = company;
  installation.clock.stoppedAt = Date.parse('2026-06-10T23:37:00Z');
  const flags = { database: installation.databaseUrl, port: '0', 'answer-cache': '0' };
  const other = await startApp(
    readConfig({ flags: { ...flags, 'max-event-loop-delay': '60000' }, env: {} }),
    { observe: () => {}, clock: () => installation.clock.stoppedAt ?? Date.now() },
  );
  const clients = callers.map((name) => {
    const kept = company.callers[name];
    const where = { address: other.address, account: installation.account.name };
    return { name, kept, fresh: createClient(where, kept.token) };
  });
  return { company, other, clients, paths: await pathsOf(company) };
}

/** A list of each resource, and questions about a person to those that have no rows of their own. */
async function pathsOf({ people }: Company): Promise<readonly string[]> {
  // What is open to strangers tells the address of the server that was asked.
  const resources = (await loadResources()).filter(({ actions, open }) => actions.has('read') && !open);
  return resources.map(({ name }) => {
    const question = asked[name]?.(people.report) ?? {};
    const query = Object.entries({ ...question, _limit: 20 }).map(([key, value]) => `${key}=${value}`);
    return `${name}/read?${query.join('&')}`;
  });
}

/** What an answer says. */
function said({ status, text, headers }: Answer): object {
  // A client may ask for changes from an earlier moment on than the other server names.
  const body = text.replace(/"RequestStartTime":"[^"]*"/, '');
  return { status, body, hasTag: headers.has('etag'), type: headers.get('content-type') };
}

function isKept({ headers }: Answer): boolean {
  return headers.get('server-timing')?.startsWith('kept') === true;
}

/** Both servers answer the same; tells how many answers were kept ones. */
async function compare({ clients }: Pair, paths: readonly string[], when: string): Promise<number> {
  let kept = 0;
  for (const path of paths)
    await Promise.all(
      clients.map(async ({ name, kept: asking, fresh }) => {
        const [answer, wanted] = await Promise.all([asking.get(path, {}, plain), fresh.get(path, {}, plain)]);
        assert.deepEqual(said(answer), said(wanted), `${name} reads ${path} ${when}`);
        if (isKept(answer)) kept += 1;
      }),
    );
  return kept;
}

/** The server that keeps answers is asked, so that it has something to keep; tells how many answers were kept ones. */
async function warm({ clients }: Pair, paths: readonly string[]): Promise<number> {
  let kept = 0;
  for (const path of paths)
    await Promise.all(
      clients.map(async ({ kept: asking }) => {
        if (isKept(await asking.get(path, {}, plain))) kept += 1;
      }),
    );
  return kept;
}

/** A change, and the name of what it does. */
interface Change {
  readonly name: string;
  readonly make: (pair: Pair, by: Client) => Promise<unknown>;
}

const updated =
  (person: Person, fields: (company: Company) => object): Change['make'] =>
  async ({ company }, by) =>
    succeed(await by.put(`users/update/${company.people[person]}`, fields(company)));

function succeed(answer: Answer): Answer {
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const inAccount =
  (change: (tx: never, accountId: number) => Promise<unknown>): Change['make'] =>
  ({ company, other }) => {
    const { id } = company.installation.account;
    return other.engine.database.write(id, (tx) => change(tx as never, id));
  };

/** In this order: the last ones end logins. */
const changes: readonly Change[] = [
  {
    name: 'a person moves to another department',
    make: updated('report', ({ departments }) => ({ department_id: departments.south })),
  },
  {
    name: 'a person moves back',
    make: updated('report', ({ departments }) => ({ department_id: departments.branch })),
  },
  {
    name: 'a department gets another supervisor',
    make: async ({ company }, by) =>
      succeed(
        await by.put(`departments/update/${company.departments.north}`, {
          supervisor_id: company.people.employee,
          supervisor_assistant_id: null,
        }),
      ),
  },
  {
    name: 'a team gets a member',
    make: ({ company }, by) =>
      by.create('teamMembers', { team_id: company.team, user_id: company.people.colleague }),
  },
  {
    name: 'a team gets another leader',
    make: async ({ company }, by) =>
      succeed(await by.put(`teams/update/${company.team}`, { team_leader_id: company.people.employee })),
  },
  { name: 'a person becomes HR manager', make: updated('employee', () => ({ hr_manager: 1 })) },
  { name: 'an HR manager becomes one no more', make: updated('employee', () => ({ hr_manager: 0 })) },
  {
    name: 'a right is granted',
    make: ({ company }, by) =>
      by.create('permissions', {
        user_id: company.people.supervisor,
        resource_name: 'timeTrackings',
        permission_name: 'read',
        permission_scope_id: 6,
        permission_scope_data_1: company.people.member,
      }),
  },
  {
    name: 'a person becomes administrator',
    make: updated('assistant', () => ({ internal_user_group: 1 })),
  },
  {
    name: 'an administrator becomes one no more',
    make: updated('assistant', () => ({ internal_user_group: 2 })),
  },
  {
    name: 'a person books',
    make: async ({ company }, by) =>
      by.create('timeTrackings', await entityAbout(company, 'timeTrackings', company.people.report)),
  },
  {
    name: 'a person may come from no address of theirs',
    make: updated('teamLeader', () => ({ restrict_to_ip: 1, allowed_ips: '203.0.113.9' })),
  },
  { name: 'the account is suspended', make: inAccount(suspendAccount as never) },
  { name: 'the account goes on', make: inAccount(resumeAccount as never) },
  { name: 'a person may log in no more', make: updated('hrManager', () => ({ authentication_blocked: 1 })) },
  { name: 'a person is no longer active', make: updated('employee', () => ({ active: 0 })) },
  {
    name: 'a credential is revoked',
    make: async ({ company, other }) => {
      const { machine } = company;
      const { clientId, id: accountId } = company.installation.account;
      const { Results: found } = (await machine.get('users/read')).json;
      assert.ok(found.length > 0);
      return other.engine.database.write(accountId, (tx) => revokeCredential(tx, { accountId, clientId }));
    },
  },
];

for (const engine of storageEngines)
  describe(`kept answers (${engine.name})`, () => {
    let pair: Pair;
    before(async () => {
      pair = await startPair(engine);
      for (const person of ['report', 'member', 'employee'] as const) {
        await rowAbout(pair.company, 'timeTrackings', pair.company.people[person]);
        await rowAbout(pair.company, 'absences', pair.company.people[person]);
      }
    });
    after(async () => {
      await pair?.other.close();
      await pair?.company.installation.close();
    });

    test('are given when nothing has changed, and are those of a server that keeps none', async () => {
      const { paths, clients } = pair;
      await warm(pair, paths);
      const kept = await compare(pair, paths, 'again');
      // Refusals are not kept, and each caller but two may not read some resources.
      assert.ok(kept > (paths.length * clients.length) / 2, `${kept} answers were kept ones`);
    });

    test('say their moments anew in each second', async () => {
      const { paths, company } = pair;
      const some = paths.filter(isNamed);
      await warm(pair, some);
      company.installation.clock.stoppedAt! += 1000;
      assert.ok((await compare(pair, some, 'a second later')) > 0);
    });

    test('end when the day does', async () => {
      const { paths, company } = pair;
      const some = paths.filter(isNamed);
      for (const moment of ['2026-06-10T23:59:59Z', '2026-06-11T00:00:00Z', '2026-06-11T00:00:01Z']) {
        company.installation.clock.stoppedAt = Date.parse(moment);
        await compare(pair, some, `at ${moment}`);
      }
    });

    for (const [index, { name, make }] of changes.entries())
      test(`are given no more when ${name}`, async () => {
        const { clients, paths } = pair;
        // In the long suite all resources; in `npm test` for each change some of them, and those that rights decide most.
        const some = paths.filter((path, at) => suite !== 'test' || at % 16 === index % 16 || isNamed(path));
        await warm(pair, some);
        const [machine] = clients;
        assert.ok(machine !== undefined);
        // By turns the server that keeps answers makes the change itself.
        await make(pair, index % 3 === 0 ? machine.kept : machine.fresh);
        await compare(pair, some, `when ${name}`);
      });

    test('end with the token', async () => {
      const { paths, company } = pair;
      const some = paths.filter(isNamed);
      await warm(pair, some);
      company.installation.clock.stoppedAt! += 3_600_000 * 24;
      await compare(pair, some, 'when the token has ended');
      const { reader } = company.callers;
      assert.equal((await reader.get('users/read')).status, 401);
    });
  });
