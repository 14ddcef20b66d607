// Addresses of the console: `/@<account>/<screen>/<detail>?<query>`. The address is the state that can be shared.
import { computed, signal, type ReadonlySignal } from '@preact/signals';

/** Names of the screens, as they stand in addresses. */
export const screenNames = [
  'today',
  'week',
  'absences',
  'account',
  'inbox',
  'messages',
  'presence',
  'calendar',
  'month',
  'reports',
  'people',
  'data',
] as const;
/** A screen. */
export type ScreenName = (typeof screenNames)[number];

/** A parsed address; without an account it is the choice of one. */
export interface Route {
  readonly account: string | null;
  readonly screen: ScreenName;
  readonly detail: string;
  readonly query: Readonly<Record<string, string>>;
}

const address = signal(location.pathname + location.search);

/** Where the person is. */
export const route: ReadonlySignal<Route> = computed(() => parse(address.value));

/** Reads an address. */
export function parse(text: string): Route {
  const url = new URL(text, 'http://console');
  const [first = '', second = '', detail = ''] = url.pathname.split('/').filter(Boolean);
  const screen = screenNames.find((name) => name === second) ?? 'today';
  return {
    account: first.startsWith('@') && first.length > 1 ? decoded(first.slice(1)) : null,
    screen,
    detail: decoded(detail),
    query: Object.fromEntries(url.searchParams),
  };
}

/** What is not encoded as it should be names nothing: it stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen of the present account. */
export function addressOf(
  screen: ScreenName,
  detail = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const { account } = route.value;
  const tail = detail === '' ? '' : `/${encodeURIComponent(detail)}`;
  const search = new URLSearchParams(query).toString();
  return `/@${account ?? ''}/${screen}${tail}${search === '' ? '' : `?${search}`}`;
}

/**
 * Goes to an address; `replace` leaves no step back, and goes nowhere once the person is on another screen: what a screen wanted
 * when they left it, such as an answer that came late, does not take them back.
 */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === address.value) return;
  if (how === 'replace' && parse(to).screen !== route.value.screen) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  address.value = to;
}

/** Follows links within the console and the browser's own steps. */
export function startRouter(): void {
  addEventListener('popstate', () => (address.value = location.pathname + location.search));
  document.addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || event.defaultPrevented || link === null || link.target !== '') return;
    if (link.origin !== location.origin || !/^\/(@|$)/.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
