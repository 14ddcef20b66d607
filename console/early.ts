// A script of its own that arrives before the console: asks who is logged in and for the person's first rows, and for the
// words of the language. `store/http.ts` takes the answers by their address. It uses no signals, so that it stays small.
import { dateAt } from './domain/zones.ts';
import { deltaQuery, firstPage, firstWindow } from './store/fields.ts';
import { early, rowsOf, urlOf, type Envelope } from './store/http.ts';
import type { Who } from './store/session.ts';

/** The file of the German words; the build fills it in. */
declare const GERMAN: string;

const account = /^\/@([^/]+)/.exec(location.pathname)?.[1];
// A slow script may come after the console, which then has asked already.
const isLate = document.querySelector('#app')?.firstChild != null;
if (account !== undefined && !isLate) void ask(decodeURIComponent(account)).catch(() => undefined);
// The storage of a browser that has just begun is slow: it is opened while the answer is on its way.
if (!isLate) loadWords();

function loadWords(): void {
  if (!/^de/i.test(keptLanguage() ?? navigator.language)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: GERMAN }));
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem('hourbook.language');
  } catch {
    return null;
  }
}

async function ask(name: string): Promise<void> {
  const answer = await keep(urlOf({ account: name, path: 'session' }));
  const [person] = answer.ok ? rowsOf<Who>((await answer.clone().json()) as Envelope) : [];
  if (person === undefined) return;
  const today = dateAt(Math.floor(Date.now() / 1000), person.timezone);
  const query = { ...deltaQuery(person.user_id, firstWindow(today), today), ...firstPage };
  await keep(urlOf({ account: person.account, path: 'v4/deltaSync/read/', query }));
}

/** Asks, and keeps the answer for the console. */
function keep(url: string): Promise<Response> {
  const headers = { accept: 'application/json', 'x-hourbook': '1' };
  const answer = fetch(url, { credentials: 'same-origin', headers, signal: AbortSignal.timeout(20_000) });
  early().set(url, answer);
  return answer;
}
