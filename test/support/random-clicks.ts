// Random clicks, keys, drags and texts on an open page of the console. It knows browsers, not what screens mean.
import type { BrowserContext, Page } from 'playwright-core';
import { overflow } from './console-browser.ts';
import { between, oneOf, type Random } from './random.ts';

/** A page under random input. */
export interface ClickedPage {
  readonly page: Page;
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

/** Does one random thing. */
export async function randomStep(clicked: ClickedPage): Promise<void> {
  const { page, random } = clicked;
  const draw = random();
  if (draw < 0.58) await click(clicked);
  else if (draw < 0.8) await press(clicked, oneOf(random, keys));
  else if (draw < 0.88) await type(clicked, oneOf(random, texts));
  else if (draw < 0.96) await drag(clicked);
  else await resize(clicked, oneOf(random, widths));
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** What is wrong with the picture at present: a page too wide, or values that are no words. */
export async function brokenLook(page: Page): Promise<readonly string[]> {
  const wider = await overflow(page);
  const found = (await page.evaluate(
    String.raw`[...new Set(document.body.innerText.match(/\b(undefined|NaN|Invalid Date)\b|\[object \w+\]/g))]`,
  )) as string[];
  return [
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
    ...found.map((text) => `shows ${text}`),
  ];
}

interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Where a control is that can be clicked: of the open dialog, else mostly of the screen rather than its frame. */
async function findControl({ page, random }: ClickedPage): Promise<Spot | null> {
  const inFrame = random() < 0.12;
  const share = random();
  return page.evaluate(`(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const menu = [...document.querySelectorAll('[popover]')].find((one) => one.matches(':popover-open'));
    const root = dialog ?? menu ?? (${String(inFrame)} ? document.body : document.querySelector('#content'));
    const wanted = 'a[href], button, input, select, textarea, summary, [role=gridcell], [role=option], [tabindex="0"]';
    const all = [...(root ?? document.body).querySelectorAll(wanted)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'file');
    const one = all[Math.floor(${share} * all.length)];
    if (one === undefined) return null;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    const name = (one.getAttribute('aria-label') ?? one.innerText ?? '').trim().slice(0, 40);
    return { name: one.tagName.toLowerCase() + '.' + one.className.toString().trim().replaceAll(' ', '.') + ' "' + name + '"',
      x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`);
}

async function click(clicked: ClickedPage): Promise<void> {
  const spot = await findControl(clicked);
  if (spot === null) return press(clicked, 'Escape');
  clicked.steps.push(`click ${spot.name}`);
  await clicked.page.mouse.click(spot.x, spot.y);
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
