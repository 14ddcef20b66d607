// Types of absence that the console offers: those that the server takes from the person who looks at it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, untilShellKept, type ConsoleStage } from '../support/console-browser.ts';
import { untilRowsKept } from '../support/kept-in-browser.ts';

describeInBrowser('the types of absence that the console offers', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    // They come first in each list.
    for (const [name_const, request_type] of [
      ['Secondment', 'HR_MANAGER'],
      ['Sabbatical', 'MANAGER'],
    ] as const) {
      const row = {
        name_const,
        abbreviation_const: 'S',
        request_type,
        enabled_for_requests: 1,
        sort_order: 0,
      };
      await administrator.create('absenceTypes', row);
    }
  });
  after(() => stage.close());

  const offered = (page: Page): Promise<readonly string[]> =>
    page.locator('dialog[open]').getByLabel('Type').locator('option').allTextContents();
  const rights = '**/permissionResolveAbsenceTypesAndUsers/**';

  it('are those for which the person may ask, and the first one has a price', async () => {
    const { page, problems, visit, settle, context } = await stage.open('emil', {
      width: 1280,
      height: 1000,
    });
    await visit('absences');
    await page.waitForTimeout(300);
    await settle();
    // Wednesday of next week.
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 16 }).toString();
    if (date.slice(0, 4) !== Temporal.Now.plainDateISO('Europe/Vienna').toString().slice(0, 4))
      await page.locator('.strip').getByRole('button', { name: 'Next' }).click();
    await page.locator(`.strip [data-date="${date}"]`).hover();
    await page.mouse.down();
    await page.locator('.strip .price', { hasText: 'Costs 1 day' }).waitFor();
    await page.mouse.up();
    const types = await offered(page);
    assert.equal(types[0], 'Holiday');
    assert.deepEqual(
      types.filter((type) => /Secondment|Sabbatical/.test(type)),
      [],
    );
    await page.locator('dialog[open] .price', { hasText: 'Costs 1 day' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are the same in Team calendar, where one asks for oneself', async () => {
    const { page, problems, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit(`calendar/${stage.monday.slice(0, 7)}`);
    const cells = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' }).locator('[role=gridcell]');
    await cells.first().click();
    await settle();
    await page.getByRole('button', { name: 'Request absence' }).click();
    // The dialog lists all types until the server has told the person's rights.
    const options = page.locator('dialog[open] option');
    await options.filter({ hasText: 'Holiday' }).first().waitFor({ state: 'attached' });
    await options
      .filter({ hasText: /Secondment|Sabbatical/ })
      .first()
      .waitFor({ state: 'detached' });
    const types = await offered(page);
    assert.equal(types[0], 'Holiday');
    assert.deepEqual([types.includes('Secondment'), types.includes('Sabbatical')], [false, false]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have what is left to HR managers for them', async () => {
    const { page, visit, settle, context } = await stage.open('hanna', { width: 1280 });
    await visit('absences');
    await page.waitForTimeout(300);
    await settle();
    await page.getByRole('button', { name: 'Request absence' }).click();
    assert.ok((await offered(page)).includes('Secondment'));
    await context.close();
  });

  it('keep the form in use whose chosen type the server turns out not to take', async () => {
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280 });
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(rights, async (route) => {
      await seen;
      await route.continue();
    });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const types = page.locator('dialog[open]').getByLabel('Type');
    assert.match((await types.locator('option').first().textContent()) ?? '', /Secondment|Sabbatical/);
    goOn();
    await types
      .locator('option', { hasText: /Secondment|Sabbatical/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.locator('dialog[open] .price', { hasText: /^Costs / }).waitFor();
    assert.equal(await types.locator('option:checked').textContent(), 'Holiday');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are those open to requests without connection, and asked for when it is there', async () => {
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280 });
    await untilShellKept(page);
    await untilRowsKept(page);
    await context.setOffline(true);
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const types = await offered(page);
    assert.ok(types.includes('Holiday'), types.join());
    const told = page.waitForResponse(rights, { timeout: 60_000 });
    await context.setOffline(false);
    await told;
    const option = page.locator('dialog[open] option', { hasText: /Secondment|Sabbatical/ });
    await option.first().waitFor({ state: 'detached' });
    assert.ok((await offered(page)).includes('Holiday'));
    assert.deepEqual(problems, []);
    await context.close();
  });
});
