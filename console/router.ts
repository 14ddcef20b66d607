// Addresses of the console: `/@<account>/<screen>/<detail>?<query>`. The address is the state that can be shared.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { askIfTyped, giveUp, isUnsaved } from './domain/unsaved.ts';

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

/** Which step of the tab's history this is; what other pages added has no number. */
const numberOf = (state: unknown): number | undefined => (state as { readonly at?: number } | null)?.at;
let at = numberOf(history.state) ?? 0;

/** Where the person is. */
export const route: ReadonlySignal<Route> = computed(() => parse(address.value));

/** How often a person left what they typed: forms of before are not to be shown any more. */
export const givenUp = signal(0);

/** Does what takes the person away from what they typed: at once if there is nothing, else when they say so. */
export function unlessTyped(leave: () => void): void {
  askIfTyped(() => {
    if (isUnsaved()) {
      giveUp();
      givenUp.value += 1;
    }
    leave();
  });
}

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
 * Goes to an address, after a question if that loses what was typed; `replace` leaves no step back, and goes nowhere once the
 * person is on another screen: what a screen wanted when they left it, such as an answer that came late, does not take them back.
 */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === address.value) return;
  if (how === 'replace' && parse(to).screen !== route.value.screen) return;
  if (how === 'replace') return move('replaceState', to);
  unlessTyped(() => move('pushState', to));
}

function move(how: 'pushState' | 'replaceState', to: string): void {
  if (how === 'pushState') at += 1;
  history[how]({ at }, '', to);
  address.value = to;
}

/** How far the browser had gone when it was taken back; 0: it was not. */
let wanted = 0;

/** The browser has gone already: it is taken back to where they were, and goes again when the person has said that they leave. */
function step(): void {
  const [here, there] = [address.value, location.pathname + location.search];
  const way = (numberOf(history.state) ?? at + 1) - at;
  at += way;
  history.replaceState({ at }, '');
  if (there !== here && isUnsaved()) {
    wanted = way;
    return history.go(-way);
  }
  address.value = there;
  const next = wanted;
  wanted = 0;
  if (next !== 0) unlessTyped(() => history.go(next));
}

/** Follows links within the console and the browser's own steps. */
export function startRouter(): void {
  history.replaceState({ at }, '');
  addEventListener('popstate', step);
  addEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault());
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
