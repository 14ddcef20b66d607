// Runs the commands of the README against a server with the demo account and checks its links.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

const root = new URL('../../', import.meta.url).pathname;
const readme = await readFile(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  let directory: string;
  let server: ChildProcess;
  let port: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hourbook-readme-'));
    const database = `sqlite:${join(directory, 'hourbook.db')}`;
    server = spawn(join(root, 'bin/hourbook'), ['serve', '--demo', '--port', '0', '--database', database], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    port = await listeningPort(server);
  });

  after(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(directory, { recursive: true, force: true });
  });

  test('has a curl walkthrough that works as pasted', async () => {
    const walk = codeAfter('## Five minutes with curl').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
    const env = { ...process.env, HOURBOOK_DATABASE: `sqlite:${join(directory, 'hourbook.db')}` };
    const { stdout } = await promisify(execFile)('bash', ['-euc', walk], { cwd: root, env });
    const answers = stdout.trim().split('\n');
    const json = answers.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Answer);
    assert.deepEqual(
      json.map(({ Success, NumResults }) => [Success, NumResults > 0]),
      [
        [true, true], // people
        [true, true], // a project with two tasks
        [false, true], // a batch, one item refused
        [true, true], // sums
        [true, true], // changes
      ],
    );
    assert.equal(json[1]?.NumResultsNested, 3);
    assert.match(stdout, /^Row,Personnel number,[\s\S]*^day,/m);
    assert.match(stdout, /<response>[\s\S]*<Results>[\s\S]*<company_name>/);
  });

  test('links only to existing files', async () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map((match) => match[1] as string);
    assert.ok(links.length > 5);
    for (const link of links) await assert.doesNotReject(stat(join(root, link)), link);
  });
});

interface Answer {
  readonly Success: boolean;
  readonly NumResults: number;
  readonly NumResultsNested: number;
}

/** The first shell block behind a heading. */
function codeAfter(heading: string): string {
  const rest = readme.slice(readme.indexOf(heading));
  return /```sh\n([\s\S]*?)```/.exec(rest)?.[1] ?? '';
}

async function listeningPort(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      child.stdout?.on('data', () => {});
      return port;
    }
  }
  throw new Error(`the server did not start: ${printed}`);
}
