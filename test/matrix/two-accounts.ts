// Two accounts full of rows with different ids and texts, so that a test recognises rows of the other account.
import type { Resource } from '#resource/resource.ts';
import { continueSequence } from '#sql/store.ts';
import { asServer } from '#accounts/system-run.ts';
import type { Client } from '../support/client.ts';
import type { StorageEngine } from '../support/engines.ts';
import { password, startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { missingData } from './missing-data.ts';
import { samples, storedSamples } from './samples.ts';
import type { SampleContext } from './areas/area.ts';

/** One of the two accounts. */
export interface Side {
  readonly account: TestAccount;
  /** A word in all its texts. */
  readonly mark: string;
  /** Its ids lie between this and 1000 more; the upper hundred are unused. */
  readonly base: number;
  /** The latest row of each resource. */
  readonly ids: Readonly<Record<string, number>>;
  readonly employee: Client;
  /** The context of one more sample. */
  nextSample(): SampleContext;
}

/** A running installation with both. */
export interface TwoAccounts {
  readonly installation: Installation;
  readonly resources: readonly Resource[];
  readonly left: Side;
  readonly right: Side;
}

const rounds = 4;
/** Rows that every new account has. */
const givenIds = { users: 1, departments: 1, projects: 3, tasks: 4, languages: 1, generalSettings: 1 };

/** Starts it. */
export async function startTwoAccounts(engine: StorageEngine): Promise<TwoAccounts> {
  const installation = await startInstallation({ engine });
  try {
    const other = await installation.addAccount('rival');
    return {
      installation,
      resources: servedResources(installation),
      left: await fill(installation, { account: installation.account, mark: 'acmemark', base: 500_000 }),
      right: await fill(installation, { account: other, mark: 'rivalmark', base: 700_000 }),
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** An id of the side's range that no row has. */
export function nobodysId(side: Side): number {
  return side.base + 999;
}

async function fill(
  installation: Installation,
  { account, mark, base }: Pick<Side, 'account' | 'mark' | 'base'>,
): Promise<Side> {
  await raiseIds(installation, account, base);
  const ids: Record<string, number> = { ...givenIds };
  let serial = 0;
  const nextSample = (): SampleContext => ({
    serial: (serial += 1),
    mark,
    id: (resource) => ids[resource] ?? missing(resource),
  });
  await storeRows(installation, { account, ids, nextSample });
  const terminal = {
    username: 'terminal',
    password,
    lastname: mark,
    firstname: mark,
    internal_user_group: 3,
  };
  ids['terminals'] = (await account.machine.create('users', terminal))['id'] as number;
  for (let round = 0; round < rounds; round += 1) {
    for (const [resource, sample] of Object.entries(samples)) {
      const row = await account.machine.create(resource, sample(nextSample()));
      if (row['id'] !== undefined) ids[resource] = row['id'] as number;
    }
  }
  for (const { name, storage, pair } of servedResources(installation)) {
    if (storage === 'account' && pair === null) ids[name] ??= await latestId(account.machine, name);
  }
  await deleteRows(account.machine, { ids, nextSample });
  await account.machine.create('users', { username: 'employee', password, lastname: mark, firstname: mark });
  return { account, mark, base, ids, nextSample, employee: await account.login('employee') };
}

async function raiseIds({ app }: Installation, { id }: TestAccount, base: number): Promise<void> {
  const { database, schema } = app.engine;
  await database.write(id, (tx) =>
    tx.unit((unit) => {
      for (const { storage, table } of schema.resources.values()) {
        if (storage === 'account')
          continueSequence({ tx: unit, accountId: id }, { sequence: table, next: base + 1 });
      }
    }),
  );
}

async function storeRows(
  { app }: Installation,
  part: { account: TestAccount; ids: Record<string, number>; nextSample: () => SampleContext },
): Promise<void> {
  await app.engine.database.write(part.account.id, (tx) =>
    asServer(app.engine, { tx, account: part.account }, ({ unit, view }) =>
      unit(() => {
        for (const [resource, sample] of Object.entries(storedSamples)) {
          part.ids[resource] = view.insert(resource, sample(part.nextSample()));
        }
      }),
    ),
  );
}

/** Leaves deleted rows behind: one of everything that can go again, what refers to others first. */
async function deleteRows(
  machine: Client,
  part: { ids: Record<string, number>; nextSample: () => SampleContext },
): Promise<void> {
  const former = { ...part.ids };
  const keys = new Map<string, Record<string, number>>();
  for (const [resource, sample] of Object.entries(samples)) {
    const row = await machine.create(resource, sample(part.nextSample()));
    const { id, updated: _updated, ...pair } = row as Record<string, number>;
    keys.set(resource, id === undefined ? pair : { id });
    if (id !== undefined) part.ids[resource] = id;
  }
  for (const [resource, key] of [...keys].toReversed()) {
    const answer = await machine.delete(`${resource}/delete`, key);
    if (answer.status !== 200)
      throw new Error(`${resource}/delete answered ${answer.status}: ${answer.text}`);
  }
  Object.assign(part.ids, former);
}

/** Internal ones have no address. */
function servedResources({ app }: Installation): readonly Resource[] {
  return [...app.engine.schema.resources.values()].filter(({ internal }) => !internal);
}

async function latestId(machine: Client, resource: string): Promise<number> {
  const answer = await machine.get(`${resource}/read`, { _order_by: 'id', _order_desc: 1, _limit: 1 });
  const [row] = answer.json['Results'] as readonly { readonly id: number }[];
  if (row === undefined) throw new Error(missingData('sample row', resource));
  return row.id;
}

function missing(resource: string): never {
  throw new Error(`there is no row of ${resource} yet: order the samples so that it comes first`);
}
