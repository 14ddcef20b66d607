// What must not happen on a page, noticed where it happens; and which requests are under way. It begins before the
// console does, and knows none of its screens.

const faults: string[] = [];
const brokenWords = new Set<string>();
const broken = /\b(undefined|NaN|Invalid Date)\b|\[object \w+\]/g;
let underWay = 0;

/** Begins to watch. */
export function watch(): void {
  addEventListener('error', (event) => notice(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => notice(event.reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    faults.push(`refused content: ${event.violatedDirective} ${event.blockedURI}`),
  );
  window.print = () => {};
  watchRequests();
  drawNothing();
  // Whatever appears for a moment is seen, also between two steps.
  new MutationObserver((changes) => {
    if (!changes.some(showsBroken)) return;
    for (const word of document.body.innerText.match(broken) ?? []) brokenWords.add(word);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Notices what a step throws. */
export function notice(error: unknown): void {
  faults.push(`exception: ${textOf(error)}`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function showsBroken({ target, addedNodes }: MutationRecord): boolean {
  const changed = target.nodeType === Node.TEXT_NODE ? [target, ...addedNodes] : [...addedNodes];
  return changed.some((node) => (node.textContent ?? '').search(broken) >= 0);
}

/** Steps ask for the layout, not for pixels; these would cost more than the step. */
function drawNothing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html, dialog, [popover] { opacity: 0 !important }');
  document.adoptedStyleSheets = [sheet];
}

function watchRequests(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    underWay += 1;
    try {
      const response = await ask(...request);
      if (response.status >= 500) faults.push(`${response.status} ${response.url}`);
      return response;
    } finally {
      underWay -= 1;
    }
  };
}

function isAsking(): boolean {
  return underWay > 0;
}

/** What has been noticed since the last question, and what is wrong with the picture as it is now. */
export function faultsNow(): readonly string[] {
  const found = [...faults, ...[...brokenWords].map((word) => `shows ${word}`), ...tooWide()];
  faults.length = 0;
  brokenWords.clear();
  return found;
}

/** The page, and what lies over it: that widens no page. */
function tooWide(): readonly string[] {
  const { scrollWidth } = document.documentElement;
  const found =
    scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px wider than the window: ${widest()}`] : [];
  for (const layer of document.querySelectorAll('dialog[open], [popover]:popover-open, .toast')) {
    const { left, right } = layer.getBoundingClientRect();
    const beyond = Math.ceil(Math.max(-left, right - innerWidth));
    const hidden = layer.scrollWidth - layer.clientWidth;
    const name = `${layer.tagName.toLowerCase()}.${layer.className}`;
    if (beyond > 0) found.push(`${name} is ${beyond} px beyond the window`);
    else if (hidden > 0) found.push(`${name} hides ${hidden} px of its width`);
  }
  return found;
}

/** The innermost elements that end where the page ends. */
function widest(): string {
  const edge = document.documentElement.scrollWidth - 1;
  const all = [...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right >= edge);
  return all.slice(-3).map(nameOf).join(', ');
}

function nameOf(one: Element): string {
  return `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} "${(one.textContent ?? '').slice(0, 40)}"`;
}

/** Until everything is drawn that what has happened so far asks for at once. */
export function rendered(): Promise<void> {
  // A message is a task of its own: all microtasks are done before it.
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Until the page has been painted once more, and its effects have run. */
export async function painted(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await rendered();
}

/** Until no request is under way, and what the last answer brought is drawn. */
export async function answered(): Promise<void> {
  const limit = performance.now() + 60_000;
  await rendered();
  for (; isAsking(); await rendered()) {
    if (performance.now() > limit) throw new Error('a request is not answered');
    await new Promise((done) => setTimeout(done, 2));
  }
}
