// Reports in a browser: two fields, views that are kept, files; and the timesheets of a month as a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  axeFindings,
  describeInBrowser,
  inLong,
  overflow,
  type ConsoleStage,
} from '../support/console-browser.ts';

describeInBrowser('reports in the console', (startConsole) => {
  let stage: ConsoleStage;
  let period: string;
  before(async () => {
    stage = await startConsole();
    period = `from=${stage.monday}&to=${stage.monday}`;
  });
  after(() => stage.close());

  const lines = (page: Page): Promise<readonly string[]> =>
    page
      .locator('.report tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('th, td.num')].map((cell) => cell.textContent).join(' ')),
      );
  const fileOf = async (page: Page, act: () => Promise<void>): Promise<readonly [string, string]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return [download.suggestedFilename(), readFileSync(await download.path(), 'latin1')];
  };

  it('show no lines of the former dates while those of the present ones are read', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?${period}`);
    await page.locator('.report tbody tr').first().waitFor();
    await page.route('**/v4/*/read/**', (route) => route.abort());
    await page.getByLabel('From').fill(stage.monday.replace(/-\d\d$/, '-01'));
    await page.locator('.report').waitFor({ state: 'detached' });
    await page.getByText('The server does not answer.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Export' }).isDisabled());
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have the lines of a second field below those of the first, and become a file', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?${period}`);
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Project' });
    await page.getByLabel('Then by').selectOption({ label: 'Task' });
    await page.locator('.report .depth-1').nth(1).waitFor();
    assert.deepEqual(await lines(page), ['Library 8:00', 'Design 4:00', 'Survey 4:00']);
    assert.match(page.url(), /within=task_id/);
    await page.locator('h1').click();
    const [name, text] = await fileOf(page, () => page.keyboard.press('e'));
    assert.equal(name, `hours-${stage.monday}-${stage.monday}.csv`);
    assert.equal(
      Buffer.from(text, 'latin1').toString(),
      '\uFEFFProject,Task,Hours\r\nLibrary,Design,4\r\nLibrary,Survey,4\r\n',
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('take dates that are typed by keys, whose year is whole last', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?${period}`);
    const from = page.getByLabel('From', { exact: true });
    await from.focus();
    await page.keyboard.type('05052025', { delay: 60 });
    assert.equal(await from.inputValue(), '2025-05-05');
    await page.waitForURL(/from=2025-05-05/);
    // A date that is not whole asks for nothing.
    await from.fill('0026-03-15');
    assert.equal(await from.inputValue(), '0026-03-15');
    assert.match(page.url(), /from=2025-05-05/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('add up absences in hours by themselves, beside those in days', async () => {
    const { administrator } = stage.installation.account;
    const { page, visit, settle, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?of=absence&${period}`);
    const kinds = page.getByLabel('What', { exact: true });
    assert.equal(await kinds.locator('option').count(), 2);
    const type = await administrator.create('absenceTypes', {
      name_const: 'Doctor',
      abbreviation_const: 'Dr',
      duration_unit: 'hs',
    });
    const dates = { from_date: stage.monday, to_date: stage.monday };
    const made = await administrator.create('absences', {
      user_id: stage.employeeId,
      type_id: type['absence_type_id'],
      subtype_id: type['absence_subtype_id'],
      ...dates,
      begin: '14:00',
      duration: 1.5,
    });
    await administrator.put(`absences/approve/${String(made['id'])}`, {});
    await visit(`reports?of=absence&${period}`);
    await page.getByText('Nothing in this period.').waitFor();
    await kinds.selectOption({ label: 'Absences in hours' });
    await page.locator('.report tbody tr').waitFor();
    assert.deepEqual(await lines(page), ['Emil Larsson 1:30']);
    await page.locator('.report tbody .why-number').click();
    await page.locator('dialog[open]').getByText('1:30').first().waitFor();
    await page.keyboard.press('Escape');
    const [name, text] = await fileOf(page, () => page.keyboard.press('e'));
    assert.equal(name, `absenceHours-${stage.monday}-${stage.monday}.csv`);
    assert.match(text, /Person,Hours\r\nEmil Larsson,1\.5\r\n$/);
    await settle();
    await administrator.delete(`absences/delete/${String(made['id'])}`);
    await context.close();
  });

  it('stay left when one of their fields changes after that', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?${period}`);
    await page.getByLabel('By', { exact: true }).waitFor();
    // A list of choices that is open tells its choice when it closes, which may be after the link was followed.
    await page.evaluate(`{
      const field = document.querySelector('.report-fields select');
      document.querySelector('a[href$="/today"]').click();
      field.selectedIndex = 1;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await page.locator('.today-screen').waitFor();
    await page.waitForTimeout(200);
    assert.match(page.url(), /\/today$/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have a second field across in a cross table, with sums, and become that file', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390 });
    await visit(`reports?by=user_id&within=task_id&${period}`);
    await page.getByLabel('Shown as').selectOption({ label: 'Cross table' });
    await page.locator('.cross tfoot').waitFor();
    assert.match(page.url(), /as=cross/);
    const cells = await page
      .locator('.cross tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(cells, [
      ['Person · Task', 'Design', 'Survey', 'Sum'],
      ['Emil Larsson', '4:00', '4:00', '8:00'],
      ['Sum', '4:00', '4:00', '8:00'],
    ]);
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    await page.locator('h1').click();
    const [, text] = await fileOf(page, () => page.keyboard.press('e'));
    assert.equal(
      Buffer.from(text, 'latin1').toString(),
      '\uFEFFPerson · Task,Design,Survey,Sum\r\nEmil Larsson,4,4,8\r\nSum,4,4,8\r\n',
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('follow what others book while they are open', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`reports?by=task_id&${period}`);
    await page.locator('.report tfoot', { hasText: '8:00' }).waitFor();
    // A report that stands open keeps no login alive.
    const causes: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/hoursReports/')) causes.push(request.headers()['x-hourbook']);
    });
    const { administrator } = stage.installation.account;
    const made = await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[2],
      start_time: `${stage.monday} 18:00:00`,
      start_time_timezone: 'Europe/Vienna',
      end_time: `${stage.monday} 18:30:00`,
      end_time_timezone: 'Europe/Vienna',
    });
    await page.locator('.report tfoot', { hasText: '8:30' }).waitFor();
    await administrator.delete(`timeTrackings/delete/${made['id']}`);
    await page.locator('.report tfoot', { hasText: '8:00' }).waitFor();
    assert.deepEqual(new Set(causes), new Set(['background']));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('keep a view by its name on every device of the person, until it is deleted', async () => {
    const { page, problems, visit, context } = await stage.open('lena', { width: 390 });
    await visit(`reports?by=month&within=user_id&${period}`);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('Months of my people');
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'Saved: Months of my people' }).waitFor();
    const other = await stage.open('lena', { width: 1280 });
    await other.visit('reports');
    await other.page.getByLabel('Saved view').selectOption({ label: 'Months of my people' });
    await other.page.locator('.report .depth-1', { hasText: 'Emil Larsson' }).waitFor();
    await other.page.locator('.report .depth-0', { hasText: stage.monday.slice(0, 4) }).waitFor();
    await other.page.locator('h1').click();
    const [, text] = await fileOf(other.page, () => other.page.keyboard.press('e'));
    assert.match(text, new RegExp(`\\r\\n${stage.monday.slice(0, 7)},Emil Larsson,8\\r\\n$`));
    assert.match(other.page.url(), new RegExp(`by=month&within=user_id&${period}`));
    // Another view of the same name replaces it, says so, and Undo brings it back.
    await page.goto(page.url().replace('by=month', 'by=task_id'));
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('Months of my people');
    await page.getByText('There is a view of this name. It is replaced.').waitFor();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.locator('.toast', { hasText: 'Saved: Months of my people' }).waitFor();
    await page.getByRole('button', { name: 'Delete the view “Months of my people”' }).waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save this view' }).waitFor();
    await other.page.getByRole('button', { name: 'Delete the view “Months of my people”' }).click();
    await page.getByLabel('Saved view').waitFor({ state: 'detached' });
    const stranger = await stage.open('hanna', { width: 1280 });
    await stranger.visit('reports');
    await stranger.page.locator('.report-fields').waitFor();
    assert.equal(await stranger.page.getByLabel('Saved view').count(), 0);
    assert.deepEqual([...problems, ...other.problems, ...stranger.problems], []);
    await Promise.all([context, other.context, stranger.context].map((one) => one.close()));
  });

  it('give the timesheets of a month as a file, and say why there is none', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390 });
    await visit(`month/${stage.monday.slice(0, 7)}`);
    await page.keyboard.press('e');
    await page.locator('dialog[open]').waitFor();
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    const month = stage.monday.slice(0, 7);
    const [name, text] = await fileOf(page, () => page.getByRole('button', { name: 'CSV' }).click());
    assert.equal(name, `timesheets-${month}.csv`);
    assert.match(text, /^\xEF\xBB\xBF/);
    assert.match(text, /Larsson/);
    await visit('month/2001-01');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'PDF' }).click();
    await page.locator('dialog .error', { hasText: '2001-01' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('give people their own timesheet alone, and print it with lines to sign', async () => {
    const { page, problems, visit, context } = await stage.open('emil', { width: 390, language: 'de' });
    const month = stage.monday.slice(0, 7);
    await visit(`account/${month}`);
    await page.getByRole('button', { name: 'Exportieren' }).click();
    const [name, text] = await fileOf(page, () => page.getByRole('button', { name: /PDF/ }).click());
    assert.match(name, new RegExp(`^timesheet-${month}-.*\\.pdf$`));
    assert.match(text, /^%PDF/);
    await page.emulateMedia({ media: 'print' });
    await page.locator('.signatures').waitFor();
    assert.equal(await page.locator(':is(.bar, .account .button)').filter({ visible: true }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
