// `npm run bench:console`: Today on a slow phone, until it can be used, and a drag in a week of 200 bookings, frame by
// frame. Chromium and server share the machine; the network and the slow processor are emulated.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { startConsole, type ConsoleStage } from '../test/support/console-browser.ts';
import { usableAfter } from './usable-after.ts';

const rounds = 5;
const bookings = 200;
/** What browsers call slow 4G: bytes a second, and milliseconds for each request. */
const slow = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const slowdown = 4;
/** A frame of a screen with 60 frames a second, in milliseconds, and what its clock is off. */
const frame = 1000 / 60;
const tolerance = 1;

/** The large button can be pressed. */
const isUsable = `document.querySelector('.clock .button.big:enabled') !== null`;

const stage = await startConsole();
try {
  process.stdout.write(`Today on slow 4G with a processor ${slowdown} times slower, median of ${rounds}\n`);
  const loads: Loads[] = [];
  const login = await logIn(stage);
  for (let round = 0; round < rounds; round += 1) loads.push(await loadToday(stage, login));
  for (const name of ['first', 'second'] as const) {
    const all = loads.map((one) => one[name]);
    const of = (key: keyof Load): string => median(all.map((one) => one[key])).toFixed(0);
    process.stdout.write(
      `${name} load: usable after ${of('usable')} ms, ${of('requests')} requests, ${of('kilobytes')} kB\n`,
    );
  }
  await fillWeek(stage);
  for (const factor of [1, slowdown]) {
    const gaps = await dragInWeek(stage, factor);
    const late = gaps.filter((gap) => gap > frame + tolerance).length / gaps.length;
    process.stdout.write(
      `a drag in a week of ${bookings} bookings, processor ${factor === 1 ? 'as it is' : `${factor} times slower`}: ` +
        `frames of ${median(gaps).toFixed(1)} ms, 95th percentile ${quantile(gaps, 0.95).toFixed(1)} ms, ` +
        `${(100 * late).toFixed(1)} % of ${gaps.length} longer than ${(frame + tolerance).toFixed(1)} ms\n`,
    );
  }
} finally {
  await stage.close();
}

type Login = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Load {
  readonly usable: number;
  readonly requests: number;
  readonly kilobytes: number;
}

interface Loads {
  readonly first: Load;
  readonly second: Load;
}

/** What a browser knows after a login. A page that has just closed still costs time, so one login is for all rounds. */
async function logIn({ open }: ConsoleStage): Promise<Login> {
  const { context } = await open('emil', { width: 390 });
  const login = await context.storageState();
  await context.close();
  return login;
}

/** A person is logged in already: first in a browser that has none of the console's files, then in the same with those it keeps. */
async function loadToday({ browser, installation }: ConsoleStage, storageState: Login): Promise<Loads> {
  const context = await browser.newContext({
    storageState,
    viewport: { width: 390, height: 800 },
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
  });
  const address = `${installation.address}/@${installation.account.name}/today`;
  const first = await loadOnce(await context.newPage(), address);
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate('navigator.serviceWorker.ready');
  await page.waitForLoadState('networkidle');
  await page.close();
  const second = await loadOnce(await context.newPage(), address);
  await context.close();
  return { first, second };
}

/** Loads Today, and closes it. */
async function loadOnce(page: Page, address: string): Promise<Load> {
  const devtools = await throttled(page, slowdown);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow);
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  devtools.on('Network.requestWillBeSent', () => (requests += 1));
  await page.goto(address, { waitUntil: 'commit' });
  const usable = await usableAfter(devtools, isUsable);
  const load = { usable, requests, kilobytes: bytes / 1000 };
  await page.close();
  return load;
}

async function throttled(page: Page, rate: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return devtools;
}

/** Bookings of 20 minutes, so that the week of the stage has 200; all but Monday, which has two. */
async function fillWeek({ installation, employeeId, taskIds, monday }: ConsoleStage): Promise<void> {
  const { administrator } = installation.account;
  const rows = Array.from({ length: bookings - 2 }, (_, index) => {
    const day = Temporal.PlainDate.from(monday).add({ days: 1 + (index % 6) });
    const at = day.toPlainDateTime().add({ hours: 6, minutes: 25 * Math.floor(index / 6) });
    const text = (time: Temporal.PlainDateTime): string =>
      time.toString({ smallestUnit: 'second' }).replace('T', ' ');
    return {
      user_id: employeeId,
      task_id: taskIds[index % taskIds.length],
      start_time: text(at),
      start_time_timezone: 'Europe/Vienna',
      end_time: text(at.add({ minutes: 20 })),
      end_time_timezone: 'Europe/Vienna',
    };
  });
  for (let from = 0; from < rows.length; from += 50) {
    const { status, text } = await administrator.post('timeTrackings/create', rows.slice(from, from + 50));
    if (status !== 200) throw new Error(text.slice(0, 500));
  }
}

/** Drags a booking over the week and back with Escape at the end; answers the milliseconds between frames. */
async function dragInWeek({ open, monday }: ConsoleStage, factor: number): Promise<readonly number[]> {
  const { page, visit, context } = await open('emil', { width: 1280 });
  await visit(`week/${monday}`);
  await page
    .locator('.block')
    .nth(bookings - 1)
    .waitFor({ state: 'attached' });
  await throttled(page, factor);
  const box = await page.locator('.block').first().boundingBox();
  if (box === null) throw new Error('no booking is shown');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 80, { steps: 4 });
  await page.waitForSelector('.ghost:not(.shared)');
  await page.evaluate(`
    globalThis.gaps = [];
    let before = null;
    const step = (now) => {
      if (before !== null) gaps.push(now - before);
      before = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  `);
  for (let turn = 0; turn < 4; turn += 1) {
    await page.mouse.move(1200, 200 + turn * 100, { steps: 60 });
    await page.mouse.move(box.x + 60, 700 - turn * 100, { steps: 60 });
  }
  const gaps = (await page.evaluate('gaps')) as readonly number[];
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await context.close();
  return gaps;
}

function quantile(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;
}

function median(all: readonly number[]): number {
  return quantile(all, 0.5);
}
