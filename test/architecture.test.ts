// Tests the structure of the code by tables: imports between parts, and homes of packages.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };
import { findCircle, withoutComments } from './support/source-text.ts';

/** Part → parts (or single files) that it may import. A file directly in src/ is a part of its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  values: words('errors'),
  generated: [],
  resource: words('generated values errors'),
  domain: words('resource values errors'),
  resources: words('resource domain values errors'),
  request: words('resource values errors'),
  access: words('request resource values errors'),
  plan: words('access request resource values errors'),
  observe: [],
  sql: words('plan resource values errors observe'),
  files: words('sql resource errors'),
  response: words('plan resource values errors'),
  engine: words('files request access plan sql response resource values errors observe'),
  oauth: words('access sql request resource values errors observe'),
  mail: words('sql resource values observe'),
  export: words('resource values errors'),
  accounts: words('files export engine oauth sql domain request access resource values errors observe'),
  transfer: words('files accounts engine sql resource values errors observe'),
  workers: words('observe config.ts request values'),
  reference: words('access request plan resource values errors'),
  http: words('engine oauth response request resource values errors observe config.ts'),
  cli: words(
    'app.ts config.ts version.ts files accounts transfer workers export engine oauth sql request access resource values errors observe',
  ),
  'main.ts': words('cli quick-resolve.ts'),
  'app.ts': words(
    'config.ts load-resources.ts version.ts domain files accounts engine reference http mail oauth sql resource observe workers values',
  ),
  'worker.ts': words('app.ts workers quick-resolve.ts'),
  'quick-resolve.ts': [],
  'load-resources.ts': words('resource'),
  'config.ts': words('config-files.ts config-form.ts config-requests.ts'),
  'config-files.ts': words('config-form.ts'),
  'config-requests.ts': words('config-form.ts'),
  'config-form.ts': [],
  'config-reference.ts': words('config.ts'),
  'version.ts': [],
};

/** Tools for developers that live beside what they write: file → what else it may import, packages included. */
const tools: Readonly<Record<string, readonly string[]>> = {
  'sql/migrations/generate.ts': ['load-resources.ts'],
  'generated/write-rows.ts': ['load-resources.ts', 'prettier', 'resource'],
  'reference/write-pages.ts': ['load-resources.ts'],
  'sql/migrations/migration-source.ts': ['prettier'],
};

/** Package → the one part that knows it. A package that is not here is not imported. */
const packageHome: Readonly<Record<string, string>> = {
  kysely: 'sql',
  'better-sqlite3': 'sql',
  pg: 'sql',
  fastify: 'http',
  '@node-rs/argon2': 'oauth',
  nodemailer: 'mail',
  'date-holidays': 'domain',
  'swagger-ui-dist': 'reference',
  pdfkit: 'export',
  fontkit: 'export',
  'dejavu-fonts-ttf': 'export',
  'write-excel-file': 'export',
  aws4fetch: 'files',
};

/** Source text → the only places that may hold it. */
const clocks: readonly { readonly what: string; readonly reads: RegExp; readonly only: RegExp }[] = [
  // The time of day is an argument everywhere else, so that tests choose it.
  {
    what: 'the time of day only in app.ts and main.ts',
    reads: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/,
    only: /^(app|main)\.ts$/,
  },
  // Elapsed time is never part of a result.
  {
    what: 'elapsed time only in app.ts and three files of sql',
    reads: /\bperformance\.now\b|\bprocess\.hrtime\b/,
    only: /^(app\.ts|sql\/(write-groups|postgres-bulkhead|postgres-standbys)\.ts)$/,
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
  it('has a table entry for each part of src', () => {
    const strange = [...new Set(files.map(partOf))].filter((part) => mayImport[part] === undefined);
    assert.deepEqual(strange, []);
  });

  it('has only imports between parts that the table allows', () => {
    const wrong = allImports
      .filter(([file, { target }]) => target !== null && !isAllowed(file, target))
      .map(([file, { specifier }]) => `${file} imports ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('has no cycle in the table', () => {
    assert.equal(
      findCircle((part) => mayImport[part] ?? [], Object.keys(mayImport)),
      null,
    );
  });

  it('has no import cycle between files', () => {
    const targets = (file: string): readonly string[] =>
      (imports.get(file) ?? []).flatMap(({ target }) => target ?? []);
    assert.equal(findCircle(targets, files), null);
  });

  it('imports existing files, by # across parts and relatively inside one', () => {
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

  it('has no import of a file in src/resources', () => {
    const wrong = allImports.filter(([, { target }]) => target?.startsWith('resources/') === true);
    assert.deepEqual(wrong, []);
  });

  it('imports each package in one part only', () => {
    const wrong = allImports
      .filter(([, { specifier, target }]) => target === null && !specifier.startsWith('node:'))
      .filter(([file, { specifier }]) => {
        const name = packageOf(specifier);
        return packageHome[name] !== partOf(file) && tools[file]?.includes(name) !== true;
      })
      .map(([file, { specifier }]) => `${file} imports ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('imports at run time only dependencies and what the package bundles', () => {
    const used = new Set(
      allImports
        .filter(
          ([file, { specifier, target }]) =>
            target === null && !specifier.startsWith('node:') && !tools[file],
        )
        .map(([, { specifier }]) => packageOf(specifier)),
    );
    assert.deepEqual([...used].filter((name) => !(name in packageFile.dependencies)).sort(), [
      'fastify',
      'kysely',
    ]);
  });

  for (const { what, reads, only } of clocks) {
    it(`reads ${what}`, () => {
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

describe('the domain', () => {
  /** A folder of src/domain, `recompute.ts`, or what all of them share. */
  const folderOf = (file: string): string => {
    const [, first = '', ...rest] = file.split('/');
    return rest.length > 0 || first === 'recompute.ts' ? first : 'shared';
  };

  it('has no circle of imports between its folders', () => {
    const targets = Map.groupBy(
      allImports.filter(([file, { target }]) => [file, target].every((one) => one?.startsWith('domain/'))),
      ([file]) => folderOf(file),
    );
    const next = (folder: string): readonly string[] => {
      const folders = (targets.get(folder) ?? []).map(([, { target }]) => folderOf(target ?? ''));
      return [...new Set(folders)].filter((other) => other !== folder);
    };
    assert.equal(findCircle(next, [...targets.keys()]), null);
  });

  it('casts no row, so that a misspelt column does not compile', () => {
    const cast = /\] as (?!const\b)|\bas Row\b|\bas unknown as\b|\) as (?:number|string|Row)\b/;
    const wrong = [...sources]
      .filter(([file]) => file.startsWith('domain/'))
      .filter(([, text]) => cast.test(withoutComments(text)))
      .map(([file]) => file);
    assert.deepEqual(wrong, []);
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
