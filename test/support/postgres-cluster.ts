// A scratch PostgreSQL server for one run of the tests, made from what the machine has and gone afterwards. It listens on
// a socket in its own folder only.
import { execFile, execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const oldest = 15;
/** Seconds that a server on a crowded machine may take to start. */
const patience = '600';

/** A running server. */
export interface Cluster {
  /** Address of the superuser's database, in which the tests make theirs. */
  readonly url: string;
  /** To all of its processes. */
  signal(signal: NodeJS.Signals): void;
  /** Stops the server and removes its files; synchronous, for the end of a process. */
  remove(): void;
}

/** A running server that follows another one. */
export interface Follower extends Cluster {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts one; `null` when the machine has no PostgreSQL that is new enough. `more`: settings that go before the usual. */
export async function startCluster(more: readonly string[] = []): Promise<Cluster | null> {
  const programs = findPrograms();
  if (programs === null) return null;
  const place = makePlace(programs);
  try {
    await place.program('initdb', ['-D', place.data, ...making]);
    await place.start([...settings, ...counting(programs), ...more]);
    return { url: place.url, remove: place.remove, signal: place.signal };
  } catch (error) {
    place.remove();
    throw error;
  }
}

/** Starts a standby of a server that {@link startCluster} has started. */
export async function startFollower(primary: Cluster): Promise<Follower> {
  const programs = findPrograms();
  if (programs === null) throw new Error('there is no PostgreSQL');
  const place = makePlace(programs);
  const [, folder = ''] = /@([^/]+)\//.exec(primary.url) ?? [];
  const copy = [
    '-h',
    decodeURIComponent(folder),
    '-U',
    'postgres',
    '-D',
    place.data,
    '-c',
    'fast',
    '-R',
    '-N',
  ];
  const start = (): Promise<void> => place.start(settings);
  try {
    await place.program('pg_basebackup', copy);
    await start();
    return { url: place.url, remove: place.remove, signal: place.signal, start, stop: place.stop };
  } catch (error) {
    place.remove();
    throw error;
  }
}

interface Place {
  readonly url: string;
  readonly data: string;
  program(name: string, words: readonly string[]): Promise<void>;
  start(withSettings: readonly string[]): Promise<void>;
  stop(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  remove(): void;
}

/** A folder for the files and the socket of one server. */
function makePlace(programs: string): Place {
  const folder = mkdtempSync(join(tmpdir(), 'hourbook-postgres-'));
  const owner = ownerOf(folder);
  const data = join(folder, 'data');
  const program = async (name: string, words: readonly string[]): Promise<void> =>
    void (await run(join(programs, name), words, owner));
  const remove = (): void => {
    if (!existsSync(folder)) return;
    try {
      execFileSync(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], {
        ...owner,
        stdio: 'ignore',
      });
    } catch {
      // It does not run.
    }
    rmSync(folder, { recursive: true, force: true });
  };
  // Also when the process ends while the server starts.
  process.once('exit', remove);
  return {
    url: `postgres://postgres@${encodeURIComponent(folder)}/postgres`,
    data,
    program,
    start(withSettings) {
      const options = [...withSettings, `unix_socket_directories=${folder}`].map((one) => `-c ${one}`);
      const log = join(folder, 'log');
      return program('pg_ctl', [
        'start',
        '-D',
        data,
        '-w',
        '-t',
        patience,
        '-s',
        '-l',
        log,
        '-o',
        options.join(' '),
      ]);
    },
    stop: () => program('pg_ctl', ['stop', '-D', data, '-m', 'immediate']),
    signal(signal) {
      const [parent = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', parent], { encoding: 'utf8' });
      for (const pid of [parent, ...children.trim().split(/\s+/)]) process.kill(Number(pid), signal);
    },
    remove,
  };
}

const making = '-U postgres -A trust -E UTF8 --no-locale --no-sync'.split(' ');

/** What a crash would lose is lost: the tests' own crashes are those of the service. */
const settings = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=400',
  'shared_buffers=128MB',
  'max_wal_size=4GB',
  'autovacuum_naptime=20s',
];

/** More than the statements of all databases of a run, each counted once a database. */
const mostCounted = 300_000;

/** Every statement of the run is counted, where the server can, so that all can be looked at in the end. */
function counting(programs: string): readonly string[] {
  const folders = ['../lib', '../lib64', '../lib/postgresql', '../lib64/pgsql'].map((one) =>
    join(programs, one),
  );
  const files = folders.flatMap((folder) => [
    join(folder, 'pg_stat_statements.so'),
    join(folder, 'pg_stat_statements.dylib'),
  ]);
  if (!files.some((file) => existsSync(file))) return [];
  return ['shared_preload_libraries=pg_stat_statements', `pg_stat_statements.max=${mostCounted}`];
}

/** The folder with `initdb` and `pg_ctl`; the newest version wins. */
export function findPrograms(): string | null {
  const places = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...globSync('/usr/pgsql-*/bin'),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin'),
  ];
  const usable = places
    .filter((place) => place !== '' && existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')))
    // Links stand elsewhere than the libraries beside the programs.
    .map((place) => dirname(realpathSync(join(place, 'initdb'))))
    .map((place) => ({ place, version: versionOf(place) }))
    .filter(({ version }) => version >= oldest);
  return usable.sort((a, b) => b.version - a.version)[0]?.place ?? null;
}

function versionOf(place: string): number {
  const text = execFileSync(join(place, 'initdb'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)(?:\.\d+)*/.exec(text)?.[1] ?? 0);
}

type Owner = Pick<ExecFileSyncOptions, 'uid' | 'gid'> & { readonly cwd: string };

/** PostgreSQL refuses to run as root; then the folder belongs to the user that its package has made. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const idOf = (kind: '-u' | '-g'): number =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }).trim());
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return { ...owner, cwd: folder };
}
