// What was typed in the console and is not saved: nothing takes a person away from it without a question.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, login, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';

describeInBrowser('what was typed in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const emil = await stage.installation.account.login('emil');
    const day = Temporal.PlainDate.from(stage.monday).add({ days: 21 }).toString();
    const leave = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: day, to_date: day };
    await emil.create('absences', leave);
  });
  after(() => stage.close());

  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
  const answer = async (page: Page, text: string): Promise<void> => {
    await question(page).locator('.actions').getByRole('button', { name: text }).click();
    await question(page).waitFor({ state: 'detached' });
  };
  const logOut = async (page: Page): Promise<void> => {
    await page.locator('.avatar').click();
    await page.getByRole('button', { name: 'Log out' }).click();
  };
  const screenOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? '';

  /** Goes back by the browser, stays, and leaves at the second try. */
  const stayThenLeave = async (page: Page, typed: () => Promise<string>): Promise<void> => {
    const [here, text] = [page.url(), await typed()];
    await page.goBack();
    await answer(page, 'Stay here');
    assert.deepEqual([page.url(), await typed()], [here, text]);
    await page.goBack();
    await answer(page, 'Leave');
  };

  /** Comes to a screen from Today, so that there is a way back. */
  const come = async ({ visit, follow }: OpenPage, screen: string): Promise<void> => {
    await visit('today');
    await follow(screen);
  };

  it('in a message or a comment stays until one says that one leaves', async () => {
    const open = await stage.open('lena', { width: 1280 });
    const { page, context } = open;
    for (const [screen, name] of [
      ['messages', 'Message'],
      ['inbox', 'Comment'],
    ] as const) {
      await come(open, screen);
      const text = page.getByRole('textbox', { name }).first();
      await text.fill('The keys are with me.');
      await stayThenLeave(page, () => text.inputValue());
      await page.waitForURL('**/today');
      await page.goForward();
      assert.deepEqual([screenOf(page), await text.inputValue()], [screen, '']);
    }
    assert.deepEqual(open.problems, []);
    await context.close();
  });

  it('in a dialog stays likewise, and the dialog goes with it', async () => {
    const open = await stage.open('emil', { width: 390 });
    const { page, context } = open;
    for (const [screen, key, name] of [
      ['week', 'n', 'Notes'],
      ['absences', 'n', /^Comment/],
    ] as const) {
      await come(open, screen);
      await page.keyboard.press(key);
      await page.getByLabel(name).fill('Both keys');
      await stayThenLeave(page, () => page.getByLabel(name).inputValue());
      await page.waitForURL('**/today');
      assert.equal(await page.locator('dialog[open]').count(), 0);
    }
    await come(open, 'week');
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.keyboard.press('n');
    await page.getByLabel('Notes').fill('Both keys');
    await page.goBack();
    await answer(page, 'Leave');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(screenOf(page), 'week');
    assert.deepEqual(open.problems, []);
    await context.close();
  });

  it('of a person is asked for at a link, and no more when it is saved', async () => {
    const { page, visit, problems, context } = await stage.open('admin', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    await page.getByLabel('First name').fill('Emilio');
    await page.getByRole('link', { name: 'Today' }).click();
    await answer(page, 'Stay here');
    assert.equal(screenOf(page), 'people');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: 'Saved: Emilio' }).waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    await page.waitForURL('**/today');
    assert.equal(await question(page).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('as a setting is asked for at a step back and when the page is closed', async () => {
    const open = await stage.open('admin', { width: 1280 });
    const { page, context } = open;
    await come(open, 'data/generalSettings');
    const setting = page.locator('.setting-group input[inputmode=decimal]').first();
    const stored = await setting.inputValue();
    await setting.fill(`${stored}1`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const told = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await told;
    assert.deepEqual(asked, ['beforeunload']);
    await page.goBack();
    await answer(page, 'Leave');
    await page.waitForURL('**/today');
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    assert.deepEqual([asked, open.problems], [['beforeunload'], []]);
    await context.close();
  });

  it('is asked for before the person logs out', async () => {
    const { page, visit, problems, context } = await stage.open('emil', { width: 1280 });
    await visit('messages');
    const text = page.getByRole('textbox', { name: 'Message' });
    await text.fill('The keys are with me.');
    await logOut(page);
    await answer(page, 'Stay here');
    assert.equal(await text.inputValue(), 'The keys are with me.');
    await logOut(page);
    await answer(page, 'Leave');
    await page.waitForSelector('input[name=username]');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is asked for no more when another person has logged in', async () => {
    const { page, visit, problems, context } = await stage.open('emil', { width: 1280 });
    await visit('messages');
    const text = page.getByRole('textbox', { name: 'Message' });
    await text.fill('The keys are with me.');
    await page.getByRole('link', { name: 'Account' }).click();
    await question(page).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForSelector('#content h1');
    await logOut(other);
    await login(page, 'lena');
    await text.waitFor();
    assert.deepEqual([await question(page).count(), await text.inputValue()], [0, '']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('keeps the steps of the browser as they are when the person stays', async () => {
    const { page, visit, problems, context } = await stage.open('emil', { width: 1280 });
    await visit('today');
    for (const [name, screen] of [
      ['My week', 'week'],
      ['Absences', 'absences'],
      ['Account', 'account'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.waitForURL(`**/${screen}`);
    }
    await page.goBack();
    await page.waitForURL('**/absences');
    await page.locator('#content h1').waitFor();
    await page.keyboard.press('n');
    await page.getByLabel(/^Comment/).fill('Both keys');
    await page.goForward();
    await answer(page, 'Stay here');
    await page.waitForURL('**/absences');
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const [step, screen] of [
      ['goBack', 'week'],
      ['goForward', 'absences'],
      ['goForward', 'account'],
    ] as const) {
      await page[step]();
      await page.waitForURL(`**/${screen}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is what differs: a chosen task does, a letter that was deleted does not', async () => {
    const open = await stage.open('emil', { width: 1280 });
    const { page, context } = open;
    await come(open, 'week');
    await page.keyboard.press('n');
    await page.getByLabel('Notes').fill('x');
    await page.getByLabel('Notes').fill('');
    await page.goBack();
    await page.locator('.clock').waitFor();
    await come(open, 'week');
    await page.keyboard.press('n');
    const task = page.locator('dialog[open] [role=combobox]');
    const first = await task.inputValue();
    await task.click();
    await page.getByRole('option').filter({ hasNotText: first }).first().click();
    assert.notEqual(await task.inputValue(), first);
    await stayThenLeave(page, () => task.inputValue());
    await page.waitForURL('**/today');
    assert.deepEqual(open.problems, []);
    await context.close();
  });

  it('in a cell of the sheet is asked for by a step back, and saved by a press', async () => {
    const { administrator } = stage.installation.account;
    const last = Temporal.PlainDate.from(stage.monday).subtract({ weeks: 1 }).toString();
    await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: `${last} 08:00:00`,
      end_time: `${last} 10:00:00`,
      start_timezone: 'Europe/Vienna',
      end_timezone: 'Europe/Vienna',
    });
    const open = await stage.open('emil', { width: 1280 });
    const { page, visit, follow, context } = open;
    const cell = page.locator('.sheet input[data-cell="0-0"]');
    await visit('today');
    await follow(`week/${last}?view=sheet`);
    for (const typed of ['3:00', 'abc']) {
      await cell.fill(typed);
      await stayThenLeave(page, () => cell.inputValue());
      await page.waitForURL('**/today');
      await page.goForward();
      await page.locator('.sheet').waitFor();
      assert.equal(await cell.inputValue(), '2:00');
    }
    // One in which nothing was typed has the focus, and stays as it is.
    await cell.focus();
    await page.goBack();
    await page.waitForURL('**/today');
    await page.goForward();
    await page.locator('.sheet').waitFor();
    assert.equal(await cell.inputValue(), '2:00');
    await cell.fill('1:00');
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    await page.goBack();
    await page.waitForFunction(`document.querySelector('[data-cell="0-0"]')?.value === '1:00'`);
    assert.deepEqual(open.problems, []);
    await context.close();
  });

  it('in a dialog is asked for at Escape and the cross, and not at Cancel', async () => {
    const { page, visit, problems, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    const form = page.getByRole('dialog', { name: 'Request absence' });
    const comment = form.getByLabel(/^Comment/);
    const opener = page.getByRole('button', { name: 'Request absence' });
    const type = async (): Promise<void> => {
      await opener.click();
      await comment.fill('Both keys');
    };
    await type();
    await page.keyboard.press('Escape');
    await answer(page, 'Stay here');
    // After some cancels of dialogs Chromium lets the page prevent none, until the person clicks or types.
    for (let time = 0; time < 4; time += 1) {
      await page.keyboard.press('Escape');
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'detached' });
      assert.equal(await comment.inputValue(), 'Both keys');
      await form.and(page.locator(':modal')).waitFor();
    }
    await form.getByRole('button', { name: 'Close' }).click();
    await answer(page, 'Leave');
    await form.waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    await type();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    assert.deepEqual([await question(page).count(), problems], [0, []]);
    await context.close();
  });
});
