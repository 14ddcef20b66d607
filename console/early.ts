// A script in the page itself, which runs before the console has come: asks who is logged in and for the person's first rows,
// and for the words of the language. `store/http.ts` takes the answers by their address. It uses no signals, so that it stays
// small.
import { deltaQuery, firstPage, firstWindow } from './store/fields.ts';
import { early, rowsOf, urlOf, type Envelope } from './store/http.ts';
import type { Who } from './store/session.ts';

/** The file of the German words; the build fills it in. */
declare const GERMAN: string;

const account = /^\/@([^/]+)/.exec(location.pathname)?.[1];
if (account !== undefined) ask(decodeURIComponent(account));
// The storage of a browser that has just begun is slow: it is opened while the answer is on its way.
loadWords();

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

function ask(name: string): void {
  const url = urlOf({ account: name, path: 'session' });
  // The console gets the login when the rows are asked for, so that it does not ask for them as well.
  keep(url, request(url).then(askForRows));
}

async function askForRows(answer: Response): Promise<Response> {
  const [person] = answer.ok ? rowsOf<Who>((await answer.clone().json()) as Envelope) : [];
  if (person === undefined) return answer;
  // Swedish dates are those of ISO 8601; zones.ts, which knows more, is too large for here.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: person.timezone }).format();
  const query = { ...deltaQuery(person.user_id, firstWindow(today), today), ...firstPage };
  const url = urlOf({ account: person.account, path: 'v4/deltaSync/read/', query });
  keep(url, request(url));
  return answer;
}

function request(url: string): Promise<Response> {
  const headers = { accept: 'application/json', 'x-hourbook': '1' };
  return fetch(url, { credentials: 'same-origin', headers, signal: AbortSignal.timeout(20_000) });
}

/** Keeps an answer for the console, which hears of its failure when it takes it. */
function keep(url: string, answer: Promise<Response>): void {
  answer.catch(() => undefined);
  early().set(url, answer);
}
