// The built web console: files of console/dist, and index.html at every address that the console routes itself.
// It must not know what the files do.
import { createHash, type Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { encodingsOf, prefersHtml } from './accepted.ts';

/** Answers GET and HEAD. */
export type FileRoute = (request: HttpRequest) => Promise<HttpResponse>;

/** Where `node console/build.ts` writes. */
export const consoleFolder = new URL('../../console/dist/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/**
 * For pages and for workers, whose own answer decides what they may load. Scripts and styles come from files, or have one of
 * the hashes of what the page has in itself; text becomes a script address only through the one policy that registers the service worker.
 */
const policyWith = ({ scripts, styles }: Inline): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types hourbook',
  ].join('; ');

/** What a page has in itself and a policy lets pass, as the policy writes it. */
interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const inlineScript = /<script>([^]*?)<\/script>/g;
const inlineStyle = /<style>([^]*?)<\/style>/g;

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=()',
};

const filePath =
  /^\/console\/((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+))$/;
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Whether the console reads the address: no name of an account begins with `@`, so these are its own for ever. */
export function isRouted(path: string): boolean {
  return path.startsWith('/@');
}

/** Finds the route of a request; `null` when it is none of the console's. */
export function createConsoleFiles(folder: URL): (request: HttpRequest) => FileRoute | null {
  return ({ path, headers }) => {
    if (path === '/') return prefersHtml(headers['accept']) ? showIndex(folder) : null;
    if (isRouted(path)) return showIndex(folder);
    if (path === '/console' || path === '/console/') return async () => redirect;
    const [, name, extension] = filePath.exec(path) ?? [];
    if (name !== undefined && extension !== undefined && types[extension] !== undefined)
      return async (request) => (await fileAnswer(folder, { name, extension }, request)) ?? notFound(path);
    return path.startsWith('/console/') && !isAccountAddress(path) ? async () => notFound(path) : null;
  };
}

/** An account may be called `console`: what has the form of its addresses is answered like those of any other. */
function isAccountAddress(path: string): boolean {
  return /^\/console\/+(v[34]|userapi|auth|password|email|session|docs|openapi\.json)(\/|$)/i.test(path);
}

function showIndex(folder: URL): FileRoute {
  return async (request) => {
    const file = await fileAnswer(folder, { name: 'index.html', extension: 'html' }, request);
    const answer = file ?? notBuilt;
    const page = String((await read(new URL('index.html', folder))) ?? '');
    const inline = { scripts: hashesOf(page, inlineScript), styles: hashesOf(page, inlineStyle) };
    const vary = request.path === '/' ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
    const policy = file === null ? {} : { 'content-security-policy': policyWith(inline) };
    return { ...answer, headers: { ...answer.headers, ...pageHeaders, ...policy, vary } };
  };
}

function hashesOf(page: string, elements: RegExp): readonly string[] {
  return [...page.matchAll(elements)].map(([, text = '']) => `'sha256-${sha256(text).digest('base64')}'`);
}

interface ConsoleFile {
  /** Below the folder. */
  readonly name: string;
  readonly extension: string;
}

/** The file in the smallest form that the client reads; `null`: there is none. */
async function fileAnswer(
  folder: URL,
  { name, extension }: ConsoleFile,
  request: HttpRequest,
): Promise<HttpResponse | null> {
  const found = await smallest(folder, name, request.headers['accept-encoding']);
  if (found === null) return null;
  const { body, encoding } = found;
  const headers: Record<string, string> = {
    'content-type': types[extension] ?? '',
    'content-security-policy': policyWith({ scripts: [], styles: [] }),
    vary: 'Accept-Encoding',
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    ...(name === 'sw.js' ? { 'service-worker-allowed': '/' } : {}),
  };
  // The build puts the hash of what a file holds into its name.
  if (name.startsWith('assets/'))
    return {
      status: 200,
      headers: { ...headers, 'cache-control': 'public, max-age=31536000, immutable' },
      body,
    };
  const etag = `"${sha256(body).digest('base64url')}"`;
  const fresh = { ...headers, etag, 'cache-control': 'no-cache' };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers: fresh, body: '' };
  return { status: 200, headers: fresh, body };
}

function sha256(content: string | Buffer): Hash {
  return createHash('sha256').update(content);
}

interface FoundFile {
  readonly body: Buffer;
  readonly encoding: string | null;
}

async function smallest(folder: URL, name: string, accepted: string | undefined): Promise<FoundFile | null> {
  for (const encoding of encodingsOf(accepted)) {
    const body = await read(new URL(name + suffixes[encoding], folder));
    if (body !== null) return { body, encoding };
  }
  const body = await read(new URL(name, folder));
  return body === null ? null : { body, encoding: null };
}

/** Read each time: a build that ends while the server runs is served at once. */
async function read(file: URL): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}

const redirect: HttpResponse = {
  status: 302,
  headers: { location: '/', 'content-type': 'text/plain; charset=utf-8' },
  body: 'The console is at /.\n',
};

function notFound(path: string): HttpResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `The console has no file ${path}.\n`,
  };
}

const notBuilt: HttpResponse = {
  status: 503,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hourbook</title>
</head>
<body>
<main>
<h1>The web console is not built</h1>
<p>Run <code>npm ci</code> in the folder of Hourbook, or <code>npx node console/build.ts</code> after it, and load this page again.</p>
<p>The interface for programs works without the console.</p>
</main>
</body>
</html>
`,
};
