// People who leave and come back in the console: their page lists employments, and a second one keeps what was before.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { addDays } from '../../console/domain/civil.ts';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('employments in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('keep the account of the first when a person comes back', async () => {
    const { administrator } = stage.installation.account;
    const days = async (): Promise<number> => {
      const to = Temporal.PlainDate.from(stage.monday).toString();
      const query = { user_id: stage.employeeId, date: to, _op__date: 'lteq', _limit: 1000 };
      return (await administrator.get('timesheetAccountings/read', query)).json['Results'].length;
    };
    const left = addDays(stage.monday, 6);
    const back = addDays(stage.monday, 40);
    const [untouched] = [await days()];
    const { page, problems, visit, settle, context } = await stage.open('hanna', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    const list = page.locator('.child-list', { has: page.getByRole('heading', { name: 'Employments' }) });
    await list.locator('.row-open').first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Last day').fill(left);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'New: employment' }).click();
    await dialog.getByText('A later day empties the account before it.').waitFor();
    await dialog.getByLabel('First day').fill(left);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('.field.wrong', { hasText: 'First day' }).waitFor();
    await dialog.getByLabel('First day').fill(back);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await list.locator('tbody tr').nth(1).waitFor();
    await settle();
    assert.equal(await list.locator('tbody tr').count(), 2);
    assert.equal(await page.locator('.row-form').first().getByLabel('First day').inputValue(), back);
    const rows = (await administrator.get('employments/read', { user_id: stage.employeeId })).json['Results'];
    assert.deepEqual(
      (rows as readonly Record<string, unknown>[]).map((row) => [row['exit_date'], row['entry_date']]),
      [
        [left, rows[0].entry_date],
        [null, back],
      ],
    );
    assert.equal(await days(), untouched);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('lose overtime that was included from a past day on with Undo', async () => {
    const { page, problems, visit, settle, context } = await stage.open('hanna', { width: 1280 });
    const given = async (): Promise<readonly unknown[]> => {
      const { administrator } = stage.installation.account;
      const { json } = await administrator.get('employmentTerms/read', { user_id: stage.employeeId });
      return (json['Results'] as readonly Record<string, unknown>[]).map((row) => [
        row['valid_from'],
        row['overtime_allowance_hours'],
      ]);
    };
    await visit(`people/${stage.employeeId}`);
    await page.getByText('More fields').click();
    await page.getByLabel('Overtime included a month').fill('10');
    await page.getByLabel('Holds from (included overtime)').fill(addDays(stage.monday, -60));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const toast = page.locator('.toast', { hasText: 'Saved: Emil Larsson' });
    await toast.waitFor();
    assert.deepEqual((await given()).at(-1), [addDays(stage.monday, -60), 10]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.waitFor({ state: 'detached' });
    await settle();
    const since = [addDays(stage.monday, -60), 0];
    assert.deepEqual(await given(), [[null, 0], since]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are listed to no leader and to no person of themselves', async () => {
    for (const [username, id] of [
      ['lena', stage.employeeId],
      ['admin', 1],
    ] as const) {
      const { page, visit, settle, context } = await stage.open(username, { width: 1280 });
      await visit(`people/${id}`);
      await settle();
      assert.equal(await page.getByRole('heading', { name: 'Employments' }).count(), 0, username);
      await context.close();
    }
  });
});
