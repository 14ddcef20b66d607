// What the console costs to load, compressed, and that one Preact is in it. A screen costs all files that its code imports
// and the first load has not brought; which those are is read from the built files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildOnce } from '../support/console-browser.ts';

const assets = new URL('../../console/dist/assets/', import.meta.url);
const page = new URL('../../console/dist/index.html', import.meta.url);
const screens =
  'week absences account inbox messages presence calendar month reports people data settings'.split(' ');

describe('the size of the console', () => {
  let files: ReadonlyMap<string, BuiltFile>;
  let html: string;
  /** What a browser loads before it shows the first screen. */
  let first: Set<string>;
  before(async () => {
    await buildOnce();
    const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
    files = new Map(names.map((name) => [name, readBuilt(name)]));
    html = readFileSync(page, 'utf8');
    first = importedBy(
      names.filter((name) => html.includes(name)),
      files,
    );
  });

  const sizeOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0);
  /** What is loaded when it is asked for, also by a file that was. */
  const later = (): readonly string[] => {
    const reached = new Set(first);
    for (const name of reached)
      for (const next of [...(files.get(name)?.needs ?? []), ...(files.get(name)?.later ?? [])])
        reached.add(next);
    return [...new Set([...reached].flatMap((name) => files.get(name)?.later ?? [])).difference(first)];
  };

  /** The styles that come a second after the first drawing, or before with a part that needs them: counted with the first load. */
  const sheets = (): readonly string[] => [
    ...new Set([...first].flatMap((name) => files.get(name)?.sheets ?? [])),
  ];

  it('is at most 60 kB for the first load, in German too', () => {
    assert.match(html, /<script>[^]+<\/script>[^]*<style>[^]+<\/style>/);
    assert.ok([...first].some((name) => name.startsWith('main-')));
    assert.ok([...first].some((name) => name.startsWith('de-')));
    const whole = sizeOf([...first, ...sheets()]) + gzipSync(html, { level: 9 }).length;
    assert.ok(whole <= 60_000, `${whole} of ${[...first].join()}`);
  });

  it('is at most 25 kB more for each screen, with all that its code imports', () => {
    const costs = later().map((name) => {
      const more = importedBy([name], files).difference(first);
      return { name, size: sizeOf(more), files: [...more] };
    });
    const missing = screens.filter((screen) => !costs.some(({ name }) => name.startsWith(`${screen}-`)));
    assert.deepEqual(missing, [], 'screens without a file of their own');
    assert.deepEqual(
      costs.filter(({ size }) => size > 25_000),
      [],
    );
  });

  it('is at most 200 kB for all, and has no file that nothing loads', () => {
    assert.deepEqual(
      [...new Set(files.keys()).difference(importedBy([...first, ...later(), ...sheets()], files))],
      [],
    );
    assert.ok(sizeOf(files.keys()) <= 200_000);
  });

  it('has one copy of Preact', () => {
    const withCore = [...files].filter(([, { text }]) => text.includes('dangerouslySetInnerHTML'));
    assert.equal(withCore.length, 1);
  });
});

interface BuiltFile {
  readonly text: string;
  /** Compressed by gzip, as the server sends it. */
  readonly size: number;
  /** What it needs before it runs. */
  readonly needs: readonly string[];
  /** What it loads when that is asked for. */
  readonly later: readonly string[];
  /** Style sheets that it loads. */
  readonly sheets: readonly string[];
}

function readBuilt(name: string): BuiltFile {
  const text = readFileSync(new URL(name, assets), 'utf8');
  const named = (form: RegExp): readonly string[] => [...text.matchAll(form)].map(([, file = '']) => file);
  return {
    text,
    size: statSync(new URL(`${name}.gz`, assets)).size,
    needs: named(/(?:\bfrom|\bimport) ?["'`]\.\/([^"'`]+)["'`]/g),
    sheets: named(/["'`]\/console\/assets\/([^"'`]+\.css)["'`]/g),
    later: named(/\bimport\(["'`]\.\/([^"'`]+)["'`]\)/g),
  };
}

/** The files and all that they need. */
function importedBy(names: readonly string[], files: ReadonlyMap<string, BuiltFile>): Set<string> {
  const all = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    const file = files.get(name);
    assert.ok(file, `${name} is imported and was not built`);
    waiting.push(...file.needs);
  }
  return all;
}
