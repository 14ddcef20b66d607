// Builds the console into console/dist: `npm run console`. It knows files and rolldown, nothing of what is built.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The order of the style sheets is that of their layers; within a layer by name. */
const layers = ['style/tokens.css', 'style/base.css', 'parts', 'screens', 'style/forced.css'];
/** Styles of what Today and the shell show; the others come with the first part that is loaded later, and stand before them. */
const firstStyles =
  /^style\/|^parts\/(button|dialog|field|task-picker)\.css$|^screens\/(shell|today|user-menu)\.css$/;

/** What is built: names below the folder, and their text. */
type Built = Map<string, string>;

/** Builds everything anew. A server that serves the folder meanwhile finds the former files or the new ones. */
export async function buildConsole(folder: string = join(here, 'dist')): Promise<void> {
  const built: Built = new Map();
  const laterStyle = addHashed(built, 'more', 'css', styleSheet(false));
  const scripts = await bundle(built, { LATER_STYLE: JSON.stringify(`/console/${laterStyle}`) });
  const german = scripts.chunks.find((name) => name.startsWith('assets/de-')) ?? '';
  const define = { GERMAN: JSON.stringify(`/console/${german}`) };
  const files = {
    ...scripts,
    early: await oneScript('early.ts', define),
    style: styleSheet(true),
    laterStyle,
  };
  built.set('icons/hourbook.svg', icon(false));
  built.set('icons/running.svg', icon(true));
  built.set('manifest.webmanifest', JSON.stringify(manifest));
  const index = page(files);
  built.set('sw.js', await serviceWorker(files, index));
  // The last one, because it names the others.
  built.set('index.html', index);
  replaceFiles(folder, built);
}

/** Puts each file in its place in one step, then removes what no build has made. */
function replaceFiles(folder: string, built: Built): void {
  const kept = new Set<string>();
  for (const [name, text] of built) {
    const bytes = Buffer.from(text);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    const forms: readonly (readonly [string, Buffer])[] = [
      [`${name}.gz`, gzipSync(bytes, { level: 9 })],
      [`${name}.br`, brotliCompressSync(bytes, { params: quality })],
      [name, bytes],
    ];
    for (const [file, content] of forms) {
      replaceFile(join(folder, file), content);
      kept.add(file);
    }
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(join(folder, '/').length);
    if (entry.isFile() && !kept.has(name)) rmSync(join(folder, name));
  }
}

/** A rename is one step: a reader finds the former file or the new one, never a part. */
function replaceFile(file: string, content: Buffer): void {
  const draft = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/**
 * The first line of what runs at once: Chromium then compiles all of it while it arrives, beside the page's own thread, and
 * not function by function when each is called first. Other browsers read a comment.
 */
const eager = '//# allFunctionsCalledOnLoad\n';

async function bundle(
  built: Built,
  define: Record<string, string>,
): Promise<Pick<Files, 'entry' | 'chunks'>> {
  const build = await rolldown({
    input: { main: join(here, 'main.tsx') },
    platform: 'browser',
    transform: { define },
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    // All that the first drawing needs is one file, also what screens that come later import too.
    codeSplitting: { groups: [{ name: 'main', test: /\/main\.tsx$/ }] },
  });
  await build.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  for (const { fileName, code, isEntry } of chunks) built.set(fileName, isEntry ? eager + code : code);
  const named = (isEntry: boolean): readonly string[] =>
    chunks.filter((chunk) => chunk.isEntry === isEntry).map((chunk) => chunk.fileName);
  return { entry: named(true).join(), chunks: named(false) };
}

interface Files {
  /** The text of the script that asks for data while the entry is loading. */
  readonly early: string;
  readonly entry: string;
  /** The text of the styles of Today and the shell: in the page itself they come while the browser is still starting it. */
  readonly style: string;
  readonly laterStyle: string;
  readonly chunks: readonly string[];
}

function styleSheet(isFirst: boolean): string {
  const files = layers.flatMap((place) =>
    place.endsWith('.css')
      ? [place]
      : readdirSync(join(here, place))
          .filter((name) => name.endsWith('.css'))
          .sort()
          .map((name) => `${place}/${name}`),
  );
  const texts = files
    .filter((file) => firstStyles.test(file) === isFirst)
    .map((file) => readFileSync(join(here, file), 'utf8'));
  // Every sheet says the order, because the one that comes later stands first.
  return ['@layer tokens, base, parts, screens;', ...texts]
    .join('\n')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
}

function page({ early, entry, style }: Files): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<script>${early.trim().replaceAll('</script', '<\\/script')}</script>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16181c">
<title>Hourbook</title>
<link rel="icon" href="/console/icons/hourbook.svg" type="image/svg+xml">
<link rel="manifest" href="/console/manifest.webmanifest">
<script type="module" src="/console/${entry}"></script>
<style>${style}</style>
</head>
<body><noscript>Hourbook needs JavaScript.</noscript><div id="app"></div></body>
</html>
`;
}

/** The shell works without connection; answers of the interface are never kept. */
async function serviceWorker(files: Files, index: string): Promise<string> {
  const shell = ['/', ...[files.entry, files.laterStyle, ...files.chunks].map((name) => `/console/${name}`)];
  const version = createHash('sha256')
    .update(shell.join() + index)
    .digest('hex')
    .slice(0, 12);
  return oneScript('service-worker.ts', { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) });
}

/** A script that imports nothing when it runs. */
async function oneScript(file: string, define: Record<string, string>): Promise<string> {
  const build = await rolldown({ input: join(here, file), transform: { define } });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

const manifest = {
  name: 'Hourbook',
  short_name: 'Hourbook',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0b57d0',
  icons: [{ src: '/console/icons/hourbook.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
};

/** The sign of the console; running, it is a dot in the colour of work. */
function icon(isRunning: boolean): string {
  const fill = isRunning ? '#ba2205' : '#0b57d0';
  const letter =
    '<path d="M22 16v32M42 16v32M22 32h20" stroke="#fff" stroke-width="7" stroke-linecap="round" fill="none"/>';
  const inside = isRunning ? '<circle cx="32" cy="32" r="12" fill="#fff"/>' : letter;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${fill}"/>${inside}</svg>`;
}

/** Adds a file whose name has the hash of what it holds, and answers the name. */
function addHashed(built: Built, name: string, extension: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8).replace(/^-/, '_');
  const file = `assets/${name}-${hash}.${extension}`;
  built.set(file, text);
  return file;
}

if (import.meta.main) void buildConsole();
