// Random clicks, keys, drags and texts on an open page of the console: nine steps in a burst by the page itself, the tenth
// by the browser, as a mouse or a keyboard makes it. It knows browsers, not what screens mean.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { seedOfStep, type Burst, type BurstOrder, type Spot } from './random-clicks-burst.ts';
import { keys, texts } from './random-clicks-input.ts';
import { between, oneOf, randomFrom, type Random } from './random.ts';

/** A page under random input. */
export interface ClickedPage {
  readonly page: Page;
  /** The page's inputs, without a wait for its next frame. */
  readonly devtools: CDPSession;
  readonly seed: number;
  /** Words of a command that repeats the run, but for the number of steps. */
  readonly repeat: string;
  /** Path of the screen, with its query, and how paths begin that are still on it. */
  readonly home: string;
  readonly stays: string;
  /** What the browser has told that must not happen. */
  readonly faults: readonly string[];
  /** Logs the person in again, or loads the screen anew. */
  readonly comeBack: () => Promise<void>;
  /** What was done so far, so that a failure can be repeated. */
  readonly steps: string[];
  /** The number of the next step. */
  next: number;
}

/** Of so many steps the browser itself does one. */
const realEvery = 10;
const widths = [320, 1280];
const entry = fileURLToPath(new URL('random-clicks-in-page/burst.ts', import.meta.url));
let bundled: Promise<string> | null = null;

/** The script of a page that does bursts. */
async function inPage(): Promise<string> {
  const build = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}

/** Collects what must not happen: exceptions, errors in the console, refused content, answers of 5xx. */
export async function watchForFaults(context: BrowserContext, page: Page): Promise<string[]> {
  const faults: string[] = [];
  await context.addInitScript(await (bundled ??= inPage()));
  page.on('pageerror', (error) =>
    faults.push(`exception: ${error.name}: ${error.message} ${error.stack ?? ''}`),
  );
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

/** Does random steps up to one; fails when something happens that must not happen. */
export async function clickUpTo(clicked: ClickedPage, to: number): Promise<void> {
  for (;;) {
    const { next } = clicked;
    const real = next + (realEvery - 1 - (next % realEvery));
    const burst = await doBurst(clicked, Math.min(real, to));
    if (burst.asksForLogin) await clicked.comeBack();
    else if (clicked.next >= to) return;
    else if (clicked.next === real) await doRealStep(clicked, burst.spot);
  }
}

/** What a failure tells: how to repeat it, and the last steps. */
export function storyOf({ repeat, next, steps }: ClickedPage): string {
  return `repeat: ${repeat} --runs=${next}; last steps:\n${steps.slice(-25).join('\n')}`;
}

async function doBurst(clicked: ClickedPage, to: number): Promise<Burst> {
  const { page, seed, next, home, stays } = clicked;
  const order: BurstOrder = { seed, from: next, to, home, stays };
  try {
    const burst: Burst = await page.evaluate(`randomBurst(${JSON.stringify(order)})`);
    clicked.steps.push(...burst.steps);
    clicked.next = burst.next;
    assert.deepEqual([...clicked.faults, ...burst.faults], [], storyOf(clicked));
    return burst;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    if (!/context was destroyed|randomBurst is not defined/.test(String(error)))
      throw new Error(storyOf(clicked), { cause: error });
    clicked.steps.push(`${next}: the page was left`);
    clicked.next += 1;
    await clicked.comeBack();
    return { next: clicked.next, steps: [], faults: [], asksForLogin: false, spot: null };
  }
}

/** A step by the browser. */
async function doRealStep(clicked: ClickedPage, spot: Spot | null): Promise<void> {
  const random = randomFrom(~seedOfStep(clicked.seed, clicked.next));
  const draw = random();
  if (draw < 0.52) await click(clicked, spot, random);
  else if (draw < 0.74) await press(clicked, oneOf(random, keys));
  else if (draw < 0.82) await type(clicked, oneOf(random, texts));
  else if (draw < 0.9) await drag(clicked, random);
  else await resize(clicked, oneOf(random, widths));
  clicked.next += 1;
}

function tell({ steps, next }: ClickedPage, what: string): void {
  steps.push(`${next}: ${what}, by the browser`);
}

/** One click of four comes with its pointer, which waits for a frame; the others are as a finger's. */
async function click(clicked: ClickedPage, spot: Spot | null, random: Random): Promise<void> {
  if (spot === null) return press(clicked, 'Escape');
  tell(clicked, `click ${spot.name}`);
  const { page, devtools } = clicked;
  const { x, y } = spot;
  if (random() < 0.25) await page.mouse.click(x, y);
  else {
    const button = { x, y, button: 'left', clickCount: 1 } as const;
    await Promise.all([
      devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }),
      devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
    ]);
  }
  if (spot.name.startsWith('select')) await page.keyboard.press('ArrowDown');
}

async function press(clicked: ClickedPage, key: string): Promise<void> {
  tell(clicked, `press ${key}`);
  await clicked.page.keyboard.press(key);
}

async function type(clicked: ClickedPage, text: string): Promise<void> {
  tell(clicked, `type "${text}"`);
  await clicked.page.keyboard.insertText(text);
}

async function resize(clicked: ClickedPage, width: number): Promise<void> {
  tell(clicked, `resize to ${width}`);
  await clicked.page.setViewportSize({ width, height: 800 });
}

async function drag(clicked: ClickedPage, random: Random): Promise<void> {
  const { page } = clicked;
  const width = page.viewportSize()?.width ?? 320;
  const points = [0, 1].map(() => ({ x: between(random, 8, width - 8), y: between(random, 120, 780) }));
  const [from, to] = points as [{ x: number; y: number }, { x: number; y: number }];
  const isDropped = random() < 0.8;
  tell(clicked, `drag ${from.x},${from.y} to ${to.x},${to.y}${isDropped ? '' : ', then Escape'}`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  if (!isDropped) await page.keyboard.press('Escape');
  await page.mouse.up();
}
