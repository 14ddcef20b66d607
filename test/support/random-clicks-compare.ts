// Compares a screen of the console, after random steps on it, with what the interface answers while others write. It knows
// which screens show which rows, not what was clicked.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { formatBalance, secondsOfHours } from '../../console/domain/duration.ts';
import { agree, presentWeek, textOfScreen } from './agreement.ts';
import { askAs, type Rows } from './ask-as-page.ts';
import { restoreLogin, type ChangingCompany } from './company-changes.ts';
import { login, type ConsoleStage, type OpenPage } from './console-browser.ts';
import { shownOn } from './shown-screens.ts';

/** Whose screen is compared. */
export interface Compared {
  readonly screen: string;
  readonly username: string;
  readonly userId: number;
  readonly story: () => string;
  readonly company: ChangingCompany;
}

/** Compares what the page shows, without loading it anew, with what the interface answers; others write meanwhile. */
export async function compare(
  open: OpenPage,
  stage: ConsoleStage,
  compared: Compared,
  isAnew: boolean,
): Promise<void> {
  const { page } = open;
  const { screen, userId, username, company } = compared;
  for (let tries = 0; tries < 4; tries += 1) await closeTop(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // What the inbox holds back is sent as when the page closes.
  await page.evaluate('void dispatchEvent(new Event("pagehide"))');
  await goWithin(open, stage, 'today');
  if (await page.locator('input[name=username]').isVisible()) await comeBack(open, stage, compared);
  await goWithin(open, stage, screen);
  const first = await agreeOnScreen(open, stage, compared);
  await company.round(userId);
  // Both take about as long: the new page loads while the old one hears of the writes.
  const [second, fresh] = await Promise.all([
    agreeOnScreen(open, stage, compared),
    isAnew ? loadAnew(open, stage, screen) : null,
  ]);
  if (username === 'admin' && first !== null)
    assert.notEqual(second, first, `the writes of others change nothing on ${screen}`);
  if (fresh !== null) await agreeWithReload(page, fresh, compared);
  // Screens of the person's own rows have no other comparison.
  if (isAnew || first === null) await agreeOnOwnRows(open, stage, compared);
}

/** Closes what lies over the screen, and gives up what was typed in it. */
async function closeTop(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const leave = page.getByRole('dialog', { name: /^(Leave without|Ohne) / }).locator('.danger');
  if (await leave.isVisible()) await leave.click();
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
async function loadAnew({ context }: OpenPage, stage: ConsoleStage, screen: string): Promise<Page> {
  const fresh = await context.newPage();
  fresh.setDefaultTimeout(60_000);
  await fresh.setViewportSize({ width: 1280, height: 800 });
  await fresh.goto(addressOf(stage, screen));
  await waitForScreen(fresh);
  return fresh;
}

async function waitForScreen(page: Page): Promise<void> {
  await page.waitForSelector('#content > *');
  await page.waitForLoadState('networkidle');
}

/**
 * After so many looks the second page is loaded again. A page needs more than a second until it has asked for everything, such as
 * the time of the running timer.
 */
const looksAtEach = 25;

/** What the screen shows after all changes is what it shows when everything is read anew; closes the second page. */
async function agreeWithReload(page: Page, fresh: Page, { story }: Compared): Promise<void> {
  let looks = 0;
  await agree(page, `${story()}\nthe screen beside the same screen loaded anew`, {
    shown: textOfScreen,
    stored: async () => {
      looks += 1;
      if (looks % looksAtEach === 0) {
        await fresh.reload();
        await waitForScreen(fresh);
      }
      return fresh.evaluate(textOfScreen);
    },
  });
  await fresh.close();
}

/** Loads a screen; people without the right to it see it empty. */
export async function visit({ page }: OpenPage, stage: ConsoleStage, screen: string): Promise<void> {
  await page.goto(addressOf(stage, screen));
  await page.waitForSelector('#content > *');
}

function addressOf({ installation }: ConsoleStage, screen: string): string {
  return `${installation.address}/@${installation.account.name}/${screen}`;
}

/** The path of a screen of the stage's account. */
export function pathOf({ installation }: ConsoleStage, screen: string): string {
  return `/@${installation.account.name}/${screen}`;
}

/** Loads the screen anew, for a person who may have been logged out. */
export async function comeBack(
  open: OpenPage,
  stage: ConsoleStage,
  { screen, ...person }: Pick<Compared, 'screen' | 'username' | 'userId'>,
): Promise<void> {
  const { page } = open;
  const asksForLogin = (): Promise<boolean> => page.locator('input[name=username]').isVisible();
  if (!(await asksForLogin())) {
    await page.goto(addressOf(stage, screen));
    await page.waitForSelector('#content > *, input[name=username]');
  }
  // The click that has logged the person out may have been under way until here.
  if (!(await asksForLogin())) return;
  await login(page, person.username, await restoreLogin(stage, person));
  await visit(open, stage, screen);
}

/** Goes to a screen as a link does: nothing is loaded anew. */
async function goWithin({ page }: OpenPage, stage: ConsoleStage, screen: string): Promise<void> {
  await page.evaluate(`goTo(${JSON.stringify(pathOf(stage, screen))})`);
}
