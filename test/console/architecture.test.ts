// The shape of the console: who may import whom, who sends requests, and how large it may become.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { iconSource } from '../../console/write-icons.ts';
import { findCircle, undocumented, withoutComments } from '../support/source-text.ts';

/** Part of the console → parts that it may import; files directly in console/ may import all of them. */
const consoleMayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  words: ['domain'],
  store: ['domain'],
  parts: ['domain'],
  screens: words('domain store parts words router.ts refusal-text.ts'),
  'router.ts': ['domain'],
  'refusal-text.ts': words('store words'),
  'main.tsx': words('app.tsx router.ts store words'),
  'app.tsx': words('parts screens router.ts refusal-text.ts store words'),
  'service-worker.ts': [],
  'early.ts': words('domain store'),
};

/** What builds the console, and is no part of it. */
const consoleTools = ['build.ts', 'write-icons.ts'];

describe('the console', () => {
  const places = globSync('console/**/*.{ts,tsx}', { exclude: ['console/dist/**'] });
  const all = new Map(
    places
      .map((place) => place.slice('console/'.length))
      .filter((file) => !consoleTools.includes(file))
      .map((file) => [file, readFileSync(join('console', file), 'utf8')]),
  );
  const edges = [...all].flatMap(([file, text]) =>
    [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
      (match): readonly [string, string] => [file, match[1] ?? match[2] ?? ''],
    ),
  );
  const inside = edges
    .filter(([, specifier]) => specifier.startsWith('.'))
    .map(([file, specifier]): readonly [string, string] => [file, normalize(join(dirname(file), specifier))]);

  it('imports nothing of the server', () => {
    assert.deepEqual(
      inside.filter(([, target]) => target.startsWith('..')),
      [],
    );
  });

  it('imports no package but Preact and its signals', () => {
    const strange = edges.filter(
      ([, specifier]) => !/^(\.|preact$|preact\/|@preact\/signals$)/.test(specifier),
    );
    assert.deepEqual(strange, []);
  });

  it('lets each part import only what its table allows', () => {
    const wrong = inside.filter(([file, target]) => {
      const [from, to] = [partOf(file), partOf(target)];
      return from !== to && consoleMayImport[from]?.includes(to) !== true;
    });
    assert.deepEqual(wrong, []);
  });

  it('has no circle of files', () => {
    const next = (file: string): readonly string[] =>
      inside.flatMap(([from, target]) => (from === file ? [target] : []));
    assert.equal(findCircle(next, [...all.keys()]), null);
  });

  it('sends requests only in store and before it is loaded', () => {
    const reaches = /\bfetch\(|\bEventSource\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bWebSocket\b/;
    const wrong = [...all].filter(
      ([file, text]) =>
        reaches.test(withoutComments(text)) && !/^(store\/|service-worker\.ts|early\.ts)/.test(file),
    );
    assert.deepEqual(
      wrong.map(([file]) => file),
      [],
    );
  });

  it('reads no clock in domain', () => {
    const wrong = [...all].filter(
      ([file, text]) =>
        file.startsWith('domain/') && /\bDate\.now\b|\bnew Date\(\)|\bperformance\b/.test(text),
    );
    assert.deepEqual(
      wrong.map(([file]) => file),
      [],
    );
  });

  it('has at most 17,000 lines of TypeScript without word lists, and 300 a file', () => {
    const sizes = [...all]
      .filter(([file]) => !file.startsWith('words/'))
      .map(([file, text]): readonly [string, number] => [file, text.split('\n').length - 1]);
    assert.ok(sizes.reduce((sum, [, size]) => sum + size, 0) <= 17_000);
    assert.deepEqual(
      sizes.filter(([, size]) => size > 300),
      [],
    );
  });

  it('has the drawings of icons as the package has them', () => {
    assert.equal(readFileSync('console/parts/icon-paths.ts', 'utf8'), iconSource());
  });

  it('opens each file with what it is, and says what each exported name is', () => {
    const wrong = [...all].flatMap(([file, text]) =>
      text.startsWith('//') ? undocumented(text).map((name) => `${file}: ${name}`) : [file],
    );
    assert.deepEqual(wrong, []);
  });
});

function words(text: string): readonly string[] {
  return text.split(' ');
}

function partOf(file: string): string {
  return file.split('/')[0] ?? file;
}
