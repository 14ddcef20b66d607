// Tests `hourbook serve` with signals and with a port in use.
import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { ended, scratchFolder, start } from './hourbook.ts';

interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  readonly address: string;
  readonly cwd: string;
}

async function serve(t: TestContext, words: readonly string[] = []): Promise<Serving> {
  const cwd = scratchFolder(t);
  const child = start(['serve', '--port', '0', '--json', ...words], { cwd });
  t.after(() => child.kill('SIGKILL'));
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { event: string; address: string };
    if (entry.event === 'server_started') return { child, address: entry.address, cwd };
  }
  throw new Error('the server ended before it listened');
}

describe('hourbook serve', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`answers until ${signal}, then ends with 0`, async (t) => {
      const { child, address } = await serve(t);
      assert.equal((await fetch(`${address}/health/ready`)).status, 200);
      const end = ended(child);
      child.kill(signal);
      const { code } = await end;
      assert.equal(code, 0);
      await assert.rejects(fetch(`${address}/health/live`));
    });
  }

  it('ends with 1 and one line when its port is in use', async (t) => {
    const { address, cwd } = await serve(t);
    const { port } = new URL(address);
    const { code, stderr } = await ended(
      start(['serve', '--port', port, '--database', 'sqlite:other.db'], { cwd }),
    );
    assert.equal(code, 1);
    assert.match(stderr, /^hourbook: .*EADDRINUSE.*\n$/);
  });
});
