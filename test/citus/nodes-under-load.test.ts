// Tests on a real Citus what clients of a server see while a worker is killed, frozen or restarted under their load: those whose
// rows are elsewhere see nothing, and no write that was acknowledged is lost.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { CitusNode } from '../support/citus-databases.ts';
import { moveShard, placementOf } from '#sql/shard-groups.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { nodeProcesses, type NodeProcesses } from './node-processes.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const accountCount = 8;
/** Milliseconds of load before the node fails, while it is gone, and after it is back. */
const phases = { before: 1_000, gone: 6_000, after: 8_000 };

/** What the clients of one account have seen. */
interface Seen {
  readonly statuses: number[];
  readonly refusals: { readonly status: number; readonly text: string }[];
  /** Ids of rows of which a create was answered with 200. */
  readonly acknowledged: number[];
  /** Milliseconds. */
  longest: number;
}

interface Load {
  readonly until: AbortSignal;
  /** Told of each create that was answered with 200. */
  readonly onWrite: () => void;
}

/** Creates and reads rows one after another until the load ends. */
async function load({ machine }: TestAccount, { until, onWrite }: Load): Promise<Seen> {
  const seen: Seen = { statuses: [], refusals: [], acknowledged: [], longest: 0 };
  for (let number = 0; !until.aborted; number += 1) {
    const begun = performance.now();
    const answer =
      number % 2 === 0
        ? await machine.post('departments/create', { department_name: `department ${number}` })
        : await machine.get('departments/read', { _limit: 1, _order_by: 'id' });
    seen.longest = Math.max(seen.longest, performance.now() - begun);
    seen.statuses.push(answer.status);
    if (answer.status !== 200) {
      seen.refusals.push(answer);
      await pause(100);
    } else if (number % 2 === 0) {
      seen.acknowledged.push(answer.json['Results'][0].id);
      onWrite();
    }
  }
  return seen;
}

async function storedIds({ machine }: TestAccount): Promise<ReadonlySet<number>> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, json, text } = await machine.get('departments/read', { _limit: 10_000 });
    if (status === 200) return new Set((json['Results'] as { id: number }[]).map(({ id }) => id));
    // A node that was silent is left alone for some seconds.
    if (attempt === 30) throw new Error(text);
    await pause(1_000);
  }
}

citusSuite('a worker that fails under load', () => {
  let spread: SpreadDatabase;
  let installation: Installation;
  const accounts: TestAccount[] = [];
  const portOf = new Map<TestAccount, unknown>();
  before(async () => {
    spread = await spreadDatabase();
    const engine = {
      name: 'postgres',
      create: async () => ({ url: spread.url, remove: async () => {} }),
    } as const;
    installation = await startInstallation({ engine });
    accounts.push(installation.account);
    while (accounts.length < accountCount)
      accounts.push(await installation.addAccount(`a${accounts.length}`));
    for (const account of accounts) portOf.set(account, await spread.portOf(account.id));
  });
  after(async () => {
    await installation?.close();
    await spread?.close();
  });

  const failures: Readonly<Record<string, (processes: NodeProcesses) => Promise<void>>> = {
    killed: async (processes) => {
      processes.signal('SIGKILL');
      await pause(phases.gone);
      await processes.start();
    },
    frozen: async (processes) => {
      processes.signal('SIGSTOP');
      await pause(phases.gone);
      processes.signal('SIGCONT');
    },
    restarted: (processes) => processes.start(),
  };
  /** Works while all accounts are written and read; `mayRefuse`: whose clients may see 503 meanwhile. */
  const underLoad = async (
    t: TestContext,
    { work, mayRefuse }: { work: () => Promise<unknown>; mayRefuse: (account: TestAccount) => boolean },
  ): Promise<void> => {
    const over = new AbortController();
    let [isWorking, writtenElsewhere] = [false, 0];
    const note = (account: TestAccount): void => {
      if (isWorking && !mayRefuse(account)) writtenElsewhere += 1;
    };
    const loads = accounts.map(async (account) => ({
      account,
      seen: await load(account, { until: over.signal, onWrite: () => note(account) }),
    }));
    await pause(phases.before);
    isWorking = true;
    await work().finally(() => {
      isWorking = false;
      return pause(phases.after).then(() => over.abort());
    });
    const ended = await Promise.all(loads);
    assert.ok(writtenElsewhere > 0, 'accounts elsewhere wrote nothing meanwhile');
    for (const { account, seen } of ended) assert.ok(seen.acknowledged.length > 0, account.name);
    for (const { account, seen } of ended) {
      const others = seen.refusals.filter(({ status }) => status !== 503 || !mayRefuse(account));
      assert.deepEqual(
        others.map(({ status, text }) => `${status}: ${text}`),
        [],
        account.name,
      );
      const stored = await storedIds(account);
      const lost = seen.acknowledged.filter((id) => !stored.has(id));
      assert.deepEqual(lost, [], account.name);
    }
    const told = (may: boolean): string => {
      const some = ended.filter(({ account }) => mayRefuse(account) === may).map(({ seen }) => seen);
      const count = (status: number): number =>
        some.flatMap(({ statuses }) => statuses).filter((one) => one === status).length;
      const written = some.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
      const longest = Math.round(Math.max(0, ...some.map((seen) => seen.longest)));
      return `${count(200)} answered, ${count(503)} refused, ${written} acknowledged, longest ${longest} ms`;
    };
    t.diagnostic(`accounts concerned: ${told(true)}; others: ${told(false)}`);
  };

  for (const [how, fail] of Object.entries(failures))
    test(`shows accounts elsewhere nothing and loses no write when it is ${how}`, async (t) => {
      const worker = spread.nodes.find(({ isCoordinator }) => !isCoordinator) as CitusNode;
      const isThere = (account: TestAccount): boolean => portOf.get(account) === worker.port;
      assert.ok(accounts.some(isThere) && !accounts.every(isThere));
      const processes = await nodeProcesses(worker);
      await underLoad(t, { work: () => fail(processes), mayRefuse: isThere });
    });

  test('loses no write when it gets the rows of another, and refuses only those', async (t) => {
    const owner = await spread.openAsOwner();
    const { nodes, shards } = await placementOf(owner);
    const shardOf = new Map<TestAccount, number>();
    for (const account of accounts) shardOf.set(account, await spread.shardOf(account.id, 'account_clocks'));
    const moved = shards.find(({ shard }) => shard === shardOf.get(installation.account));
    const from = nodes.find(({ group }) => group === moved?.group);
    const to = nodes.find(({ group, takesShards }) => takesShards && group !== moved?.group);
    if (moved === undefined || from === undefined || to === undefined) throw new Error('there is one node');
    await underLoad(t, {
      work: () => moveShard(owner, { shard: moved.shard, from, to }),
      mayRefuse: (account) => shardOf.get(account) === moved.shard,
    });
  });
});
