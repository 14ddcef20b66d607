// Tests rules that hold for each source file: its length, name, first line, docstrings, and what it does as it loads.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { undocumented, waitsAsItLoads } from './support/source-text.ts';

const files = globSync('src/**/*.ts').map((path) => path.slice('src/'.length));
const sources = new Map(files.map((file) => [file, readFileSync(join('src', file), 'utf8')]));

describe('source files', () => {
  const everywhere = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts']);
  const generated = /^src\/(sql\/migrations\/\d|generated\/rows)/;

  it('have at most 300 lines', () => {
    const long = everywhere.filter((file) => !generated.test(file) && linesOf(file) > 300);
    assert.deepEqual(long, [], 'divide these files by what they are about');
  });

  it('have kebab-case names without words like utils', () => {
    const empty = /(^|[/-])(utils?|helpers?|managers?|services?|common|misc|index)(?=[./-]|$)/;
    const wrong = files.filter((file) => !/^[a-z0-9/-]+\.ts$/.test(file) || empty.test(file));
    assert.deepEqual(wrong, []);
  });

  it('start with a comment', () => {
    const bare = [...sources].filter(([, text]) => !text.startsWith('//')).map(([file]) => file);
    assert.deepEqual(bare, []);
  });

  it('wait for nothing while they load, if others import them', () => {
    const imported = everywhere.filter(
      (file) => !/^src\/(main|worker)\.ts|-worker\.ts$|^bench|test\.ts$/.test(file),
    );
    const waiting = imported.filter((file) => waitsAsItLoads(readFileSync(file, 'utf8')));
    assert.deepEqual(waiting, [
      'test/run.ts',
      'test/sql/other-process.ts',
      'test/contract/delta/other-server.ts',
    ]);
  });

  it('export only their own definitions', () => {
    const barrels = [...sources]
      .filter(([, text]) => /^export (\*|\{[^}]*\}) from /m.test(text))
      .map(([file]) => file);
    assert.deepEqual(barrels, []);
  });

  it('document each exported name', () => {
    const silent = [...sources]
      .filter(([file]) => !generated.test(`src/${file}`))
      .flatMap(([file, text]) => undocumented(text).map((name) => `${file}: ${name}`));
    assert.deepEqual(silent, []);
  });
});

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}
