// A script in the page itself, which runs before the console has come: asks who is logged in and for the person's first rows,
// and for the words of the language. `store/http.ts` takes the answers by their address. It uses no signals, so that it stays
// small.
import { dateAt } from './domain/zones.ts';
import { deltaQuery, firstWindow } from './store/fields.ts';
import { ask, early, rowsOf, urlOf, type Reply } from './store/http.ts';
import { recall, recallLogin, type KnownLogin } from './store/memory.ts';
import type { Who } from './store/session.ts';

/** The file of the German words; the build fills it in. */
declare const GERMAN: string;

const name = /^\/@([^/%]+)(\/|$)/.exec(location.pathname)?.[1];
if (name !== undefined) askAll(name);
// The storage of a browser that has just begun is slow: it is opened while the answer is on its way.
loadWords();

function loadWords(): void {
  if (!/^de/i.test(recall('language') ?? navigator.language)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: GERMAN }));
}

/** The console gets the login when the rows are asked for, so that it does not ask for them as well. */
function askAll(account: string): void {
  keep(account, 'session', {}, (reply) => {
    const [person] = reply.ok ? rowsOf<Who>(reply.envelope) : [];
    if (person !== undefined) askForRows(person);
    return reply;
  });
  const known = recallLogin(account);
  if (known !== null) askForRows(known);
}

function askForRows({ account, user_id: person, timezone }: KnownLogin): void {
  const today = dateAt(Date.now() / 1000, timezone);
  keep(account, 'v4/deltaSync/read/', deltaQuery(person, firstWindow(today), today), (reply) => reply);
}

/** Keeps the answer for the console, which hears of a failure when it takes it. */
function keep(
  account: string,
  path: string,
  query: Record<string, string | number>,
  then: (reply: Reply) => Reply,
): void {
  const url = urlOf({ account, path, query });
  if (early().has(url)) return;
  const answer = ask({ account, method: 'GET', path }, url).then(then);
  answer.catch(() => undefined);
  early().set(url, answer);
}
