// Debian's Chromium, or the one that HOURBOOK_TEST_CHROMIUM names, before a real server with the built console. Where it is
// missing, tests say that they are left out.
import { existsSync, globSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { buildConsole } from '../../console/build.ts';
import { sqliteEngine } from './engines.ts';
import { password, startInstallation, type Installation } from './installation.ts';
import { suite } from './property.ts';

const executablePath = process.env['HOURBOOK_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const folder = fileURLToPath(new URL('../../console/', import.meta.url));

/** Why browser tests are left out; `false` where they run. */
export const leftOut: string | false = existsSync(executablePath)
  ? false
  : `left out: ${executablePath} is missing (apt-get install chromium)`;

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

/**
 * A company before a browser: `admin`, the employee `emil` who has worked, `lena` who leads his department `Site`, and
 * `hanna` of HR.
 */
export interface ConsoleStage {
  readonly installation: Installation;
  readonly browser: Browser;
  readonly employeeId: number;
  readonly leaderId: number;
  readonly departmentId: number;
  readonly taskIds: readonly number[];
  /** The Monday of last week, on which the employee worked. */
  readonly monday: string;
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

/** Starts server and browser; the zone of the company is Vienna. */
export async function startConsole(flags: Readonly<Record<string, string>> = {}): Promise<ConsoleStage> {
  await buildOnce();
  const installation = await startInstallation({ engine: sqliteEngine, timezone: 'Europe/Vienna', flags });
  const company = await fillCompany(installation);
  const browser = await launchBrowser();
  const place = { address: installation.address, account: installation.account.name, browser };
  return {
    installation,
    browser,
    ...company,
    async open(username, view) {
      const opened = await openPage(place, view);
      if (username !== null) await login(opened.page, username);
      return opened;
    },
    async close() {
      await browser.close();
      await installation.close();
    },
  };
}

/** Starts Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
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

async function fillCompany({
  account,
}: Installation): Promise<
  Pick<ConsoleStage, 'employeeId' | 'leaderId' | 'departmentId' | 'taskIds' | 'monday'>
> {
  const { administrator } = account;
  const today = Temporal.Now.plainDateISO('Europe/Vienna');
  const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 });
  const first = monday.subtract({ days: 14 }).toString();
  const person = (username: string, firstname: string, more: object): Promise<Record<string, unknown>> =>
    administrator.create('users', { username, password, firstname, ...more });
  const leader = await person('lena', 'Lena', { lastname: 'Fuchs' });
  await person('hanna', 'Hanna', { lastname: 'Berg', hr_manager: 1 });
  const department = await administrator.create('departments', {
    department_name: 'Site',
    supervisor_id: leader['id'],
  });
  // Antarctica has no public holidays: days cost the same whenever the tests run.
  const calendar = await administrator.create('publicHolidayTemplates', { country_id: 10 });
  const employee = await person('emil', 'Emil', {
    lastname: 'Larsson',
    department_id: department['id'],
    public_holiday_template_id: calendar['id'],
    entry_date: first,
    payroll_accounting_starts_at: first,
    timesheet_holiday_calc_yearly_amount: 25,
  });
  const project = await administrator.create('projects', { mother_id: 1, name: 'Library' });
  const names = ['Design', 'Survey', 'Tender'];
  const taskIds: number[] = [];
  for (const name of names) {
    const task = await administrator.create('tasks', { mother_id: project['id'], name });
    taskIds.push(task['id'] as number);
  }
  const book = (task: number | undefined, from: string, to: string): Promise<unknown> =>
    administrator.create('timeTrackings', {
      user_id: employee['id'],
      task_id: task,
      start_time: `${monday.toString()} ${from}:00`,
      start_time_timezone: 'Europe/Vienna',
      end_time: `${monday.toString()} ${to}:00`,
      end_time_timezone: 'Europe/Vienna',
    });
  await book(taskIds[0], '08:00', '12:00');
  await book(taskIds[1], '12:30', '16:30');
  return {
    employeeId: employee['id'] as number,
    leaderId: leader['id'] as number,
    departmentId: department['id'] as number,
    taskIds,
    monday: monday.toString(),
  };
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
  };
  await page.goto(`${base}today`);
  await page.waitForSelector('input[name=username]');
  return { page, context, problems, visit, follow, settle };
}

const quietMilliseconds = 150;

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
    while (open.size > 0 || performance.now() - last < quietMilliseconds) {
      if (performance.now() > limit)
        throw new Error(`never quiet: ${[...open].map((one) => one.url()).join()}`);
      await sleep(20);
    }
  };
}

/** Fills in the login that the page shows, and waits for the screen behind it. */
export async function login(page: Page, username: string, secret: string = password): Promise<void> {
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', secret);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#content h1');
}

/** What axe finds on the page against WCAG 2.2 AA, a line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`,
    ),
  );
}

/** By how many pixels the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
