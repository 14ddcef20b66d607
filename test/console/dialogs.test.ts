// What opens over a screen, in both themes, languages and at both ends of widths: no violation of WCAG 2.2 AA, and it fits.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  axeFindings,
  describeInBrowser,
  dress,
  everyLook,
  overflow,
  type ConsoleStage,
  type OpenPage,
} from '../support/console-browser.ts';

/** A dialog: the screen it opens from, and what opens it. */
interface Opened {
  readonly name: string;
  readonly screen: string;
  readonly open: (page: Page) => Promise<void>;
}

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.locator('#content').getByRole('button', { name }).first().click();

describeInBrowser('dialogs of the console', (startConsole) => {
  let stage: ConsoleStage;
  let teamId: unknown;
  let projectId: unknown;
  let approved: string;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    const team = { name: 'Night shift', team_leader_id: stage.leaderId };
    teamId = (await administrator.create('teams', team))['id'];
    const { json } = await administrator.get('tasks/read', { id: String(stage.taskIds[0]) });
    projectId = json['Results'][0]['mother_id'];
    approved = Temporal.PlainDate.from(stage.monday).add({ days: 1 }).toString();
    const day = { user_id: stage.employeeId, date: approved };
    assert.equal((await administrator.put('timesheetAccountings/approve', day)).status, 200);
  });
  after(() => stage.close());

  /** Opens the approved day of the employee in the month of the team. */
  const openDay = async (page: Page): Promise<void> => {
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    await row
      .locator('td[role=gridcell]')
      .nth(Number(approved.slice(8)) - 1)
      .click();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reopen the day' }).click();
    await page.getByRole('button', { name: 'Reopen the day' }).click();
    await page.getByText('The reason is missing.').waitFor();
  };

  /** Asks for times that are booked. */
  const askForTaken = async (page: Page): Promise<void> => {
    await page.keyboard.press('n');
    const form = page.locator('dialog[open]');
    await form.getByLabel('Day', { exact: true }).fill(stage.monday);
    await form.getByLabel('From', { exact: true }).fill('7:00');
    await form.getByLabel('To', { exact: true }).fill('9:00');
    await form.locator('button[type=submit]').click();
    await page.locator('dialog[open]').nth(1).waitFor();
  };

  const byAdministrator = (): readonly Opened[] => {
    const month = approved.slice(0, 7);
    const project = `data/projects?id=${String(projectId)}`;
    return [
      { name: 'a new task', screen: project, open: press('New: task') },
      { name: 'a task', screen: project, open: press('Design') },
      {
        name: 'the question before a task is deleted',
        screen: project,
        open: async (page) => {
          await press('Design')(page);
          await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
        },
      },
      { name: 'a new member', screen: `data/teams?id=${String(teamId)}`, open: press('New: member') },
      { name: 'a login link', screen: `people/${stage.employeeId}`, open: press(/^Log in as/) },
      { name: 'a day of a person', screen: `month/${month}`, open: openDay },
      { name: 'files of a month', screen: `month/${month}`, open: press('Export') },
      { name: 'a view to keep', screen: 'reports?by=user_id', open: press('Save this view') },
    ];
  };

  const byEmployee = (): readonly Opened[] => [
    { name: 'the keys', screen: 'today', open: (page) => page.keyboard.press('?') },
    { name: 'the palette', screen: 'today', open: (page) => page.keyboard.press('Control+k') },
    { name: 'a booking', screen: `week/${stage.monday}`, open: (page) => page.keyboard.press('n') },
    { name: 'a conflict', screen: `week/${stage.monday}`, open: askForTaken },
    { name: 'an absence', screen: 'absences', open: press('Request absence') },
    {
      name: 'another password',
      screen: 'today',
      open: async (page) => {
        await page.locator('.avatar').click();
        await page
          .locator('#user-menu')
          .getByRole('button', { name: /password/i })
          .click();
      },
    },
  ];

  /** Closes the upper dialog; what was typed in it is given up at the question. */
  const closeUpper = async (page: Page): Promise<void> => {
    const leave = page.getByRole('button', { name: 'Leave', exact: true });
    if ((await leave.count()) > 0) await leave.click();
    else await page.keyboard.press('Escape');
  };

  const look = async ({ page }: OpenPage, name: string): Promise<void> => {
    const widest = `Math.max(...[...document.querySelectorAll('dialog[open]')].map((one) => one.scrollWidth - one.clientWidth))`;
    for (const dressed of everyLook) {
      await dress(page, dressed);
      const where = `${name}, ${dressed.theme}, ${dressed.language}`;
      assert.deepEqual([await overflow(page), await page.evaluate(widest)], [0, 0], `${where} is too wide`);
      assert.deepEqual(await axeFindings(page), [], where);
    }
    await dress(page, { theme: 'light', language: 'en' });
  };

  for (const width of [320, 1280])
    for (const [username, dialogs] of [
      ['admin', byAdministrator],
      ['emil', byEmployee],
    ] as const)
      it(`pass axe and fit at ${width} px for ${username}`, async () => {
        const opened = await stage.open(username, { width });
        const { page, problems, context, follow, settle } = opened;
        for (const { name, screen, open } of dialogs()) {
          await follow(screen);
          await settle();
          await open(page);
          await page.locator('dialog[open]').first().waitFor();
          await settle();
          await look(opened, name);
          while ((await page.locator('dialog[open]').count()) > 0) await closeUpper(page);
        }
        assert.deepEqual(problems, []);
        await context.close();
      });

  it('pass axe where a login has ended', async () => {
    const opened = await stage.open('emil', { width: 320 });
    const { page, context, follow } = opened;
    await context.clearCookies();
    await follow('messages');
    await page.locator('dialog[open] input[name=password]').waitFor();
    await look(opened, 'the login');
    await context.close();
  });

  it('stay open after a double click, and beside a changed form', async () => {
    const { page, follow, context, problems } = await stage.open('emil', { width: 1280 });
    await follow('absences');
    const button = page.locator('#content').getByRole('button', { name: 'Request absence' });
    const dialog = page.locator('dialog[open]');
    await button.dblclick();
    await dialog.waitFor();
    const notes = dialog.locator('textarea').first();
    await notes.fill('With my brother');
    await page.mouse.click(5, 5);
    assert.equal(await notes.inputValue(), 'With my brother');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await button.click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });
});
