// Keeps the shell for when there is no connection: pages, scripts, styles. Answers of the interface pass it by.

declare const SHELL: readonly string[];
declare const VERSION: string;

/** What a service worker's scope offers, as far as it is used here. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;
const cacheName = `hourbook-shell-${VERSION}`;

scope.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(clean().then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && /^\/(@|$)/.test(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith('/console/assets/')) event.respondWith(asset(request));
});

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(
    SHELL.map((path) => new Request(path, { headers: { accept: path === '/' ? 'text/html' : '*/*' } })),
  );
}

async function clean(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** The kept page stands in for a server that is down; a proxy before it may answer with an error of its own. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => Response.error());
  if (answer.ok || (answer.type !== 'error' && answer.status < 500)) return answer;
  return (await caches.match('/', { ignoreVary: true })) ?? answer;
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
