// Fields of the account's own in the forms of the console: of projects, people and bookings, in both languages.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addOption, define } from '../own-fields/own.ts';
import { describeInBrowser, untilShellKept, type ConsoleStage } from '../support/console-browser.ts';
import { openWeek } from '../support/console-week.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser("an account's own fields in the console", (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    for (const entity of ['users', 'projects', 'timeTrackings']) {
      await define(administrator, entity, 'text', { fieldname: 'Site office', column_name: 'udf_office' });
      await define(administrator, entity, 'number', { fieldname: 'Crane hours', column_name: 'udf_crane' });
      const zone = { fieldname: 'Zone', column_name: 'udf_zone' };
      const choice = await define(administrator, entity, 'combo', zone);
      for (const option of ['North', '007']) await addOption(administrator, choice, option);
      const hidden = { fieldname: 'No longer used', column_name: 'udf_hidden', active: 0 };
      await define(administrator, entity, 'text', hidden);
    }
  });
  after(() => stage.close());

  const one = async (resource: string, query: object): Promise<Row> =>
    (await stage.installation.account.administrator.get(`${resource}/read`, { ...query })).json['Results'][0];
  const own = (row: Row): readonly unknown[] => [row['udf_office'], row['udf_crane'], row['udf_zone']];
  const labels = (form: Locator): Promise<readonly string[]> => form.locator('label').allTextContents();
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();

  it('stand after the fields of a project, which is made and changed with them', async () => {
    const { page, problems, visit, settle, context } = await stage.open('admin', { width: 1280 });
    await visit('data/projects?id=new');
    const group = page.getByRole('group', { name: 'Own fields' });
    await group.waitFor();
    assert.deepEqual(await labels(group), ['Site office', 'Crane hours', 'Zone']);
    assert.equal(await group.locator('.hint').count(), 0);
    assert.ok((await labels(page.locator('.row-form'))).indexOf('Remarks') < 20);
    await page.getByLabel('Name *').fill('Harbour');
    await page.getByLabel('Below *').selectOption('Projects');
    await group.getByLabel('Site office').fill('Container 3');
    await group.getByLabel('Crane hours').fill('many');
    await group.getByLabel('Zone').selectOption('007');
    await save(page);
    const wrong = page.locator('.field.wrong');
    await wrong.waitFor();
    assert.match((await wrong.textContent()) ?? '', /^Crane hours.*a number/s);
    await group.getByLabel('Crane hours').fill('12,5');
    await save(page);
    await page.getByRole('heading', { name: 'Harbour' }).waitFor();
    assert.deepEqual(own(await one('projects', { name: 'Harbour' })), ['Container 3', 12.5, '007']);
    await group.getByLabel('Zone').selectOption('North');
    await group.getByLabel('Site office').fill('');
    await save(page);
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    await settle();
    assert.deepEqual(own(await one('projects', { name: 'Harbour' })), [null, 12.5, 'North']);
    await page.keyboard.press('Control+z');
    await group.getByLabel('Site office').and(page.locator('textarea')).waitFor();
    await settle();
    assert.deepEqual(own(await one('projects', { name: 'Harbour' })), ['Container 3', 12.5, '007']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('stand on the page of a person in German, and are refused at their field', async () => {
    const { page, visit, settle, context } = await stage.open('admin', { width: 1280, language: 'de' });
    await visit(`people/${stage.employeeId}`);
    const group = page.getByRole('group', { name: 'Eigene Felder' });
    await group.getByLabel('Crane hours').fill('1,234');
    await page.getByRole('button', { name: 'Speichern' }).click();
    const told = 'Crane hoursHier muss stehen: eine Zahl mit höchstens 10 Stellen vor und 2 nach dem Komma.';
    await group.locator('.field.wrong', { hasText: told }).waitFor();
    await group.getByLabel('Crane hours').fill('−3');
    await group.getByLabel('Zone').selectOption('North');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.locator('.toast', { hasText: 'Gespeichert' }).waitFor();
    await settle();
    assert.deepEqual(own(await one('users', { id: stage.employeeId })), [null, -3, 'North']);
    await group.getByLabel('Crane hours').fill('0x10');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await group.locator('.field.wrong', { hasText: told }).waitFor();
    for (const [typed, stored] of [
      ['3.500', 3500],
      ['1.234,5', 1234.5],
    ] as const) {
      await group.getByLabel('Crane hours').fill(typed);
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByRole('button', { name: 'Abbrechen' }).waitFor({ state: 'detached' });
      await settle();
      assert.deepEqual(own(await one('users', { id: stage.employeeId })), [null, stored, 'North']);
    }
    assert.equal(await group.getByLabel('Crane hours').inputValue(), '1234,5');
    await context.close();
  });

  it('stand in the form of a booking, which is made and changed with them', async () => {
    const { page, settle, problems, close } = await openWeek(stage);
    const form = page.locator('dialog[open] form');
    const crane = form.getByLabel('Crane hours');
    const booked = async (): Promise<Row> =>
      one('timeTrackings', { user_id: stage.employeeId, notes: 'with a crane' });
    await page.getByRole('button', { name: 'Add booking' }).click();
    await crane.waitFor();
    assert.deepEqual((await labels(form)).slice(-4), ['Notes', 'Site office', 'Crane hours', 'Zone']);
    await form.getByLabel('From').fill('19:00');
    await form.getByLabel('To', { exact: true }).fill('20:00');
    await form.getByLabel('Notes').fill('with a crane');
    await crane.fill('x');
    await form.getByLabel('Zone').selectOption('007');
    await page.locator('dialog button[type=submit]').click();
    await form.locator('.field.wrong', { hasText: 'Crane hours' }).waitFor();
    await crane.fill('0.75');
    await page.locator('dialog button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
    await settle();
    const made = await booked();
    assert.deepEqual(own(made), [null, 0.75, '007']);
    const block = page.locator(`.block[data-id="${String(made['id'])}"]`);
    await block.focus();
    await page.keyboard.press('F2');
    assert.equal(await crane.inputValue(), '0.75');
    assert.equal(await form.getByLabel('Zone').inputValue(), '007');
    await form.getByLabel('Site office').fill('Container 3');
    await form.getByLabel('Zone').selectOption('North');
    const sent = page.waitForRequest('**/timeTrackings/update/**');
    await page.locator('dialog button[type=submit]').click();
    const body = JSON.parse((await sent).postData() ?? '') as Row;
    assert.deepEqual(body, { udf_office: 'Container 3', udf_zone: 'North' });
    await form.waitFor({ state: 'detached' });
    await settle();
    assert.deepEqual(own(await booked()), ['Container 3', 0.75, 'North']);
    await page.keyboard.press('Control+z');
    await page.locator('.toast', { hasText: 'Changed' }).waitFor({ state: 'detached' });
    await settle();
    assert.deepEqual(own(await booked()), [null, 0.75, '007']);
    assert.deepEqual(problems, []);
    await close();
  });

  it('are those of the moment when one is added or removed elsewhere', async () => {
    const { administrator } = stage.installation.account;
    const { page, visit, follow, settle, context } = await stage.open('admin', { width: 390 });
    await visit('data/projects?id=new');
    const group = page.getByRole('group', { name: 'Own fields' });
    await group.waitFor();
    let told = page.waitForResponse('**/deltaSync/read/**');
    const { id } = await define(administrator, 'projects', 'date', { fieldname: 'Handover' });
    await told;
    await settle();
    await follow('data/projects');
    await follow('data/projects?id=new');
    await group.getByLabel('Handover').and(page.locator('[type=date]')).waitFor();
    told = page.waitForResponse('**/deltaSync/read/**');
    await administrator.delete(`userDefinedFieldDefinitions/delete/${String(id)}`);
    await told;
    await settle();
    await follow('data/projects');
    await follow('data/projects?id=new');
    await group.getByLabel('Handover').waitFor({ state: 'detached' });
    assert.deepEqual(await labels(group), ['Site office', 'Crane hours', 'Zone']);
    await context.close();
  });

  it('are left out of the form of a booking that opens without connection', async () => {
    const { page, context, close } = await openWeek(stage);
    await page.locator('.block').first().focus();
    await untilShellKept(page);
    await context.setOffline(true);
    await page.keyboard.press('F2');
    await page.locator('dialog[open] form').getByLabel('Notes').fill('offline');
    assert.equal(await page.getByLabel('Crane hours').count(), 0);
    await context.setOffline(false);
    await close();
  });

  it('are named with booking and day by a refusal that comes when one has left', async () => {
    const { page, problems, visit, follow, context } = await stage.open('emil', { width: 1280 });
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    await page.route('**/timeTrackings/create/**', async (route) => {
      await isLeft;
      await route.continue();
    });
    await visit('absences');
    await follow('today');
    await page.getByRole('button', { name: 'Add a time' }).click();
    const form = page.locator('dialog[open] form');
    const tuesday = Temporal.PlainDate.from(stage.monday).add({ days: 1 });
    await form.getByLabel('Day', { exact: true }).fill(tuesday.toString());
    await form.getByLabel('From', { exact: true }).fill('8');
    await form.getByLabel('To', { exact: true }).fill('9');
    await form.getByLabel('Crane hours').fill('99999999999');
    const sent = page.waitForRequest('**/timeTrackings/create/**');
    await form.getByRole('button', { name: 'Save' }).click();
    await sent;
    await page.goBack();
    await page.waitForURL('**/absences');
    leave();
    const text = new RegExp(`\\w+, Tue ${tuesday.day} \\w{3}, 8:00–9:00, Crane hours: This must be`);
    const link = page.locator('.toast.refused a', { hasText: text });
    await link.click();
    await page.waitForURL(`**/week/${tuesday.toString()}`);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
