// Random clicks and keys on every screen of the console, for every role: nothing breaks, the screen shows what is stored,
// and it follows what others write. The seed repeats a run: `npm test -- --seed=N test/console/random-clicks.test.ts`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { formatBalance, secondsOfHours } from '../../console/domain/duration.ts';
import { changingCompany, type ChangingCompany } from '../support/company-changes.ts';
import {
  leftOut,
  login,
  startConsole,
  type ConsoleStage,
  type OpenPage,
} from '../support/console-browser.ts';
import { countOf, seed, suite } from '../support/property.ts';
import { lookAt, randomStep, watchForFaults, type ClickedPage, type Seen } from '../support/random-clicks.ts';
import { oneOf, randomFrom } from '../support/random.ts';
import { agree, presentWeek, textOfScreen } from '../support/agreement.ts';
import { askAs, shownOn, type Rows } from '../support/shown-screens.ts';

const everyday = ['today', 'week', 'week?view=sheet', 'absences', 'account', 'inbox', 'presence', 'calendar'];
const screens = [
  ...everyday,
  'messages',
  'month',
  'reports',
  'people',
  'people/2',
  'data/projects',
  'data/generalSettings',
];
const roles = { emil: 'employee', lena: 'leader', hanna: 'HR manager', admin: 'administrator' } as const;
/** Steps on each screen for each role. */
const count = countOf({ test: 12, long: 12, soak: 10_000 });

/** After how many steps the screen is compared with what is stored, and the page may draw. */
const compareEvery = 250;
const framesEvery = 8;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** All of them, but in the long suite two roles take each screen; master data are the administrator's in any case. */
const screensOf = (place: number, username: string): readonly string[] =>
  suite === 'long'
    ? screens.filter(
        (name, index) => (index + place) % 2 === 0 || (username === 'admin' && name.startsWith('data/')),
      )
    : screens;

for (const [place, [username, role]] of Object.entries(roles).entries()) {
  describe(`random clicks and keys of the ${role}`, { skip: leftOut }, () => {
    let stage: ConsoleStage;
    let open: OpenPage;
    let devtools: CDPSession;
    let faults: string[];
    let people: ReadonlyMap<string, number>;
    let company: ChangingCompany;
    before(async () => {
      stage = await startConsole();
      await bookPresentDays(stage);
      people = await readPeople(stage);
      company = await changingCompany(stage);
      open = await stage.open(username, { width: 1280 });
      faults = await watchForFaults(open.context, open.page);
      devtools = await open.context.newCDPSession(open.page);
      open.page.on('popup', (page) => void page.close());
    });
    after(() => stage.close());

    for (const [index, screen] of screensOf(place, username).entries()) {
      it(`break nothing on ${screen}, and it follows what is stored`, async () => {
        const { page } = open;
        faults.length = 0;
        const random = randomFrom(seed * 1009 + index);
        const clicked: ClickedPage = { page, devtools, random, steps: [] };
        const story = (): string => `seed ${seed}, last steps:\n${clicked.steps.slice(-25).join('\n')}`;
        const userId = people.get(username) as number;
        const compareNow = (): Promise<void> =>
          compare(open, stage, { screen, username, userId, story, company });
        await page.setViewportSize({ width: oneOf(random, [320, 1280]), height: 800 });
        await visit(open, stage, screen);
        for (let step = 0; step <= count; step += 1) {
          let seen = await lookAt(clicked);
          assert.deepEqual([...faults, ...seen.broken], [], story());
          if (step === count) break;
          if (hasLeft(seen, stage, screen)) {
            await returnTo(open, stage, { screen, username });
            seen = await lookAt(clicked);
          }
          await randomStep(clicked, seen);
          if (step % framesEvery === 0) await page.evaluate(twoFrames);
          if (step % compareEvery === compareEvery - 1) await compareNow();
        }
        await compareNow();
        assert.deepEqual(faults, [], story());
      });
    }
  });
}

/** Bookings of today and of this week, so that screens have something to click on. */
async function bookPresentDays(stage: ConsoleStage): Promise<void> {
  const { administrator } = stage.installation.account;
  const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
  const away = Temporal.PlainDate.from(stage.monday).add({ days: 28 });
  const leave = { from_date: away.toString(), to_date: away.add({ days: 3 }).toString() };
  const common = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
  const times = { start_time: `${today} 00:00:00`, end_time: `${today} 00:01:00` };
  await administrator.create('absences', { user_id: stage.employeeId, type_id: 1, subtype_id: 0, ...leave });
  for (const user_id of [stage.employeeId, stage.leaderId])
    await administrator.create('timeTrackings', { user_id, task_id: stage.taskIds[0], ...times, ...common });
}

async function readPeople(stage: ConsoleStage): Promise<ReadonlyMap<string, number>> {
  const { json } = await stage.installation.account.machine.get('users/read');
  const rows = json['Results'] as readonly { id: number; username: string }[];
  return new Map(rows.map((row) => [row.username, row.id]));
}

/** Loads a screen; people without the right to it see it empty. */
async function visit({ page }: OpenPage, stage: ConsoleStage, screen: string): Promise<void> {
  await page.goto(addressOf(stage, screen));
  await page.waitForSelector('#content > *');
}

function addressOf({ installation }: ConsoleStage, screen: string): string {
  return `${installation.address}/@${installation.account.name}/${screen}`;
}

function hasLeft({ address, asksForLogin }: Seen, stage: ConsoleStage, screen: string): boolean {
  const name = screen.split(/[/?]/)[0] as string;
  return asksForLogin || !address.startsWith(addressOf(stage, name));
}

/** A click may have led to another screen, or logged the person out. */
async function returnTo(
  open: OpenPage,
  stage: ConsoleStage,
  { screen, username }: { readonly screen: string; readonly username: string },
): Promise<void> {
  const { page } = open;
  const name = screen.split(/[/?]/)[0] as string;
  const asksForLogin = (): Promise<boolean> => page.locator('input[name=username]').isVisible();
  if (!(await asksForLogin())) {
    if (page.url().startsWith(addressOf(stage, name))) return;
    await page.goto(addressOf(stage, screen));
    await page.waitForSelector('#content > *, input[name=username]');
  }
  // The click that has logged the person out may have been under way until here.
  if (!(await asksForLogin())) return;
  await login(page, username);
  await visit(open, stage, screen);
}

/** Goes to a screen as a link does: nothing is loaded anew. */
async function goWithin({ page }: OpenPage, stage: ConsoleStage, screen: string): Promise<void> {
  const address = JSON.stringify(addressOf(stage, screen));
  await page.evaluate(
    `history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

interface Compared {
  readonly screen: string;
  readonly username: string;
  readonly userId: number;
  readonly story: () => string;
  readonly company: ChangingCompany;
}

/** Compares what the page shows, without loading it anew, with what the interface answers; others write meanwhile. */
async function compare(open: OpenPage, stage: ConsoleStage, compared: Compared): Promise<void> {
  const { page } = open;
  const { screen, userId, username, company } = compared;
  for (let tries = 0; tries < 4; tries += 1) await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  // What the inbox holds back is sent as when the page closes.
  await page.evaluate('void dispatchEvent(new Event("pagehide"))');
  await returnTo(open, stage, { screen: 'today', username });
  await goWithin(open, stage, screen);
  await page.waitForSelector('#content > *');
  const first = await agreeOnScreen(open, stage, compared);
  await company.round(userId);
  // Both take about as long: the new page loads while the old one hears of the writes.
  const [second, fresh] = await Promise.all([
    agreeOnScreen(open, stage, compared),
    loadAnew(open, stage, screen),
  ]);
  if (username === 'admin' && first !== null)
    assert.notEqual(second, first, `the writes of others change nothing on ${screen}`);
  await agreeWithReload(page, fresh, compared);
  await agreeOnOwnRows(open, stage, compared);
}

/** What the open screen shows is what the interface answers to the person; `null` where the screen has own rows only. */
async function agreeOnScreen(
  { page }: OpenPage,
  stage: ConsoleStage,
  { screen, story }: Compared,
): Promise<string | null> {
  const shown = shownOn(screen);
  if (shown === null) return null;
  const ask = askAs(page, stage.installation.account.name);
  return agree<string>(page, `${story()}\nwhat ${screen} shows`, {
    shown: shown.script,
    stored: (seen) => shown.stored(ask, seen),
  });
}

/** The bookings, the absences and the balance of the person, each on its screen. */
async function agreeOnOwnRows(open: OpenPage, stage: ConsoleStage, compared: Compared): Promise<void> {
  const { page } = open;
  const { machine } = stage.installation.account;
  const { userId, story } = compared;
  const rows = async (resource: string, query: Record<string, string | number>): Promise<Rows> =>
    (await machine.get(`${resource}/read`, query)).json['Results'] as Rows;
  await goWithin(open, stage, 'today');
  await agree(page, `${story()}\nthe running timer`, {
    shown: 'document.querySelectorAll(".bar .timer .time").length',
    stored: async () => (await rows('timeTrackings', { user_id: userId, end_time: '' })).length,
  });
  await goWithin(open, stage, 'week');
  await page.locator('.cal, .sheet').first().waitFor();
  const { monday, nextMonday } = presentWeek();
  await agree(page, `${story()}\nthe bookings of the week`, {
    shown:
      '[...new Set([...document.querySelectorAll("[data-id]")].map((one) => Number(one.dataset.id)))].sort((a, b) => a - b).join()',
    stored: async () =>
      (await rows('timeTrackings', { user_id: userId, _limit: 10_000 }))
        .filter((row) => String(row['start_time']) < nextMonday && String(row['end_time'] ?? '9') > monday)
        .map((row) => Number(row['id']))
        .toSorted((a, b) => a - b)
        .join(),
  });
  await goWithin(open, stage, 'absences');
  await page.locator('#content .absences').waitFor();
  await agree(page, `${story()}\nthe list of absences`, {
    shown: 'document.querySelectorAll(".absence-line").length',
    stored: async () => (await rows('absences', { user_id: userId, _limit: 10_000 })).length,
  });
  await goWithin(open, stage, 'account');
  await page.locator('#content .account').waitFor();
  await agree(page, `${story()}\nthe balance`, {
    shown: 'document.querySelectorAll("#content .figures dd")[3]?.textContent ?? "–"',
    stored: async () => {
      const date = Temporal.Now.plainDateISO('Europe/Vienna').toString();
      const [day] = await rows('timesheetAccountings', { user_id: userId, date });
      const balance = day?.['working_time_total_balance'] as number | null | undefined;
      return balance == null ? '–' : formatBalance(secondsOfHours(balance));
    },
  });
}

/** A second page of the browser with the screen. */
async function loadAnew(
  { context }: OpenPage,
  stage: ConsoleStage,
  screen: string,
): Promise<OpenPage['page']> {
  const fresh = await context.newPage();
  await fresh.setViewportSize({ width: 1280, height: 800 });
  await fresh.goto(addressOf(stage, screen));
  await waitForScreen(fresh);
  return fresh;
}

async function waitForScreen(page: OpenPage['page']): Promise<void> {
  await page.waitForSelector('#content > *');
  await page.waitForLoadState('networkidle');
}

/** What the screen shows after all changes is what it shows when everything is read anew; closes the second page. */
async function agreeWithReload(
  page: OpenPage['page'],
  fresh: OpenPage['page'],
  { story }: Compared,
): Promise<void> {
  let isLoaded = true;
  await agree(page, `${story()}\nthe screen beside the same screen loaded anew`, {
    shown: textOfScreen,
    stored: async () => {
      if (!isLoaded) {
        await fresh.reload();
        await waitForScreen(fresh);
      }
      isLoaded = false;
      return fresh.evaluate(textOfScreen);
    },
  });
  await fresh.close();
}
