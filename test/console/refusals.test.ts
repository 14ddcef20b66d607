// Refusals that have no field to stand at: how long each stands, and where it is told when its form has closed.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('a refusal in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const refused = (message: string) => ({
    status: 400,
    json: {
      Success: false,
      Error: 400,
      ErrorMessage: message,
      ErrorExtended: { errorCode: 'rule_broken', errorField: null },
    },
  });

  /** A second tap within half a second counts for none. */
  const tap = async (page: Page, task = ''): Promise<void> => {
    await page.waitForTimeout(600);
    await page.locator('.task-button', { hasText: task }).click();
  };

  const told = (page: Page) => page.locator('.toast.refused');

  it('stays while other things are done, and goes when its own is', async () => {
    const { page, problems, context } = await stage.open('emil', { width: 1280 });
    await page.locator('.task-button .name').nth(2).waitFor();
    const [first, second, third] = await page.locator('.task-button .name').allTextContents();
    for (const [task, why] of [
      [first, 'This task is closed.'],
      [second, 'That one as well.'],
    ] as const) {
      await page.route('**/timeTrackings/start/**', (route) => route.fulfill(refused(why)));
      await tap(page, task);
      await told(page).filter({ hasText: why }).waitFor();
      await page.unroute('**/timeTrackings/start/**');
    }
    const texts = await told(page).allTextContents();
    assert.deepEqual([texts.length, /closed/.test(texts[0] ?? '')], [2, true]);
    const started = page.locator('.toast', { hasText: 'Started' });
    await tap(page, third);
    await started.waitFor();
    assert.deepEqual(await told(page).allTextContents(), texts);
    await tap(page, first);
    await told(page).filter({ hasText: 'closed' }).waitFor({ state: 'detached' });
    assert.deepEqual(await told(page).allTextContents(), texts.slice(1));
    await told(page).getByRole('button', { name: 'Close' }).click();
    await told(page).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  /** Holds the next request of the form back, and answers what lets it be refused. */
  const hold = async (page: Page, address: string): Promise<() => void> => {
    const answer = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await answer.promise;
      await route.fulfill(refused('Too late.'));
    });
    return answer.resolve;
  };

  /** A form: the screen, what opens it and fills it in, the request of it. */
  const forms = {
    'of master data': {
      screen: 'data/clients?id=new',
      address: '**/clients/create/**',
      fill: (page: Page) => page.locator('#content form input').first().fill('Acme'),
    },
    'of a message': {
      screen: 'messages',
      address: '**/messages/create/**',
      fill: async (page: Page) => {
        await page.getByLabel('To', { exact: true }).selectOption({ label: 'Emil Larsson' });
        await page.getByRole('textbox', { name: 'Message' }).fill('The keys are with me.');
      },
    },
    'of a view of reports': {
      screen: 'reports?by=user_id',
      address: '**/userPreferences/set/**',
      fill: async (page: Page) => {
        await page.getByRole('button', { name: 'Save this view' }).click();
        await page.locator('dialog[open] input').fill('People');
      },
    },
  };

  for (const [name, { screen, address, fill }] of Object.entries(forms))
    it(`is told though the form ${name} has closed`, async () => {
      const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
      await visit(screen);
      await fill(page);
      const refuse = await hold(page, address);
      const sent = page.waitForRequest(address);
      await page.locator('#content form:not([role=search]) button[type=submit]').last().click();
      await sent;
      if (name.endsWith('reports')) await page.keyboard.press('Escape');
      else await page.getByRole('link', { name: 'Today' }).first().click();
      await page.locator('#content form').waitFor({ state: 'detached' });
      refuse();
      await told(page).filter({ hasText: 'Too late.' }).waitFor();
      assert.deepEqual(problems, []);
      await context.close();
    });

  it('of a row leaves the form alone that was opened meanwhile', async () => {
    const { administrator } = stage.installation.account;
    const team = { name: 'Early shift', team_leader_id: stage.leaderId };
    const { id } = await administrator.create('teams', team);
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`data/teams?id=${String(id)}`);
    const answer = Promise.withResolvers<void>();
    const address = '**/teamMembers/create/**';
    await page.route(address, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const dialog = page.locator('dialog[open]');
    const opening = page.getByRole('button', { name: 'New: member' });
    await opening.click();
    await dialog.locator('select').first().selectOption({ label: 'Emil Larsson' });
    const sent = page.waitForRequest(address);
    await dialog.locator('button[type=submit]').click();
    await sent;
    await page.keyboard.press('Escape');
    await opening.click();
    await dialog.locator('select').first().selectOption({ label: 'Hanna Berg' });
    const stored = page.waitForResponse(address);
    answer.resolve();
    await (await stored).finished();
    await page.locator('.toast', { hasText: 'Added' }).waitFor();
    assert.equal(
      await dialog.locator('select').first().locator('option:checked').textContent(),
      'Hanna Berg',
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('of an absence leads to the one in the way from beside it, and marks it', async () => {
    const emil = await stage.installation.account.login('emil');
    // Tuesday to Thursday: not all of them are public holidays.
    const [from_date, to_date] = [43, 45].map((days) =>
      Temporal.PlainDate.from(stage.monday).add({ days }).toString(),
    );
    const asked = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date, to_date };
    const { id } = await emil.create('absences', asked);
    const { page, visit, context, problems } = await stage.open('emil', { width: 390 });
    await visit('absences');
    await page.locator('#content').getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('First day', { exact: true }).fill(String(from_date));
    await dialog.getByLabel('Last day', { exact: true }).fill(String(to_date));
    const leads = dialog.getByRole('button', { name: 'Show it' });
    const [link, error] = [await leads.boundingBox(), await dialog.locator('.field .error').boundingBox()];
    assert.ok(link !== null && error !== null && link.width < 150);
    assert.ok(link.y - error.y - error.height < link.height, JSON.stringify({ link, error }));
    await leads.click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const line = page.locator(`[data-absence="${String(id)}"]:focus`);
    await line.waitFor();
    const outline = String(await page.evaluate('getComputedStyle(document.activeElement).outlineColor'));
    assert.match(outline, /^rgb\(/, 'an outline that is seen');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('names the setting, and leads back to it, when one has left', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    await page.route('**/generalSettings/update/**', async (route) => {
      await isLeft;
      await route.continue();
    });
    await visit('data/generalSettings');
    await page.getByLabel('Server time zone').fill('abc');
    await page.locator('nav a', { hasText: 'Today' }).first().click();
    await page.waitForURL('**/today');
    await page.locator('h1').waitFor();
    leave();
    const link = told(page).locator('a', { hasText: /Server time zone: This must be an? .*time zone/ });
    await link.click();
    await page.waitForURL('**/data/generalSettings');
    await page.getByLabel('Server time zone').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
