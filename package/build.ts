// Builds what the npm package runs: `src` in `dist`, in few files and without types, so that it starts quickly. Node strips
// no types below node_modules. The package's `dependencies` stay outside; what else every server loads is bundled. Commands,
// migrations and threads, which the program finds by their place, stay files of their own in that place.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { checkResources } from '#resource/check-resources.ts';
import packageFile from '../package.json' with { type: 'json' };
import { loadResources } from '../src/load-resources.ts';
import { keepAddresses } from './keep-addresses.ts';
import { licencesOf } from './licences.ts';
import { listResources } from './list-resources.ts';
import { nodeModules } from './node-modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [from, to] = [join(root, 'src'), join(root, 'dist')];

/** Found by their place, besides the two that a process begins with. */
const entries = /^(main|worker|.*-worker|cli\/commands\/[^/]+|sql\/migrations\/\d{4}-[^/]+)\.ts$/;

/** Files beside the code that are served as they are. */
const assets = /\.(css|html|js)$/;

/** Files that a process loads as a whole: each is a module with all that it imports and no group before it holds. */
const groups = [
  { name: 'node', test: /^\0node-module:/, priority: 4 },
  { name: 'command-line', test: /\/src\/cli\/run-command-line\.ts$/, priority: 3 },
  { name: 'storage', test: /\/src\/sql\/(open|sqlite)-database\.ts$/, priority: 2 },
  { name: 'server', test: /\/src\/app\.ts$/, priority: 1 },
];

async function build(): Promise<void> {
  checkResources(await loadResources());
  rmSync(to, { recursive: true, force: true });
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' });
  const input = names.filter((name) => entries.test(name));
  const bundle = await rolldown({
    input: Object.fromEntries(input.map((name) => [name.replace(/\.ts$/, ''), join(from, name)])),
    platform: 'node',
    external: new RegExp(`^(${Object.keys(packageFile.dependencies).join('|')})(/|$)`),
    plugins: [listResources(from), keepAddresses(from), nodeModules],
  });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups },
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(join(to, 'LICENCES.txt'), licencesOf(modules));
  for (const name of names.filter((one) => assets.test(one))) cpSync(join(from, name), join(to, name));
}

await build();
