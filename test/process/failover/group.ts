// A group of machines as docs/how-to/failover-group.md sets it up: each is a loopback address and a folder. Its programs
// run as on a machine of its own, and can be killed together.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandsOf } from './page-commands.ts';

const run = promisify(execFile);
const page = new URL('../../../docs/how-to/failover-group.md', import.meta.url);
const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];
/** Milliseconds. */
const patience = 120_000;

/** Names of the machines with a database. */
export type DatabaseMachine = 'a' | 'b';

/** The group while it runs. */
export interface Group {
  /** What follows `hourbook serve` on the page. */
  readonly flags: readonly string[];
  /** Address of the database. */
  readonly database: string;
  /** Who leads, and whether the other follows so closely that nothing can be lost. */
  state(): Promise<{ readonly leader: DatabaseMachine | null; readonly synchronous: boolean }>;
  /** Waits until one leads and the other follows closely; answers the leader. */
  settled(): Promise<DatabaseMachine>;
  /** The machine loses its power: all that runs on it is gone at once. */
  kill(machine: DatabaseMachine): Promise<void>;
  /** It comes back. */
  revive(machine: DatabaseMachine): void;
  /** Makes the standby lead. */
  switchOver(): Promise<void>;
  remove(): Promise<void>;
}

/** What the machine lacks for it; `null`: nothing. */
export function missingProgram(): string | null {
  const programs = [
    '/usr/bin/etcd',
    '/usr/bin/patroni',
    '/usr/sbin/haproxy',
    '/usr/lib/postgresql/15/bin/postgres',
  ];
  return programs.find((program) => !existsSync(program)) ?? null;
}

/** Sets the group up by the commands of the page. */
export async function startGroup(): Promise<Group> {
  const commands = commandsOf(page, ['etcd', 'patroni', 'haproxy', 'psql', 'hourbook']);
  const root = mkdtempSync(join(tmpdir(), 'hourbook-group-'));
  // Every machine has an address and the usual ports; two groups at a time have different networks.
  const network = `127.${randomInt(1, 250)}.${randomInt(1, 250)}.`;
  const local = `${network}21`;
  const here = (text: string): string => text.replaceAll('10.0.0.', network).replaceAll('127.0.0.1', local);
  const machines = { a: machine('a'), b: machine('b'), c: machine('c'), proxy: machine('proxy') };
  function machine(name: string): Machine {
    return createMachine(join(root, name), here);
  }
  for (const name of names) await prepare(machines[name], name);
  await machines.proxy.configure(commands.haproxy);
  async function prepare(one: Machine, name: Name): Promise<void> {
    const own = (block: string): string =>
      block.replace('NAME=a ADDRESS=10.0.0.11', `NAME=${name} ADDRESS=10.0.0.1${names.indexOf(name) + 1}`);
    await one.configure(own(commands.etcd));
    if (name !== 'c') await one.configure(own(commands.patroni));
    startVote(name);
  }
  function startVote(name: Name): void {
    machines[name].start('etcd', ['/usr/bin/etcd'], machines[name].environment('/etc/default/etcd'));
  }
  const startDatabase = (name: DatabaseMachine): void =>
    machines[name].start('patroni', ['/usr/bin/patroni', machines[name].path('/etc/patroni/config.yml')]);
  const group: Group = {
    flags: here(commands.hourbook).trim().split(' ').slice(2),
    database: /--database (\S+)/.exec(here(commands.hourbook))?.[1] ?? '',
    async state() {
      const found = await membersOf(`http://${network}11:8008`).catch(() =>
        membersOf(`http://${network}12:8008`),
      );
      const leader = found.find(({ role, state }) => role === 'leader' && state === 'running');
      const follower = found.find(({ role }) => role === 'sync_standby');
      return {
        leader: (leader?.name ?? null) as DatabaseMachine | null,
        synchronous: follower !== undefined && ['running', 'streaming'].includes(follower.state),
      };
    },
    async settled() {
      for (const limit = performance.now() + patience; performance.now() < limit;) {
        const { leader, synchronous } = await group
          .state()
          .catch(() => ({ leader: null, synchronous: false }));
        if (leader !== null && synchronous) return leader;
        await pause(200);
      }
      throw new Error(
        `the group is in no order after ${patience} ms: ${JSON.stringify(await group.state())}`,
      );
    },
    kill: (name) => machines[name].killAll(),
    revive(name) {
      startVote(name);
      startDatabase(name);
    },
    async switchOver() {
      const leader = await group.settled();
      const candidate = leader === 'a' ? 'b' : 'a';
      const words = ['switchover', 'hourbook', '--candidate', candidate, '--force'];
      await run('/usr/bin/patronictl', ['-c', machines.a.path('/etc/patroni/config.yml'), ...words]);
    },
    async remove() {
      await Promise.all(Object.values(machines).map((one) => one.killAll()));
      rmSync(root, { recursive: true, force: true });
    },
  };
  const atExit = (): void => {
    for (const one of Object.values(machines)) one.killNow();
    rmSync(root, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  try {
    startDatabase('a');
    startDatabase('b');
    machines.proxy.start('haproxy', [
      '/usr/sbin/haproxy',
      '-db',
      '-f',
      machines.proxy.path('/etc/haproxy/haproxy.cfg'),
    ]);
    await group.settled();
    await machines.proxy.shell(commands.psql);
    return group;
  } catch (error) {
    await group.remove();
    throw error;
  }
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

async function membersOf(address: string): Promise<readonly Member[]> {
  const answer = await fetch(`${address}/cluster`, { signal: AbortSignal.timeout(2_000) });
  return ((await answer.json()) as { members: readonly Member[] }).members;
}

interface Machine {
  path(place: string): string;
  /** Runs a block of the page that writes files. */
  configure(block: string): Promise<void>;
  shell(block: string): Promise<void>;
  environment(file: string): Readonly<Record<string, string>>;
  start(name: string, words: readonly string[], env?: Readonly<Record<string, string>>): void;
  /** Kills all that runs on it. */
  killAll(): Promise<void>;
  killNow(): void;
}

/** PostgreSQL does not run as root; its package has made a user. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }).trim());
}

function createMachine(folder: string, here: (text: string) => string): Machine {
  const path = (place: string): string => join(folder, place);
  const moved = (text: string): string => here(text).replaceAll(/(?<![\w])\/(etc|var)\//g, `${folder}/$1/`);
  for (const one of ['etc/default', 'etc/patroni', 'etc/haproxy', 'var/lib/etcd', 'var/lib/postgresql']) {
    mkdirSync(path(one), { recursive: true });
  }
  if (owner.uid !== undefined) {
    chownSync(join(folder, '..'), owner.uid, owner.gid);
    for (const place of globSync('{.,var,var/lib,var/lib/*}', { cwd: folder }))
      chownSync(path(place), owner.uid, owner.gid);
  }
  const ended: Promise<unknown>[] = [];
  const shell = async (text: string): Promise<void> => void (await run('sh', ['-euc', text]));
  const killNow = (): void => processesIn(folder).forEach(kill);
  return {
    path,
    configure: (block) => shell(moved(block)),
    shell: (block) => shell(here(block)),
    environment: (file) =>
      Object.fromEntries(
        readFileSync(path(file), 'utf8')
          .split('\n')
          .filter((line) => line.includes('='))
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
    start(name, [program = '', ...words], env = {}) {
      const child = spawn(program, words, {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...owner,
      });
      const log = createWriteStream(path(`${name}.log`), { flags: 'a' });
      child.stdout.pipe(log);
      child.stderr.pipe(log);
      ended.push(once(child, 'close'));
    },
    killNow,
    async killAll() {
      // A process that was about to start another one may have done so.
      for (killNow(); processesIn(folder).length > 0; killNow()) await pause(50);
      await Promise.all(ended);
    },
  };
}

/** PostgreSQL leaves those who start it, but works in its own folder, which is one of the machine. */
function processesIn(folder: string): readonly number[] {
  return globSync('/proc/[0-9]*/cwd').flatMap((link) => {
    try {
      return readlinkSync(link).startsWith(`${folder}/`) || readlinkSync(link) === folder
        ? [Number(link.split('/')[2])]
        : [];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}
