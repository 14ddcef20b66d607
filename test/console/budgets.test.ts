// What the console costs to load, compressed, and that one Preact is in it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildOnce } from '../support/console-browser.ts';

const assets = new URL('../../console/dist/assets/', import.meta.url);
const page = new URL('../../console/dist/index.html', import.meta.url);

describe('the size of the console', () => {
  let sizes: ReadonlyMap<string, number>;
  before(async () => {
    await buildOnce();
    const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
    sizes = new Map(names.map((name) => [name, gzipSync(readFileSync(new URL(name, assets))).length]));
  });

  it('is at most 60 kB for the first load, in German too', () => {
    const html = readFileSync(page, 'utf8');
    const first = [...sizes].filter(([name]) => html.includes(name));
    assert.ok(first.length >= 2);
    const [, inline = ''] = /<script>([^]*?)<\/script>/.exec(html) ?? [];
    const whole = first.reduce((sum, [, size]) => sum + size, gzipSync(inline).length);
    assert.ok(whole <= 60_000, JSON.stringify(first));
  });

  it('is at most 25 kB more for each screen, and 200 kB for all', () => {
    const html = readFileSync(page, 'utf8');
    const more = [...sizes].filter(([name]) => !html.includes(name));
    assert.deepEqual(
      more.filter(([, size]) => size > 25_000),
      [],
    );
    assert.ok([...sizes.values()].reduce((sum, size) => sum + size, 0) <= 200_000);
  });

  it('has one copy of Preact', () => {
    const scripts = [...sizes.keys()].filter((name) => name.endsWith('.js'));
    const withCore = scripts.filter((name) =>
      readFileSync(new URL(name, assets), 'utf8').includes('dangerouslySetInnerHTML'),
    );
    assert.equal(withCore.length, 1);
  });
});
