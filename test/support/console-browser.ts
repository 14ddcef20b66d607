// Chromium before a real server with the built console.
import { existsSync, globSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { buildConsole } from '../../console/build.ts';
import { launchBrowser, leftOut } from './chromium.ts';
import { fillCompany, type ConsoleCompany } from './console-company.ts';
import { sqliteEngine, storageEngines, type StorageEngine } from './engines.ts';
import { password, startInstallation, type Installation } from './installation.ts';
import { suite } from './property.ts';

const folder = fileURLToPath(new URL('../../console/', import.meta.url));

/** A test that `npm test` leaves to the long suite. */
export const inLong: typeof it | (() => undefined) = suite === 'test' ? () => undefined : it;

/** How a page is looked at. */
export interface View {
  readonly width: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly language?: 'en' | 'de';
  /** Whether the service worker keeps the console's files, as it does by default. */
  readonly keepsShell?: boolean;
}

/** Colours and words of a page. */
export type Look = Required<Pick<View, 'theme' | 'language'>>;

/** Each of both. */
export const everyLook: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'de'] as const).map((language) => ({ theme, language })),
);

/** A company before a browser. */
export interface ConsoleStage extends ConsoleCompany {
  readonly installation: Installation;
  readonly browser: Browser;
  /** Opens the console as a person; what went wrong on the page stands in `problems`. */
  open(username: string | null, view: View): Promise<OpenPage>;
  close(): Promise<void>;
}

/** A page of the console. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: readonly string[];
  /** Loads a screen, and waits until it shows its title. */
  visit(screen: string): Promise<void>;
  /** Goes to a screen as a link does, and waits until it has what it shows. */
  follow(screen: string): Promise<void>;
  /** Waits until the page asks the server for nothing. */
  settle(): Promise<void>;
}

/** Starts server and browser; the flags are the server's. */
export type StartConsole = (flags?: Readonly<Record<string, string>>) => Promise<ConsoleStage>;

/** Declares a block of tests in the browser once for each storage engine of the run. */
export function describeInBrowser(
  block: string | { readonly title: string; readonly concurrency: number },
  declare: (start: StartConsole, engine: StorageEngine) => void,
): void {
  const { title, ...options } = typeof block === 'string' ? { title: block } : block;
  for (const engine of storageEngines)
    describe(`${title} (${engine.name})`, { ...options, skip: leftOut }, () =>
      declare((flags) => startConsole(flags, engine), engine),
    );
}

/** Starts server and browser; the zone of the company is Vienna. */
export async function startConsole(
  flags: Readonly<Record<string, string>> = {},
  engine: StorageEngine = sqliteEngine,
): Promise<ConsoleStage> {
  await buildOnce();
  const installation = await startInstallation({ engine, timezone: 'Europe/Vienna', flags });
  const company = await fillCompany(installation);
  let browser = await launchBrowser();
  const place = { address: installation.address, account: installation.account.name };
  return {
    installation,
    get browser() {
      return browser;
    },
    ...company,
    async open(username, view) {
      // Chromium itself crashes now and then, as its last page closes: that is no fault of the console.
      if (!browser.isConnected()) browser = await launchBrowser();
      const opened = await openPage({ ...place, browser }, view);
      if (username !== null) await login(opened.page, username);
      return opened;
    },
    async close() {
      await browser.close();
      await installation.close();
    },
  };
}

/** Builds the console if a source is newer than the page; one process at a time. */
export async function buildOnce(): Promise<void> {
  const lock = `${folder}.building`;
  const page = `${folder}dist/index.html`;
  const limit = Date.now() + 120_000;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await sleep(200);
    }
  }
  try {
    const sources = globSync(`${folder}**/*.{ts,tsx,css}`, { exclude: ['**/dist/**'] });
    const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
    if (!existsSync(page) || statSync(page).mtimeMs < newest) await buildConsole();
  } finally {
    rmdirSync(lock);
  }
}

/** Opens the login of an account in a browser of its own. */
export async function openPage(
  { address, account, browser }: Pick<ConsoleStage, 'browser'> & Record<'address' | 'account', string>,
  view: View,
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.height ?? 800 },
    colorScheme: view.theme ?? 'light',
    locale: view.language === 'de' ? 'de-AT' : 'en-GB',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
    serviceWorkers: view.keepsShell === false ? 'block' : 'allow',
  });
  const language = view.language ?? 'en';
  // As though each person had chosen it on this device. What is chosen in one page of the browser holds in the next one too.
  await context.addInitScript(`{
    localStorage['hourbook.language'] ??= '${language}';
    for (let id = 1; id <= 400; id += 1)
      localStorage['hourbook.language:${account}/' + id] ??= '${language}';
  }`);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const base = `${address}/@${account}/`;
  const settle = quietOf(page);
  const showsTitle = async (screen: string): Promise<void> => {
    await page.waitForSelector('#content h1').catch(async (error: unknown) => {
      const shown = await page.content();
      throw new Error(`${screen} has no heading; ${problems.join('; ')} ${shown.slice(-1500)}`, {
        cause: error,
      });
    });
    await todayWhole(page);
  };
  const visit = async (screen: string): Promise<void> => {
    await page.goto(`${base}${screen}`);
    await showsTitle(screen);
  };
  const follow = async (screen: string): Promise<void> => {
    const target = JSON.stringify(`${base}${screen}`);
    await page.evaluate(
      `history.pushState(null, '', ${target}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await settle();
    await showsTitle(screen);
    await settle();
  };
  await page.goto(`${base}today`);
  await page.waitForSelector('input[name=username]');
  return { page, context, problems, visit, follow, settle };
}

/** Waits until the service worker has all files of the console and answers for them: what opens later needs no connection. */
export async function untilShellKept(page: Page): Promise<void> {
  await page.evaluate(`new Promise((kept) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller !== null) kept();
    else serviceWorker.addEventListener('controllerchange', () => kept(), { once: true });
  })`);
}

const quietMilliseconds = 150;
/** Waits until the page has drawn the last answer and has sent the requests that follow from it. A closing page draws no more: a timer ends the wait. */
const twoFrames = `new Promise((done) => {
  setTimeout(done, 1000);
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
})`;

/** Counts what a page asks for; answers a wait for the moment in which nothing is asked, and nothing was just before. */
function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  page.on('request', (request) => {
    last = performance.now();
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  const ended = (request: Request): void => {
    last = performance.now();
    open.delete(request);
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    const limit = performance.now() + 60_000;
    last = performance.now();
    for (let before = Number.NaN; ;) {
      if (performance.now() > limit)
        throw new Error(`never quiet: ${[...open].map((one) => one.url()).join()}`);
      if (open.size > 0 || performance.now() - last < quietMilliseconds) {
        await sleep(20);
        continue;
      }
      if (before === last) return;
      before = last;
      await Promise.race([page.evaluate(twoFrames).catch(() => undefined), sleep(5_000)]);
    }
  };
}

/** Fills in the login that the page shows, and waits for the screen behind it. */
export async function login(page: Page, username: string, secret: string = password): Promise<void> {
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', secret);
  await page.keyboard.press('Enter');
  // When a session ends, the form covers the screen: the heading alone does not prove the login.
  await page.waitForSelector('input[name=username]', { state: 'hidden' });
  await page.waitForSelector('#content h1');
  await todayWhole(page);
}

/** Waits until Today shows its bookings: at first it draws only the clock. */
async function todayWhole(page: Page): Promise<void> {
  await page.waitForSelector('.today-screen:not(:has(.today-bookings))', { state: 'detached' });
}

/** Waits until the page shows no clock and the server has none of the employee: the page is ahead of it, and the next test begins there. */
export async function clockStopped({ installation, employeeId }: ConsoleStage, page: Page): Promise<void> {
  await page.waitForSelector('.clock.idle');
  const runs = { user_id: employeeId, end_time: '' };
  const limit = Date.now() + 60_000;
  for (;;) {
    const rows = (await installation.account.administrator.get('timeTrackings/read', runs)).json['Results'];
    if (rows.length === 0) return;
    if (Date.now() > limit) throw new Error(`the server still has ${JSON.stringify(rows)}`);
    await sleep(50);
  }
}

/**
 * What axe finds on the page against WCAG 2.2 AA, a line each. Bars that stay in sight are let go: what lies half behind them
 * comes free when the page is scrolled on (focus-in-sight.test.ts), but is too small a target for axe.
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<axe.AxeResults>(`{
    const bars = new CSSStyleSheet();
    bars.replaceSync('.bar, .form-actions { position: static !important; }');
    document.adoptedStyleSheets.push(bars);
    axe.run(document, ${JSON.stringify(options)}).finally(() => document.adoptedStyleSheets.pop());
  }`);
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`,
    ),
  );
}

/** Changes colours and words of an open page, as the system and the menu of the person do. */
export async function dress(page: Page, { theme, language }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // The menu gets what it offers when it is opened for the first time.
  await page.evaluate(
    `{ const menu = document.querySelector('#user-menu'); menu.showPopover(); menu.hidePopover(); }`,
  );
  await page.waitForSelector('#user-menu select', { state: 'attached' });
  await page.evaluate(`(() => {
    const select = document.querySelector('#user-menu select:has(option[value=de])');
    if (select.value === '${language}') return;
    select.value = '${language}';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await page.waitForSelector(`html[lang=${language}]`, { state: 'attached' });
}

/** By how many pixels the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
