// The shape of the code, held as data: who may import whom, which packages live where, and what files may look like.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };

/** Part → parts (or single files) that it may import. A file directly in src/ is a part of its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  values: words('errors'),
  resource: words('values errors'),
  rules: words('resource values errors'),
  resources: words('resource rules values errors'),
  request: words('resource values errors'),
  access: words('request resource values errors'),
  plan: words('access request resource values errors'),
  observe: [],
  sql: words('plan resource values errors observe'),
  response: words('plan resource values errors'),
  engine: words('request access plan sql response resource values errors observe'),
  oauth: words('access sql request resource values errors observe'),
  mail: words('sql resource values observe'),
  export: words('resource values errors'),
  accounts: words('export engine oauth sql rules request access resource values errors observe'),
  moving: words('accounts engine sql resource values errors observe'),
  workers: words('observe config.ts'),
  reference: words('access request plan resource values errors'),
  http: words('engine oauth response request resource values errors observe config.ts'),
  cli: words(
    'app.ts config.ts version.ts accounts moving workers export engine oauth sql request access resource values errors observe',
  ),
  'main.ts': words('cli'),
  'app.ts': words(
    'config.ts load-resources.ts version.ts accounts engine reference http mail oauth sql resource observe workers values',
  ),
  'worker.ts': words('app.ts workers'),
  'load-resources.ts': words('resource'),
  'config.ts': words('config-form.ts'),
  'config-form.ts': [],
  'config-reference.ts': words('config.ts'),
  'version.ts': [],
};

/** Tools for developers that live beside what they write: file → what else it may import, packages included. */
const tools: Readonly<Record<string, readonly string[]>> = {
  'sql/migrations/generate.ts': ['load-resources.ts'],
  'reference/write-pages.ts': ['load-resources.ts'],
  'sql/migrations/migration-source.ts': ['prettier'],
};

/** Package → the one part that knows it. A package that is not here is imported by nobody. */
const packageHome: Readonly<Record<string, string>> = {
  kysely: 'sql',
  'better-sqlite3': 'sql',
  pg: 'sql',
  fastify: 'http',
  '@node-rs/argon2': 'oauth',
  nodemailer: 'mail',
  'date-holidays': 'rules',
  'swagger-ui-dist': 'reference',
  pdfkit: 'export',
  fontkit: 'export',
  'dejavu-fonts-ttf': 'export',
  'write-excel-file': 'export',
};

/** Source text → the only places that may hold it. */
const clocks: readonly { readonly reads: RegExp; readonly only: RegExp }[] = [
  // What time it is: an argument everywhere else, so that tests choose it.
  { reads: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/, only: /^(app|main)\.ts$/ },
  // How much time has passed: never part of a result.
  {
    reads: /\bperformance\.now\b|\bprocess\.hrtime\b/,
    only: /^(app\.ts|sql\/(write-groups|postgres-standbys)\.ts)$/,
  },
];

const aliases: Readonly<Record<string, string>> = packageFile.imports;
const files = globSync('src/**/*.ts').map((path) => path.slice('src/'.length));
const sources = new Map(files.map((file) => [file, readFileSync(join('src', file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

interface Import {
  readonly specifier: string;
  /** Below src/; `null` for a package or a module of Node. */
  readonly target: string | null;
}

function importsOf(file: string): readonly Import[] {
  const pattern =
    /^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|\bimport(?:\.meta\.resolve)?\('([^']+)'\)/gm;
  return [...(sources.get(file) ?? '').matchAll(pattern)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((specifier) => specifier !== '../package.json')
    .map((specifier) => ({ specifier, target: targetOf(file, specifier) }));
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (!specifier.startsWith('#')) return null;
  const exact = aliases[specifier];
  if (exact !== undefined) return exact.slice('./src/'.length);
  return specifier.slice(1);
}

function partOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Every import as `[importing file, import]`. */
const allImports = [...imports].flatMap(([file, list]) => list.map((one): [string, Import] => [file, one]));

describe('the architecture', () => {
  it('names every part in the table', () => {
    const strange = [...new Set(files.map(partOf))].filter((part) => mayImport[part] === undefined);
    assert.deepEqual(strange, []);
  });

  it('lets each part import only what the table allows', () => {
    const wrong = allImports
      .filter(([file, { target }]) => target !== null && !isAllowed(file, target))
      .map(([file, { specifier }]) => `${file} imports ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('has a table without circles', () => {
    assert.equal(
      findCircle((part) => mayImport[part] ?? [], Object.keys(mayImport)),
      null,
    );
  });

  it('has no circle of files', () => {
    const targets = (file: string): readonly string[] =>
      (imports.get(file) ?? []).flatMap(({ target }) => target ?? []);
    assert.equal(findCircle(targets, files), null);
  });

  it('imports files that exist, with # across parts and relative inside one', () => {
    const wrong = allImports
      .filter(([, { target }]) => target !== null)
      .filter(([file, { specifier, target }]) => {
        const inside = partOf(file) === partOf(target ?? '');
        const reachable = Object.keys(aliases).some((alias) => specifierFits(alias, target ?? ''));
        return !existsSync(join('src', target ?? '')) || specifier.startsWith('#') === (inside || !reachable);
      })
      .map(([file, { specifier }]) => `${file}: ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('loads resources by their folder: nobody imports one', () => {
    const wrong = allImports.filter(([, { target }]) => target?.startsWith('resources/') === true);
    assert.deepEqual(wrong, []);
  });

  it('keeps each package in its part', () => {
    const wrong = allImports
      .filter(([, { specifier, target }]) => target === null && !specifier.startsWith('node:'))
      .filter(([file, { specifier }]) => {
        const name = packageOf(specifier);
        return packageHome[name] !== partOf(file) && tools[file]?.includes(name) !== true;
      })
      .map(([file, { specifier }]) => `${file} imports ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('needs at run time only packages that an installation has', () => {
    const used = new Set(
      allImports
        .filter(
          ([file, { specifier, target }]) =>
            target === null && !specifier.startsWith('node:') && !tools[file],
        )
        .map(([, { specifier }]) => packageOf(specifier)),
    );
    assert.deepEqual(
      [...used].filter((name) => !(name in packageFile.dependencies)),
      [],
    );
  });

  for (const { reads, only } of clocks) {
    it(`reads ${reads.source} only in ${only.source}`, () => {
      const wrong = [...sources].filter(
        ([file, text]) => reads.test(withoutComments(text)) && !only.test(file),
      );
      assert.deepEqual(
        wrong.map(([file]) => file),
        [],
      );
    });
  }
});

describe('files', () => {
  const everywhere = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts']);
  const generated = /^src\/sql\/migrations\/\d/;

  it('have at most 300 lines', () => {
    const long = everywhere.filter((file) => !generated.test(file) && linesOf(file) > 300);
    assert.deepEqual(long, []);
  });

  it('have names in kebab-case that say something', () => {
    const empty = /(^|[/-])(utils?|helpers?|managers?|services?|common|misc|index)(?=[./-]|$)/;
    const wrong = files.filter((file) => !/^[a-z0-9/-]+\.ts$/.test(file) || empty.test(file));
    assert.deepEqual(wrong, []);
  });

  it('open with a comment that says what they are', () => {
    const bare = [...sources].filter(([, text]) => !text.startsWith('//')).map(([file]) => file);
    assert.deepEqual(bare, []);
  });

  it('export only what they define: there are no barrels', () => {
    const barrels = [...sources]
      .filter(([, text]) => /^export (\*|\{[^}]*\}) from /m.test(text))
      .map(([file]) => file);
    assert.deepEqual(barrels, []);
  });

  it('say with a sentence what each exported name is', () => {
    const silent = [...sources]
      .filter(([file]) => !generated.test(`src/${file}`))
      .flatMap(([file, text]) => undocumented(text).map((name) => `${file}: ${name}`));
    assert.deepEqual(silent, []);
  });
});

function words(text: string): readonly string[] {
  return text.split(' ');
}

function isAllowed(file: string, target: string): boolean {
  const [from, to] = [partOf(file), partOf(target)];
  if (from === to) return true;
  return [...(mayImport[from] ?? []), ...(tools[file] ?? [])].some(
    (allowed) => allowed === to || allowed === target,
  );
}

function specifierFits(alias: string, target: string): boolean {
  const path = (aliases[alias] ?? '').slice('./src/'.length);
  return path.endsWith('/*') ? target.startsWith(path.slice(0, -1)) : path === target;
}

/** Depth first; the circle as text, or `null`. */
function findCircle(next: (node: string) => readonly string[], nodes: readonly string[]): string | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return null;
    for (const other of next(node)) {
      const circle = visit(other, [...path, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  return nodes.reduce<string | null>((found, node) => found ?? visit(node, []), null);
}

/** Exported names whose line does not follow the end of a docstring. */
function undocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/.exec(line)?.[1];
    const above = lines[index - 1] ?? '';
    const before = above.startsWith('// oxlint-disable') ? (lines[index - 2] ?? '') : above;
    return name === undefined || before.endsWith('*/') ? [] : [name];
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}
