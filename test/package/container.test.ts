// Tests the image that the Dockerfile makes, with buildah and without a registry: its base is made here of Debian packages.
// Containers run by chroot, so that neither root's namespaces nor a daemon is needed.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import { makeOlderDatabase, older } from './older-database.ts';
import { has, project, run } from './packing.ts';

const tools = await Promise.all(['buildah', 'mmdebstrap', 'npm'].map(has));
const missing = process.getuid?.() !== 0 || tools.includes(false);
const skip = missing && 'needs root, buildah, mmdebstrap and npm: the image is not tested here';
const libraries = 'libatomic1,libstdc++6';

describe('the image', { skip }, () => {
  let folder: string;
  let volume: string;
  let container: string;
  let running: ChildProcess | undefined;

  const buildah = (...words: string[]): Promise<string> =>
    run('buildah', ['--root', join(folder, 'images'), '--storage-driver', 'vfs', ...words]).then((told) =>
      told.trim(),
    );
  /** The words of the entry point, as the user of the image, with its settings. */
  const inContainer = (...words: string[]): string[] => [
    '--root',
    join(folder, 'images'),
    '--storage-driver',
    'vfs',
    'run',
    '--isolation',
    'chroot',
    '--volume',
    `${volume}:/var/lib/hourbook`,
    container,
    '--',
    ...words,
  ];
  const command = (...words: string[]): Promise<string> => run('buildah', inContainer('hourbook', ...words));

  const start = async (): Promise<{ address: string; demo: Record<string, string> | undefined }> => {
    const words = ['hourbook', 'serve', '--demo', '--host', '127.0.0.1', '--port', '0'];
    running = spawn('buildah', inContainer(...words), { stdio: ['ignore', 'pipe', 'inherit'] });
    const told = new Map<string, Record<string, string>>();
    const isUp = (): boolean =>
      told.has('server_started') && (told.has('demo_created') || told.has('demo_kept'));
    for await (const line of createInterface({ input: running.stdout as NodeJS.ReadableStream })) {
      const said = JSON.parse(line) as Record<string, string>;
      told.set(String(said['event']), said);
      if (isUp()) break;
    }
    running.stdout?.resume();
    return { address: told.get('server_started')?.['address'] ?? '', demo: told.get('demo_created') };
  };
  /** Ends the service itself, which is a process somewhere below the one that was started. */
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const ended = once(running as ChildProcess, 'exit');
    for (const pid of await descendants(running?.pid ?? 0)) {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (words.includes('dist/main.js')) process.kill(pid, signal);
    }
    await ended;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-image-'));
    volume = join(folder, 'volume');
    await mkdir(volume, { mode: 0o700 });
    await chown(volume, 10_001, 10_001);
    const excluded = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const imageOf = async (name: string, included: string): Promise<void> => {
      const root = join(folder, `${name}.tar`);
      await run('mmdebstrap', [
        '--variant=essential',
        `--include=${included}`,
        ...excluded,
        'bookworm',
        root,
      ]);
      const base = await buildah('from', 'scratch');
      await buildah('add', '-q', base, root, '/');
      await buildah('commit', '-q', '--rm', base, name);
      await rm(root);
    };
    await Promise.all([imageOf('base', libraries), imageOf('tools', `${libraries},binutils`)]);
    const build = await buildah('from', 'tools');
    const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).trim())));
    for (const [from, to] of [
      [npm, '/usr/lib/node_modules/npm'],
      [process.execPath, '/usr/bin/node'],
      ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'],
    ] as const)
      await buildah('copy', '-q', build, from, to);
    await buildah(
      'run',
      '--isolation',
      'chroot',
      build,
      'ln',
      '-sf',
      '../lib/node_modules/npm/bin/npm-cli.js',
      '/usr/bin/npm',
    );
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', build);
    await buildah('commit', '-q', '--rm', build, 'build');
    const stages = ['--build-arg', 'BUILD=localhost/build', '--build-arg', 'BASE=localhost/base'];
    await buildah(
      'bud',
      '-q',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      ...stages,
      '-t',
      'hourbook',
      project,
    );
    container = await buildah('from', 'hourbook');
  });
  after(async () => {
    running?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('is below 300 MB, has no root, a health check, a volume and SIGTERM', async () => {
    const told = JSON.parse(await buildah('inspect', '--type', 'image', 'hourbook')) as Inspected;
    const { config } = told.Docker;
    assert.equal(config.User, '10001:10001');
    assert.deepEqual(Object.keys(config.Volumes), ['/var/lib/hourbook']);
    assert.equal(config.StopSignal, 'SIGTERM');
    assert.equal(config.Healthcheck.Test[0], 'CMD');
    const images = JSON.parse(await buildah('images', '--json')) as {
      names: string[] | null;
      size: string;
    }[];
    const { size = '' } = images.find(({ names }) => names?.includes('localhost/hourbook:latest')) ?? {};
    assert.ok(/^\d+(\.\d+)? MB$/.test(size) && Number.parseFloat(size) < 300, size);
  });

  it('brings the data of the version before to its schema', async () => {
    const own = volume;
    volume = join(folder, 'older');
    try {
      await mkdir(volume, { mode: 0o700 });
      await makeOlderDatabase(join(volume, 'hourbook.db'));
      for (const name of ['.', ...(await readdir(volume))]) await chown(join(volume, name), 10_001, 10_001);
      const { address } = await start();
      const words = ['credentials', 'create', older.account, '--name', 'x', '--json'];
      const { client_id = '', client_secret = '' } = JSON.parse(await command(...words)) as Record<
        string,
        string
      >;
      const where = { address, account: older.account };
      const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
      const users = await createClient(where, token.access_token).get('users/read');
      assert.deepEqual(
        users.json['Results'].map(({ username }: { username: string }) => username),
        [older.username],
      );
      await end('SIGTERM');
      assert.equal(running?.exitCode, 0);
    } finally {
      volume = own;
    }
  });

  it('serves, keeps its data over SIGKILL and SIGTERM, is backed up and restored', async () => {
    const { address, demo } = await start();
    assert.ok(demo !== undefined);
    const { client_id = '', client_secret = '' } = demo;
    const clientAt = async (at: string): Promise<Client> => {
      const where = { address: at, account: 'demo' };
      const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
      return createClient(where, token.access_token);
    };
    /** The messages of this test: the demo has its own. */
    const messagesAt = async (at: string): Promise<unknown> => {
      const rows = (await (await clientAt(at)).get('messages/read')).json['Results'] as { message: string }[];
      return rows.map(({ message }) => message).filter((message) => ['first', 'second'].includes(message));
    };
    assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    await (await clientAt(address)).create('messages', { sender_id: 1, message: 'first' });
    await end('SIGKILL');
    const second = await start();
    assert.deepEqual(await messagesAt(second.address), ['first']);
    await command('backup', '/var/lib/hourbook/copy.backup');
    await (await clientAt(second.address)).create('messages', { sender_id: 1, message: 'second' });
    await end('SIGTERM');
    assert.equal(running?.exitCode, 0);
    await command('restore', '/var/lib/hourbook/copy.backup', '--force');
    const third = await start();
    assert.deepEqual(await messagesAt(third.address), ['first']);
    await end('SIGTERM');
  });
});

async function descendants(pid: number): Promise<readonly number[]> {
  const told = await run('pgrep', ['-P', String(pid)]).catch(() => '');
  const children = told.split('\n').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly User: string;
      readonly Volumes: object;
      readonly StopSignal: string;
      readonly Healthcheck: { readonly Test: readonly string[] };
    };
  };
}
