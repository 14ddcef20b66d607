// Builds what the npm package runs: `src` without its types, in `dist`. Node strips no types below node_modules. Every
// import becomes a relative one, so that nothing depends on where the package lies.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [from, to] = [join(root, 'src'), join(root, 'dist')];

/** What only developers run. */
const left = new Set(['config-reference.ts', 'reference/write-pages.ts', 'sql/migrations/generate.ts']);

/** Files beside the code that are served as they are. */
const assets = /\.(css|html|js)$/;

function build(): void {
  rmSync(to, { recursive: true, force: true });
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (left.has(name)) continue;
    const target = join(to, name);
    if (name.endsWith('.ts')) {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target.replace(/\.ts$/, '.js'), built(name));
    } else if (assets.test(name)) {
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(from, name), target);
    }
  }
}

function built(name: string): string {
  const code = stripTypeScriptTypes(readFileSync(join(from, name), 'utf8'));
  const resolved = code.replace(/(['"])#([^'"\s]+)\1/g, (whole, quote: string, path: string) => {
    const file = path.endsWith('.ts') ? path : `${path}.ts`;
    if (!existsSync(join(from, file))) return whole;
    const target = relative(dirname(name), file);
    return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
  });
  // In names of modules, and where folders are looked through.
  return resolved
    .replace(/\.ts(?=['"`])/g, '.js')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}

build();
