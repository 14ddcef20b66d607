// Random clicks, keys, drags and texts on an open page of the console. It knows browsers, not what screens mean.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { between, oneOf, type Random } from './random.ts';

/** A page under random input. */
export interface ClickedPage {
  readonly page: Page;
  /** The page's inputs, without a wait for its next frame. */
  readonly devtools: CDPSession;
  readonly random: Random;
  /** What was done so far, so that a failure can be repeated. */
  readonly steps: string[];
}

const letters = [...'jkndarucesxgp/?123'];
const moves =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowRight Shift+ArrowDown Home End Tab Tab Shift+Tab';
const commands = 'Enter Enter Space Escape F2 Delete Control+z Control+k';
const keys = [...letters, ...moves.split(' '), ...commands.split(' ')];
const texts = [
  '8',
  '8:30',
  '830',
  '90m',
  '-5',
  '0',
  '99999999999',
  'Ä ß 😀',
  '<b>x</b>',
  '{}',
  ' ',
  '31.11.2026',
];
const widths = [320, 1280];

/** Collects what must not happen: exceptions, errors in the console, refused content, answers of 5xx. */
export async function watchForFaults(context: BrowserContext, page: Page): Promise<string[]> {
  const faults: string[] = [];
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error('refused content: ' + event.violatedDirective + ' ' + event.blockedURI));
    window.print = () => {};
    // Whatever appears for a moment is seen, also between two steps.
    globalThis.brokenWords = new Set();
    const broken = /\\b(undefined|NaN|Invalid Date)\\b|\\[object \\w+\\]/g;
    new MutationObserver((changes) => {
      const isBroken = changes.some(({ target, addedNodes }) => [target, ...addedNodes].some((node) =>
        (node !== target || node.nodeType === Node.TEXT_NODE) && (node.textContent ?? '').search(broken) >= 0));
      if (!isBroken) return;
      for (const word of document.body.innerText.match(broken) ?? []) brokenWords.add(word);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  `);
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const isRefusal = /^Failed to load resource: .* status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  return faults;
}

/** What a look at the page tells before the next step. */
export interface Seen {
  readonly address: string;
  readonly asksForLogin: boolean;
  /** What is wrong with the picture: a page too wide, or values that are no words. */
  readonly broken: readonly string[];
  readonly spot: Spot | null;
}

/** Looks at the page: whether anything is wrong, and where a random control is. All in one question to the browser. */
export async function lookAt({ page, random }: Pick<ClickedPage, 'page' | 'random'>): Promise<Seen> {
  const inFrame = random() < 0.12;
  const share = random();
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const wider = root.scrollWidth - window.innerWidth;
    const words = [...globalThis.brokenWords];
    brokenWords.clear();
    return {
      address: location.href,
      asksForLogin: document.querySelector('input[name=username]')?.checkVisibility() === true,
      broken: [...(wider > 0 ? [wider + ' px wider than the window'] : []), ...words.map((word) => 'shows ' + word)],
      spot: ${spotScript(inFrame, share)},
    };
  })()`);
}

/** Does one random thing on a page as it was just seen. */
export async function randomStep(clicked: ClickedPage, { spot }: Seen): Promise<void> {
  const { random } = clicked;
  const draw = random();
  if (draw < 0.58) await click(clicked, spot);
  else if (draw < 0.8) await press(clicked, oneOf(random, keys));
  else if (draw < 0.88) await type(clicked, oneOf(random, texts));
  else if (draw < 0.96) await drag(clicked);
  else await resize(clicked, oneOf(random, widths));
}

interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Where a control is that can be clicked: of the open dialog, else mostly of the screen rather than its frame. */
function spotScript(inFrame: boolean, share: number): string {
  return `(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const menu = document.querySelector('[popover]:popover-open');
    const root = dialog ?? menu ?? (${String(inFrame)} ? document.body : document.querySelector('#content'));
    const wanted = 'a[href], button, input, select, textarea, summary, [role=gridcell], [role=option], [tabindex="0"]';
    const all = [...(root ?? document.body).querySelectorAll(wanted)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'file');
    const one = all[Math.floor(${share} * all.length)];
    if (one === undefined) return null;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40);
    return { name: one.tagName.toLowerCase() + '.' + one.className.toString().trim().replaceAll(' ', '.') + ' "' + name + '"',
      x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`;
}

/** One click of four comes with its pointer, which waits for a frame; the others are as a finger's. */
async function click(clicked: ClickedPage, spot: Spot | null): Promise<void> {
  const { page, devtools, random, steps } = clicked;
  if (spot === null) return press(clicked, 'Escape');
  steps.push(`click ${spot.name}`);
  const { x, y } = spot;
  if (random() < 0.25) await page.mouse.click(x, y);
  else {
    const button = { x, y, button: 'left', clickCount: 1 } as const;
    await Promise.all([
      devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }),
      devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
    ]);
  }
  if (spot.name.startsWith('select')) await press(clicked, 'ArrowDown');
}

async function press({ page, steps }: ClickedPage, key: string): Promise<void> {
  steps.push(`press ${key}`);
  await page.keyboard.press(key);
}

async function type({ page, steps }: ClickedPage, text: string): Promise<void> {
  steps.push(`type "${text}"`);
  await page.keyboard.insertText(text);
}

async function resize({ page, steps }: ClickedPage, width: number): Promise<void> {
  steps.push(`resize to ${width}`);
  await page.setViewportSize({ width, height: 800 });
}

async function drag({ page, random, steps }: ClickedPage): Promise<void> {
  const width = page.viewportSize()?.width ?? 320;
  const points = [0, 1].map(() => ({ x: between(random, 8, width - 8), y: between(random, 120, 780) }));
  const [from, to] = points as [{ x: number; y: number }, { x: number; y: number }];
  const isDropped = random() < 0.8;
  steps.push(`drag ${from.x},${from.y} to ${to.x},${to.y}${isDropped ? '' : ', then Escape'}`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  if (!isDropped) await page.keyboard.press('Escape');
  await page.mouse.up();
}
