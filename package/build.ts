// Builds what the npm package runs: `src` in `dist`, in few files and without types, so that it starts quickly. Node strips
// no types below node_modules. Files that the program finds by their place (commands, resources, migrations, threads) stay
// files of their own in that place; what they share lies in `dist/chunks`.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const [from, to] = [join(root, 'src'), join(root, 'dist')];

/** Found by their place, besides the two that a process begins with. */
const entries =
  /^(main|worker|.*-worker|cli\/commands\/[^/]+|resources\/[^/]+|sql\/migrations\/\d{4}-[^/]+)\.ts$/;

/** Files beside the code that are served as they are. */
const assets = /\.(css|html|js)$/;

/** Stands for the address of `dist` until it is known in which file a module comes to lie. */
const distUrl = '__DIST_URL__';

async function build(): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' });
  const input = names.filter((name) => entries.test(name));
  const bundle = await rolldown({
    input: Object.fromEntries(input.map((name) => [name.replace(/\.ts$/, ''), join(from, name)])),
    platform: 'node',
    external: /^(?![./#]|$)/,
    plugins: [keepAddresses],
  });
  await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // What every server loads, in one file.
    codeSplitting: {
      groups: [{ name: 'domain', test: /\/src\/(domain|errors|resource|resources|values)\// }],
    },
  });
  await bundle.close();
  for (const name of names.filter((one) => assets.test(one))) cpSync(join(from, name), join(to, name));
}

/** Lets modules find files by their own place as in `src`, wherever their code comes to lie; `.ts` becomes `.js`. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const own = JSON.stringify(relative(from, id));
    return code.replaceAll('import.meta.url', `new URL(${own}, ${distUrl}).href`);
  },
  renderChunk(code, { fileName }) {
    const up = JSON.stringify(`./${relative(dirname(fileName), '.')}/`);
    return code.replaceAll(distUrl, `new URL(${up}, import.meta.url)`).replace(/\.ts(?=['"`])/g, '.js');
  },
};

await build();
