// Where the console begins: clock, language, address, login; then the first screen.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App, preloadScreen } from './app.tsx';
import { route, startRouter } from './router.ts';
import { startClock } from './store/clock.ts';
import { startLive, stopLive } from './store/live.ts';
import { recall } from './store/memory.ts';
import { drain, leaveOutbox, openOutbox } from './store/outbox.ts';
import { hearLogins, readSession, sessionState, who, type Who } from './store/session.ts';
import { enterSettings, leaveSettings, rememberAccount, startTheme } from './store/settings.ts';
import { forgetSnapshot, keepSnapshots, showSnapshot } from './store/snapshot.ts';
import { followDays, pull, resetSync, syncState } from './store/sync.ts';
import { clearUndo } from './store/undo.ts';
import { closestLanguage, loadRefusals, speak } from './words/words.ts';

startTheme();
startRouter();
startClock();
void speakIfThere(recall('language') ?? navigator.language).then(begin);

/** So many milliseconds the first drawing waits for rows that are on their way: drawing once is quicker than drawing thrice. */
const patience = 100;

/** So many milliseconds the server may take to say who is logged in, before what was kept of the person is shown. */
const patienceWithServer = 4_000;

async function begin(): Promise<void> {
  hearLogins();
  effect(() => {
    const { account } = route.value;
    if (account !== null && who.peek()?.account !== account) void enterAccount(account);
  });
  followLogins();
  followDays();
  keepSnapshots();
  const whole = hasAll();
  if (route.value.account !== null) {
    preloadScreen(route.value.screen);
    await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, patience))]);
  }
  const root = document.querySelector('#app');
  if (root !== null) render(<App />, root);
  await whole;
  void loadRefusals().catch(() => undefined);
  // What a page without connection needs is loaded after what this page shows.
  setTimeout(() => void keepShell(), 1000);
}

/** Asks who is logged in. Without an answer the page goes on as it was. */
async function enterAccount(account: string): Promise<void> {
  const late = setTimeout(() => void showSnapshot(account), patienceWithServer);
  const refusal = await readSession(account);
  clearTimeout(late);
  if (refusal !== null && refusal.kind !== 'refused') await showSnapshot(account);
}

/** Waits until the page has what it shows, or asks for a login. */
function hasAll(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (sessionState.value === 'unknown' || (sessionState.value === 'open' && syncState.value === 'empty'))
        return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** A login opens the tables of its person; the same person's next login goes on where the last one ended. */
function followLogins(): void {
  let open: string | null = null;
  effect(() => {
    const person = who.value;
    const state = sessionState.value;
    if (state === 'ended' || state === 'unknown') return;
    const next = person === null ? null : `${person.account}/${person.user_id}`;
    if (next !== open) {
      stopLive();
      resetSync();
      clearUndo();
      leaveOutbox();
    }
    if (person === null) leave(open !== null);
    else if (next !== open) enter(person, `${person.account}/${person.user_id}`);
    else {
      void drain();
      void pull(false);
    }
    open = next;
  });
}

function enter(person: Who, name: string): void {
  rememberAccount(person.account);
  void speakIfThere(enterSettings(name, person.language));
  void pull(false);
  void openOutbox();
  startLive();
}

/** The page shows the login: no person is logged in. */
function leave(wasOpen: boolean): void {
  const { account } = route.peek();
  if (account !== null) void forgetSnapshot(account);
  if (!wasOpen) return;
  leaveSettings();
  void speakIfThere(navigator.language);
}

/** Speaks the closest language to a tag; when its words do not come, the page goes on in the one before, which is English at first. */
function speakIfThere(tag: string): Promise<void> {
  return speak(closestLanguage(tag)).catch(() => undefined);
}

async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const address = '/console/sw.js';
  const url = trustedTypes
    ?.createPolicy('hourbook', { createScriptURL: () => address })
    .createScriptURL(address);
  await navigator.serviceWorker.register((url ?? address) as string, { scope: '/' }).catch(() => undefined);
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}
