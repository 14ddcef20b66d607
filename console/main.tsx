// Where the console begins: clock, language, address, login; then the first screen.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { route, startRouter } from './router.ts';
import { startClock } from './store/clock.ts';
import { startLive, stopLive } from './store/live.ts';
import { recall } from './store/memory.ts';
import { clearOutbox, drain, openOutbox } from './store/outbox.ts';
import { readSession, sessionState, who } from './store/session.ts';
import { rememberAccount, startTheme } from './store/settings.ts';
import { pull, resetSync, syncState } from './store/sync.ts';
import { clearUndo } from './store/undo.ts';
import { closestLanguage, speak } from './words/words.ts';

startTheme();
startRouter();
startClock();
void speak(closestLanguage(recall('language') ?? navigator.language)).then(begin);

/** So many milliseconds the first drawing waits for rows that are on their way: drawing once is quicker than drawing thrice. */
const patience = 100;

async function begin(): Promise<void> {
  effect(() => {
    const { account } = route.value;
    if (account !== null && who.peek()?.account !== account) void readSession(account);
  });
  followLogins();
  const whole = hasAll();
  if (route.value.account !== null)
    await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, patience))]);
  const root = document.querySelector('#app');
  if (root !== null) render(<App />, root);
  await whole;
  // What a page without connection needs is loaded after what this page shows.
  setTimeout(() => void keepShell(), 1000);
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
      const before = open;
      open = next;
      stopLive();
      resetSync();
      clearUndo();
      if (before !== null) void clearOutbox();
      if (person !== null) enter(person.account, person.language);
    } else if (person !== null) {
      void drain();
      void pull(false);
    }
  });
}

function enter(account: string, language: string): void {
  rememberAccount(account);
  if (recall('language') === null) void speak(closestLanguage(language));
  void pull(false);
  void openOutbox();
  startLive();
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
