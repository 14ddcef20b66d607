// PostgreSQL shows and changes no row of another account when the service sends its statements without account filters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startApp, type RunningApp } from '#app';
import { readConfig } from '#config';
import { declaredTables } from '#sql/migrations/generate.ts';
import { createClient, type Client, type RequestOptions } from '../support/client.ts';
import { postgresEngine, type ScratchDatabase } from '../support/engines.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { loadParser } from '../support/sql-tree.ts';
import { asksForAccount } from '../support/statement-faults.ts';
import { unhurried } from '../support/unhurried.ts';
import { forgetAccounts, type Forgotten } from '../support/without-account-filter.ts';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { actionCellsOf } from './action-cells.ts';
import { assertIsolated, assertOwnOnly, clientOf, leak, since } from './assert-isolated.ts';
import { cellsOf, type Cell } from './isolation-cells.ts';
import { harmlessUpdates, samples } from './samples.ts';
import { startTwoAccounts, type Side, type TwoAccounts } from './two-accounts.ts';

const journeys = [
  ['machine', 'left', 'right'],
  ['administrator', 'right', 'left'],
  ['employee', 'left', 'right'],
] as const;

postgresSuite('row-level security without account filters', () => {
  let scratch: ScratchDatabase;
  let forgotten: Forgotten;
  let filled: TwoAccounts;
  let fenced: TwoAccounts;
  before(async () => {
    await loadParser();
    // Statements of this role are not those that the service sends in earnest.
    scratch = await (postgresEngine as NonNullable<typeof postgresEngine>).create({ empty: true });
    const { url } = scratch;
    filled = await startTwoAccounts({
      name: 'postgres',
      create: async () => ({ url, remove: async () => {} }),
    });
    await filled.installation.close();
    forgotten = forgetAccounts();
    fenced = servedBy(filled, await startOn(url, filled));
  });
  after(async () => {
    await fenced?.installation.app.close();
    forgotten?.restore();
    await scratch?.remove();
  });

  test('answers ids of another account like unknown ids, and changes none of its rows', async () => {
    const { left: asker, right: other } = fenced;
    const { schema } = fenced.installation.app.engine;
    const { machine: client } = asker.account;
    const kept = await storedRows(scratch.url, other);
    for (const resource of fenced.resources) {
      const cells = cellsOf(schema, resource).filter(standsForOthers);
      for (const cell of [...cells, ...actionCellsOf(schema, resource)])
        await assertIsolated(fenced, { cell, resource, asker, other, client });
    }
    assert.deepEqual(await storedRows(scratch.url, other), kept);
  });

  test('returns only rows of the own account from unfiltered reads', async () => {
    for (const [caller, asking, asked] of journeys) {
      const [asker, other] = [fenced[asking], fenced[asked]];
      await assertOwnOnly(fenced, { asker, other, client: clientOf(asker, caller), caller });
    }
  });

  test('sends no statement with an account filter', () => {
    assert.ok(forgotten.filtered() > 200, `${forgotten.filtered()} statements had a filter to lose`);
    // What is due is looked up for all accounts; on Citus for those of one node.
    const ofAccounts = [...forgotten.sent].filter((text) => !text.includes('from "due_work" inner join'));
    assert.deepEqual(ofAccounts.filter(asksForAccount), []);
  });

  test('shows and changes rows of all accounts for a role without row-level security', async () => {
    const superuser = asSuperuser(scratch.url);
    // Without a filter an account takes ids from whatever counter comes first: all stand where none has been.
    await withServer(superuser, (client) => client.query('update row_counters set next_id = 1000000'));
    const open = servedBy(filled, await startOn(superuser, filled));
    try {
      await assertOpen(open, superuser);
    } finally {
      await open.installation.app.close();
    }
  });
});

/** That the same service, asked the same, does what the fence keeps it from: or the tests before would show nothing. */
async function assertOpen({ resources, left, right }: TwoAccounts, url: string): Promise<void> {
  const { machine } = left.account;
  const theirs = resources.filter(
    ({ name, storage, fields }) => storage === 'account' && fields.has('id') && name in right.ids,
  );
  for (const { name, lastChange } of theirs) {
    const changed = lastChange === null ? [] : [{ _since: since, _limit: 10_000 }];
    const queries = [
      { _limit: 10_000 },
      { id: right.ids[name] as number },
      { _aggregate__id: 'group_concat' },
    ];
    for (const query of [...queries, ...changed]) {
      const { text } = await machine.get(`${name}/read`, query as RequestOptions['query']);
      assert.notEqual(leak(text, right), null, `${name} ${JSON.stringify(query)}: ${text}`);
    }
  }
  // What rules find among the rows of two accounts at once stands in the way of some.
  const assertMostDone = async (requests: readonly Parameters<Client['request']>[]): Promise<void> => {
    const undone: string[] = [];
    for (const request of requests) {
      const kept = await storedRows(url, right);
      const { text } = await machine.request(...request);
      if (isDeepStrictEqual(await storedRows(url, right), kept)) undone.push(`${request[1]}: ${text}`);
    }
    assert.ok(requests.length > 10 && undone.length < requests.length / 3, undone.join('\n'));
  };
  const placeOf = (name: string, action: string): string => `${name}/${action}/${right.ids[name]}`;
  await assertMostDone(
    Object.entries(harmlessUpdates).map(([name, body]) => ['PUT', placeOf(name, 'update'), { body }]),
  );
  // Samples are in order of need: what others refer to, or go with, is deleted after them.
  const deletable = Object.keys(samples).filter((name) =>
    theirs.some((one) => one.name === name && one.actions.has('delete')),
  );
  await assertMostDone(deletable.toReversed().map((name) => ['DELETE', placeOf(name, 'delete')]));
}

function startOn(database: string, { installation }: TwoAccounts): Promise<RunningApp> {
  const flags = {
    database,
    port: '0',
    ...unhurried,
    'file-storage': installation.filesFolder,
  };
  return startApp(readConfig({ flags, env: {} }), { observe: () => {} });
}

/** The same accounts and tokens at another server. */
function servedBy(both: TwoAccounts, app: RunningApp): TwoAccounts {
  const move = (side: Side): Side => {
    const again = ({ token }: Client): Client =>
      createClient({ address: app.address, account: side.account.name }, token);
    const { machine, administrator } = side.account;
    const account = { ...side.account, machine: again(machine), administrator: again(administrator) };
    return Object.assign(Object.create(side) as Side, { account, employee: again(side.employee) });
  };
  const installation = { ...both.installation, app, address: app.address };
  return { ...both, installation, left: move(both.left), right: move(both.right) };
}

/** Whatever is asked of a field, the account's condition stands beside it: one operator and one aggregate stand for all. */
function standsForOthers({ name }: Cell): boolean {
  return !/^(filter \w+ (?!eq$)|(sum|avg|max|min|count) of )/.test(name);
}

/** All that each table holds of the account, past all fences, but for the moment up to which it has been read. */
async function storedRows(
  url: string,
  { account }: Side,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = (await declaredTables()).filter(
    ({ scope, name }) => scope === 'account' && name !== 'account_clocks',
  );
  const stored: Record<string, readonly string[]> = {};
  await withServer(asSuperuser(url), async (client) => {
    for (const { name } of tables) {
      const all = `select t::text as row from ${name} t where account_id = ${account.id} order by 1`;
      stored[name] = (await client.query<{ row: string }>(all)).rows.map(({ row }) => row);
    }
  });
  return stored;
}

function asSuperuser(url: string): string {
  return addressOf(url, { user: 'postgres', database: new URL(url).pathname.slice(1) });
}
