// Tests how a file is read as lines of any length in chunks of any size.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readLines } from '#transfer/read-lines.ts';
import { runs } from '../support/property.ts';
import { scratchDirectory } from '../sql/scratch.ts';

const piece = 2 ** 18;

async function linesOf(t: TestContext, content: Buffer): Promise<readonly string[]> {
  const file = join(scratchDirectory(t), 'file');
  writeFileSync(file, content);
  return (await Array.fromAsync(readLines(file))).flat().map((line) => line.toString('latin1'));
}

describe('the lines of a file', () => {
  it('are whole at any length, compressed or not', async (t) => {
    const near = fc.integer({ min: -2, max: 2 }).map((away) => piece + away);
    const length = fc.oneof(fc.integer({ min: 0, max: 50 }), near, fc.integer({ min: 0, max: 3 * piece }));
    await fc.assert(
      fc.asyncProperty(fc.array(length, { maxLength: 6 }), fc.boolean(), async (lengths, zipped) => {
        const lines = lengths.map((size, index) => `${String(index).repeat(size)}\n`);
        const content = Buffer.from(lines.join(''));
        assert.deepEqual(await linesOf(t, zipped ? gzipSync(content, { level: 1 }) : content), lines);
      }),
      runs({ test: 100, long: 500, soak: 10_000 }),
    );
  });

  it('are joined once: a long line copies each byte at most once', async (t) => {
    const line = `${'x'.repeat(20 * piece)}\n`;
    let joined = 0;
    const concat = Buffer.concat.bind(Buffer);
    t.mock.method(Buffer, 'concat', (parts: readonly Uint8Array[]) => {
      const whole = concat(parts);
      joined += whole.length;
      return whole;
    });
    assert.deepEqual(await linesOf(t, Buffer.from(line)), [line]);
    assert.ok(joined <= line.length, `${joined} bytes were copied for ${line.length}`);
  });

  it('are refused when the last line has no end', async (t) => {
    for (const content of ['a', 'a\nb', `a\n${'b'.repeat(piece + 1)}`])
      await assert.rejects(linesOf(t, Buffer.from(content)), /was cut off: its last line has no end\.$/);
  });

  it('are refused for a folder and for a missing file', async (t) => {
    const folder = scratchDirectory(t);
    await assert.rejects(Array.fromAsync(readLines(folder)), {
      message: `${folder} is a folder, and should be a file that account export wrote.`,
    });
    const file = join(folder, 'none');
    await assert.rejects(Array.fromAsync(readLines(file)), { message: `There is no file ${file}.` });
    writeFileSync(file, '');
    const below = join(file, 'below');
    await assert.rejects(Array.fromAsync(readLines(below)), { message: `There is no file ${below}.` });
  });
});
