// What people have set on this device: appearance and language, each their own, and the accounts that were used.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { memorize, recall } from './memory.ts';

/** How the console looks. */
export type Theme = 'system' | 'light' | 'dark';

const chosenTheme = signal<Theme>(themeOf(recall('theme')));
/** The chosen appearance. */
export const theme: ReadonlySignal<Theme> = chosenTheme;

/** Whose settings they are, `<account>/<id>`; `null`: no person is logged in. */
let whose: string | null = null;

function themeOf(kept: string | null): Theme {
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps a choice of the person, and as the device's until they log out: the next page begins with it. */
function choose(name: 'theme' | 'language', value: string): void {
  memorize(name, value);
  if (whose !== null) memorize(`${name}:${whose}`, value);
}

/** Chooses an appearance. */
export function chooseTheme(next: Theme): void {
  chosenTheme.value = next;
  choose('theme', next);
}

/** Remembers which language the person has chosen. */
export function chooseLanguage(next: string): void {
  choose('language', next);
}

/** Takes over the appearance that a person has chosen here; answers their language, which is `language` without a choice. */
export function enterSettings(person: string, language: string): string {
  whose = person;
  const kept = recall(`theme:${whose}`);
  chosenTheme.value = themeOf(kept);
  memorize('theme', kept);
  const spoken = recall(`language:${whose}`) ?? language;
  memorize('language', spoken);
  return spoken;
}

/** The person has logged out: the device looks and speaks as it does by itself. */
export function leaveSettings(): void {
  whose = null;
  chosenTheme.value = 'system';
  for (const name of ['theme', 'language']) memorize(name, null);
}

/** Accounts that were used on this device, last one first. */
export function recentAccounts(): readonly string[] {
  return (recall('accounts') ?? '').split(',').filter((name) => /^[a-z0-9-]+$/.test(name));
}

/** Remembers that an account was used. */
export function rememberAccount(name: string): void {
  const others = recentAccounts().filter((other) => other !== name);
  memorize('accounts', [name, ...others].slice(0, 5).join(','));
}

/** Keeps the page's appearance as chosen. */
export function startTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  });
}
