// Tests the frame of the commands: help, wrong words, exit codes and the executable.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { executable, hourbook, scratchFolder } from './hourbook.ts';

describe('hourbook', () => {
  it('lists its commands without words and with --help', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, stdout, stderr } = await hourbook(words);
      assert.equal(code, 0);
      assert.equal(stderr, '');
      for (const name of ['serve', 'migrate', 'backup', 'restore', 'account create']) {
        assert.match(stdout, new RegExp(`^  ${name}  `, 'm'));
      }
    }
  });

  it('shows the help of a group and of a command', async () => {
    const group = await hourbook(['help', 'account']);
    assert.match(group.stdout, /account create/);
    assert.doesNotMatch(group.stdout, /migrate/);
    for (const words of [
      ['help', 'restore'],
      ['restore', '--help'],
      ['restore', 'a.db', '-h'],
    ]) {
      const { code, stdout } = await hourbook(words);
      assert.equal(code, 0);
      assert.match(stdout, /^usage: hourbook restore FILE \[OPTIONS\]$/m);
      assert.match(stdout, /--force .*\n.*--database ADDRESS .*\n.*--json .*\n.*--help/);
    }
  });

  it('prints its version', async () => {
    assert.equal((await hourbook(['--version'])).stdout, `${packageFile.version}\n`);
  });

  const misused: [words: readonly string[], sentence: RegExp][] = [
    [['serv'], /^hourbook: there is no command "serv"; did you mean "serve"\?\n$/],
    [['acount', 'create'], /did you mean "account create"\?\n$/],
    [['acount', 'craete'], /did you mean "account create"\?\n$/],
    [['frobnicate'], /^hourbook: there is no command "frobnicate"; see hourbook --help\n$/],
    [['account'], /^hourbook: account needs one more word: create, /],
    [['backup'], /^hourbook: FILE missing; see hourbook backup --help\n$/],
    [['backup', 'a', 'b'], /^hourbook: "b" is one word too many; see hourbook backup --help\n$/],
    [['migrate', '--colour'], /^hourbook: Unknown option '--colour'; see hourbook migrate --help\n$/],
    [['migrate', '--database'], /^hourbook: .*--database.*; see hourbook migrate --help\n$/],
    [['migrate', '--port', '1'], /^hourbook: Unknown option '--port'/],
  ];
  for (const [words, sentence] of misused) {
    it(`ends with 2 and one line at: hourbook ${words.join(' ')}`, async () => {
      const { code, stdout, stderr } = await hourbook(words);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, sentence);
    });
  }

  it('ends with 2 and one line for each configuration fault', async () => {
    const env = { HOURBOOK_LOG_LEVEL: 'loud' };
    const { code, stderr } = await hourbook(['serve', '--port', 'http'], { env });
    assert.equal(code, 2);
    assert.equal(stderr.trim().split('\n').length, 2);
    assert.match(stderr, /^hourbook: --port must be a whole number from 0 to 65535, not "http"$/m);
    assert.match(
      stderr,
      /^hourbook: HOURBOOK_LOG_LEVEL must be one of info, warn, error, silent, not "loud"$/m,
    );
  });

  it('ends with 1 and one line when a command fails', async (t) => {
    const folder = scratchFolder(t);
    const { code, stdout, stderr } = await hourbook(['restore', 'missing.db'], { cwd: folder });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^hourbook: There is no backup missing\.db\.\n$/);
  });

  it('runs with its own Node through symbolic links from any folder', async (t) => {
    const folder = scratchFolder(t);
    symlinkSync(executable, join(folder, 'absolute'));
    symlinkSync('absolute', join(folder, 'relative'));
    const { code, stdout } = await hourbook(['--version'], { program: join(folder, 'relative'), cwd: '/' });
    assert.equal(code, 0);
    assert.equal(stdout, `${packageFile.version}\n`);
  });

  it('names npm ci when its packages are not installed', async (t) => {
    const folder = scratchFolder(t);
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin', 'hourbook');
    copyFileSync(executable, program);
    const { code, stderr } = await hourbook(['--version'], { program });
    assert.equal(code, 1);
    assert.match(stderr, /^hourbook: run npm ci first \(in .*\)\n$/);
  });
});

describe('migrate, backup and restore', () => {
  it('transfer a database and print JSON with --json', async (t) => {
    const cwd = scratchFolder(t);
    const migrated = await hourbook(['migrate', '--json', '--database', 'sqlite:a.db'], { cwd });
    assert.ok((JSON.parse(migrated.stdout) as { applied: string[] }).applied.length > 0, migrated.stderr);
    const again = await hourbook(['migrate'], { cwd, env: { HOURBOOK_DATABASE: 'sqlite:a.db' } });
    assert.equal(again.stdout, 'The schema is up to date.\n');

    const saved = await hourbook(['backup', 'saved.db', '--json', '--database', 'sqlite:a.db'], { cwd });
    const backup = JSON.parse(saved.stdout) as { rows: unknown; schema: string };
    assert.equal((await hourbook(['backup', 'saved.db', '--database', 'sqlite:a.db'], { cwd })).code, 1);

    const restored = await hourbook(['restore', 'saved.db', '--json', '--database', 'sqlite:b.db'], { cwd });
    const restore = JSON.parse(restored.stdout) as { rows: unknown; schema: string };
    assert.deepEqual([restore.schema, restore.rows], [backup.schema, backup.rows]);
    assert.equal((await hourbook(['restore', 'saved.db', '--database', 'sqlite:b.db'], { cwd })).code, 1);
    const forced = await hourbook(['restore', 'saved.db', '--force', '--database', 'sqlite:b.db'], { cwd });
    assert.match(
      forced.stdout,
      /^sqlite:b\.db holds \d+ rows as of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \(schema /,
    );
  });
});
