// `npm run pictures`: starts the demo at a fixed moment and writes the screenshots that README and docs show.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startApp } from '#app';
import { createDemo, type Demo } from '#accounts/create-demo.ts';
import { readConfig } from '#config';
import { buildConsole } from '../console/build.ts';

/** A working day before noon: a timer runs and most people are there. */
const moment = Date.parse('2026-11-19T09:40:00Z');
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const flagsOfChromium = ['--headless', '--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

interface Picture {
  readonly file: string;
  readonly username: string;
  readonly screen: string;
  /** What stands on the screen when it is complete. */
  readonly shows: string;
  readonly height: number;
}

const pictures: readonly Picture[] = [
  { file: 'today', username: 'emil', screen: 'today', shows: '.clock', height: 720 },
  { file: 'week', username: 'emil', screen: 'week', shows: '.block', height: 800 },
  { file: 'absences', username: 'emil', screen: 'absences', shows: '.absence-line', height: 720 },
  { file: 'account', username: 'emil', screen: 'account', shows: '.month .why', height: 720 },
  { file: 'inbox', username: 'mira', screen: 'inbox', shows: '.request', height: 640 },
  { file: 'presence', username: 'mira', screen: 'presence', shows: '.person', height: 640 },
  { file: 'month', username: 'mira', screen: 'month', shows: '.day-grid td', height: 560 },
];

await buildConsole();
const data = await mkdtemp(join(tmpdir(), 'hourbook-pictures-'));
const offset = moment - Date.now();
const flags = { database: `sqlite:${join(data, 'demo.db')}`, 'file-storage': data, port: '0' };
const app = await startApp(readConfig({ flags, env: {} }), {
  clock: () => Date.now() + offset,
  observe: () => {},
});
const started = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flagsOfChromium });
try {
  const demo = await createDemo(app.engine);
  if (demo === null) throw new Error('The demo account is there already.');
  await demo.fillPast(() => true);
  for (const username of new Set(pictures.map((picture) => picture.username)))
    await writeOf({ browser: started, address: app.address, demo }, username);
} finally {
  await started.close();
  await app.close();
  await rm(data, { recursive: true, force: true });
}

interface Stage {
  readonly browser: Browser;
  readonly address: string;
  readonly demo: Demo;
}

/** Logs a person in and writes the pictures of their screens. */
async function writeOf({ browser, address, demo }: Stage, username: string): Promise<void> {
  const password = demo.logins.find((login) => login.username === username)?.password ?? '';
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
  });
  await page.goto(`${address}/@${demo.account}/today`);
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', password);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#content h1');
  for (const picture of pictures.filter((one) => one.username === username))
    await write(page, { ...picture, address: `${address}/@${demo.account}/${picture.screen}` });
  await page.close();
}

async function write(
  page: Page,
  { file, address, shows, height }: Picture & { readonly address: string },
): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await page.goto(address);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}${file}.png` });
}
