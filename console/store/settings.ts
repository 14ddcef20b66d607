// What a person has set on this device: appearance, accounts.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { memorize, recall } from './memory.ts';

/** How the console looks. */
export type Theme = 'system' | 'light' | 'dark';

const chosenTheme = signal<Theme>(readTheme(), { name: 'settings.theme' });
/** The chosen appearance. */
export const theme: ReadonlySignal<Theme> = chosenTheme;

function readTheme(): Theme {
  const kept = recall('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Chooses an appearance. */
export function setTheme(next: Theme): void {
  chosenTheme.value = next;
  memorize('theme', next);
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
