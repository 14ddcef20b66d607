// What this device remembers for convenience: appearance, language, accounts. Nothing of anybody's data.
import { effect, signal, type ReadonlySignal } from '@preact/signals';

/** How the console looks. */
export type Theme = 'system' | 'light' | 'dark';

const chosenTheme = signal<Theme>(readTheme(), { name: 'settings.theme' });
/** The chosen appearance. */
export const theme: ReadonlySignal<Theme> = chosenTheme;

function readTheme(): Theme {
  const kept = recall('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Reads something that is remembered; `null` without storage. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`hourbook.${name}`);
  } catch {
    return null;
  }
}

/** Remembers something; a device without storage forgets it. */
export function memorize(name: string, value: string): void {
  try {
    localStorage.setItem(`hourbook.${name}`, value);
  } catch {
    // Without storage it holds until the page closes.
  }
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
