// Absences in a browser: the holiday year in which they lie, years of dates, and what comes back in hours.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { formatBalance, secondsOfHours } from '../../console/domain/duration.ts';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';

/** A day of next year's May with work on, so many days after its first Monday: no other absence of these tests lies there. */
function dayInMay(days: number): string {
  const { year } = Temporal.Now.plainDateISO('Europe/Vienna').add({ years: 1 });
  const last = Temporal.PlainDate.from({ year, month: 5, day: 7 });
  return last
    .subtract({ days: last.dayOfWeek - 1 })
    .add({ days })
    .toString();
}

describeInBrowser('holiday years in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('ask from the next day with work on, where there is none today', async () => {
    const { administrator } = stage.installation.account;
    const { json } = await administrator.get(`users/read/${stage.employeeId}`);
    const template_id: unknown = json['Results'][0].public_holiday_template_id;
    const today = Temporal.Now.plainDateISO('Europe/Vienna');
    const fair = { template_id, date: today.toString(), name: 'Fair' };
    const { id } = await administrator.create('publicHolidays', fair);
    const next = [1, 2, 3].map((days) => today.add({ days })).find(({ dayOfWeek }) => dayOfWeek < 6);
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    await page.locator('.strip-day.today.holiday').waitFor();
    await settle();
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    for (const name of ['First day', 'Last day'])
      assert.equal(await dialog.getByLabel(name, { exact: true }).inputValue(), next?.toString());
    await dialog.getByText('Costs 1 day').waitFor();
    await context.close();
    await administrator.delete(`publicHolidays/delete/${String(id)}`);
  });

  it('count an absence of next year against what is left of that year', async () => {
    const { administrator } = stage.installation.account;
    const year = Temporal.Now.plainDateISO('Europe/Vienna').year + 1;
    const [first, last] = [`${year}-02-01`, `${year}-02-12`];
    const leftOf = async (period: string): Promise<number> => {
      const query = { user_id: stage.employeeId };
      const [row] = (await administrator.get('timesheetAccountingSummaries/read', query)).json['Results'];
      return row[period].holiday_available;
    };
    const emil = await stage.open('emil', { width: 1280, height: 1000 });
    await emil.visit('absences');
    await emil.page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = emil.page.locator('dialog[open]');
    await dialog.getByLabel('First day', { exact: true }).fill(first);
    await dialog.getByLabel('Last day', { exact: true }).fill(last);
    const price = dialog.locator('.price', { hasText: /Costs \d+ days · / });
    const [, costs, left] =
      /Costs (\d+) days · (\S+) left after/.exec((await price.textContent()) ?? '') ?? [];
    assert.equal(Number(left), Math.round(((await leftOf('next_period')) - Number(costs)) * 100) / 100);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await emil.settle();
    await emil.page.locator('.absence-line .when', { hasText: `1–12 Feb ${year}` }).waitFor();
    await emil.visit(`week/${first}`);
    assert.match((await emil.page.locator('h1').textContent()) ?? '', new RegExp(`Feb ${year}$`));
    const lena = await stage.open('lena', { width: 1280 });
    await lena.visit('inbox');
    const card = lena.page.locator('.request', { hasText: String(year) }).first();
    const told = await card.locator('.what .muted').textContent();
    assert.equal(told, `${await leftOf('next_period')} left after`);
    assert.notEqual(await leftOf('current_period'), await leftOf('next_period'));
    await Promise.all([emil.context.close(), lena.context.close()]);
  });

  it('say at the form why so many days cannot be had, of types in days too', async () => {
    const year = Temporal.Now.plainDateISO('Europe/Vienna').year + 1;
    const { page, visit, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('First day', { exact: true }).fill(`${year}-04-01`);
    await dialog.getByLabel('Last day', { exact: true }).fill(`${year}-09-30`);
    await dialog.getByText(/\d days are left; this would be \d+\./).waitFor();
    await dialog.getByLabel('Type').selectOption({ label: 'Overtime reduction' });
    await dialog
      .getByText(/The balance would be -[\d.]+ hours after it; at least -10 are allowed\./)
      .waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText(/The balance would be/).waitFor();
    assert.equal(await dialog.getByText(/The balance would be/).count(), 1);
    await context.close();
  });

  it('tell the leader what a request leaves of each year that it meets', async () => {
    const { administrator, login } = stage.installation.account;
    const emil = await login('emil');
    const { year } = Temporal.Now.plainDateISO('Europe/Vienna').add({ years: 1 });
    const user_id = stage.employeeId;
    const ask = (from_date: string, to_date: string): Promise<unknown> =>
      emil.create('absences', { user_id, type_id: 1, subtype_id: 0, from_date, to_date });
    await ask(`${year - 1}-12-31`, `${year}-01-07`);
    await ask(`${year}-03-01`, `${year}-03-05`);
    const { page, visit, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    const told = (days: RegExp) => page.locator('.request .what', { hasText: days }).locator('.muted');
    await told(/\bMar\b/).waitFor();
    const { json } = await administrator.get('timesheetAccountingSummaries/read', { user_id });
    const { current_period: now, next_period: next } = json['Results'][0];
    const [left, leftNext] = [now, next].map((one) => `${one.holiday_available} left after`);
    assert.equal(await told(/\bMar\b/).textContent(), leftNext);
    assert.equal(await told(/\bDec\b/).textContent(), `${year - 1}: ${left} · ${year}: ${leftNext}`);
    await context.close();
  });

  it('tell both what is left of the overtime, and begin and length of hours', async () => {
    const { administrator } = stage.installation.account;
    const setting = { setting_type: 'overtime_minimum_balance' };
    const [row] = (await administrator.get('generalSettings/read', setting)).json['Results'];
    await administrator.put(`generalSettings/update/${row.id}`, { setting_value: '-1000' });
    const name = 'Hours off';
    const type = { absence_type_id: 2, name_const: name, abbreviation_const: 'HO', duration_unit: 'hs' };
    await administrator.create('absenceTypes', { ...type, enabled_for_requests: 1 });
    const query = { user_id: stage.employeeId };
    const leftNow = async (): Promise<number> =>
      (await administrator.get('timesheetAccountingSummaries/read', query)).json['Results'][0].overtime
        .overtime_available;
    const left = `${formatBalance(secondsOfHours((await leftNow()) - 2.5))} left after`;
    const emil = await stage.open('emil', { width: 1280, height: 1000 });
    await emil.visit('absences');
    await emil.page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = emil.page.locator('dialog[open]');
    await dialog.getByLabel('Type').selectOption({ label: name });
    const day = dayInMay(4);
    for (const label of ['First day', 'Last day']) await dialog.getByLabel(label).fill(day);
    await dialog.getByLabel('Begins at').fill('09:00');
    await dialog.getByLabel('Hours').fill('2.5');
    await dialog.getByText(`Costs 2.5 h · ${left}`).waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await emil.page.locator('.absence-line', { hasText: name }).getByText('9:00 · 2.5 h').waitFor();
    await emil.page.locator('.toast', { hasText: `Requested ${name}` }).waitFor();
    const lena = await stage.open('lena', { width: 1280 });
    await lena.visit('inbox');
    const card = lena.page.locator('.request', { hasText: name });
    await card.locator('.muted', { hasText: left }).waitFor();
    assert.match((await card.locator('.what').textContent()) ?? '', /9:00 · 2\.5 h/);
    await Promise.all([emil.context.close(), lena.context.close()]);
  });

  it('say nothing of what is left where no account of holiday is kept', async () => {
    const { administrator } = stage.installation.account;
    const entry_date = Temporal.PlainDate.from(stage.monday).subtract({ days: 14 }).toString();
    const person = { username: 'nora', password, firstname: 'Nora', lastname: 'Voss', entry_date };
    const work = { department_id: stage.departmentId, payroll_accounting_starts_at: entry_date };
    await administrator.create('users', { ...person, ...work });
    const nora = await stage.open('nora', { width: 1280, height: 1000 });
    await nora.visit('absences');
    await nora.page.getByText('No holiday account').waitFor();
    await nora.page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = nora.page.locator('dialog[open]');
    await dialog.getByText('Costs 1 day').waitFor();
    assert.equal(await dialog.locator('.price').textContent(), 'Costs 1 day');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await nora.page.locator('.toast', { hasText: 'Requested Holiday' }).waitFor();
    const lena = await stage.open('lena', { width: 1280 });
    const told = lena.page.waitForResponse(/timesheetAccountingSummaries/);
    await lena.visit('inbox');
    const card = lena.page.locator('.request', { hasText: 'Nora Voss' });
    await card.waitFor();
    await told;
    await lena.settle();
    assert.match((await card.locator('.what').textContent()) ?? '', /1 day$/);
    await Promise.all([nora.context.close(), lena.context.close()]);
  });

  it('keep the card of a year of which exactly nothing is left', async () => {
    const { administrator } = stage.installation.account;
    const today = Temporal.Now.plainDateISO('Europe/Vienna');
    const monday = today.add({ days: 8 - today.dayOfWeek });
    const weekday = monday.year === today.year ? monday : today.subtract({ days: today.dayOfWeek - 5 });
    const date = (today.dayOfWeek < 6 ? today : weekday).toString();
    const user_id = stage.employeeId;
    await administrator.put('holidayAdjustment/add', { user_id, date, value: 2 });
    const taken = { user_id, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    await administrator.create('absences', taken);
    const leftNow = async (): Promise<number> =>
      (await administrator.get('timesheetAccountingSummaries/read', { user_id })).json['Results'][0]
        .current_period.claim_holiday;
    await administrator.put('holidayAdjustment/add', { user_id, date, value: -(await leftNow()) });
    assert.equal(await leftNow(), 0);
    const { page, visit, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await visit('absences');
    await page.getByRole('region', { name: `Holiday ${today.year + 1}`, exact: true }).waitFor();
    assert.equal(await page.getByRole('region', { name: `Holiday ${today.year}`, exact: true }).count(), 1);
    await context.close();
  });

  it('bring an absence in hours back with its begin and its hours', async () => {
    const { administrator, login } = stage.installation.account;
    const type = await administrator.create('absenceTypes', {
      name_const: 'Appointment',
      abbreviation_const: 'A',
      duration_unit: 'hs',
    });
    const day = dayInMay(2);
    const emil = await login('emil');
    const asked = await emil.create('absences', {
      user_id: stage.employeeId,
      type_id: type['absence_type_id'],
      subtype_id: type['absence_subtype_id'],
      from_date: day,
      to_date: day,
      begin: '10:15',
      duration: 2.5,
    });
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await visit('absences');
    const line = page.locator('.absence-line', { hasText: 'Appointment' }).first();
    await line.getByRole('button').click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.absence-line', { hasText: 'Appointment' }).nth(1).waitFor();
    await settle();
    assert.equal(await page.locator('.toast', { hasText: 'anew' }).count(), 0);
    const query = { user_id: stage.employeeId, type_id: type['absence_type_id'] as number };
    const rows: readonly Record<string, unknown>[] = (await administrator.get('absences/read', query)).json[
      'Results'
    ];
    const said = rows.map((row) => [row['status'], row['begin'], row['duration'], row['duration_unit']]);
    assert.deepEqual(said, [
      [3, asked['begin'], 2.5, 'hs'],
      [0, asked['begin'], 2.5, 'hs'],
    ]);
    await context.close();
  });

  it('ask for 1.5 hours by 1:30, and for nothing by what is no time', async () => {
    const { administrator } = stage.installation.account;
    const type = await administrator.create('absenceTypes', {
      name_const: 'Dentist',
      abbreviation_const: 'D',
      duration_unit: 'hs',
      enabled_for_requests: 1,
    });
    const day = dayInMay(3);
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Type').selectOption({ label: 'Dentist' });
    for (const name of ['First day', 'Last day']) await dialog.getByLabel(name).fill(day);
    await dialog.getByLabel('Hours').fill('some');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText('“some” is no length of time').waitFor();
    await dialog.getByLabel('Hours').fill('1:30');
    await dialog.getByText('Costs 1.5 h').waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.toast', { hasText: 'Requested Dentist' }).waitFor();
    const query = { user_id: stage.employeeId, type_id: type['absence_type_id'] as number };
    const rows = (await administrator.get('absences/read', query)).json['Results'] as readonly {
      duration: number;
      subtype_id: number;
    }[];
    const own = rows.filter((row) => row.subtype_id === type['absence_subtype_id']);
    assert.deepEqual(
      own.map((row) => row.duration),
      [1.5],
    );
    await context.close();
  });

  it('say that what was granted is requested anew when its cancelling is undone', async () => {
    const { administrator } = stage.installation.account;
    const tuesday = dayInMay(8);
    const days = { from_date: tuesday, to_date: tuesday };
    const homeOffice = { user_id: stage.employeeId, type_id: 3, subtype_id: 12, ...days };
    await administrator.create('absences', homeOffice);
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await visit('absences');
    const line = page.locator('.absence-line', { hasText: 'Home office' });
    await line.getByRole('button', { name: 'Cancel it' }).click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    const toast = page.locator('.toast', { hasText: 'Requested anew, not granted yet: Home office' });
    await toast.waitFor();
    await line.getByText('Open').waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await line.getByText('Open').waitFor({ state: 'detached' });
    await settle();
    const query = { user_id: stage.employeeId, type_id: 3, subtype_id: 12 };
    const rows = (await administrator.get('absences/read', query)).json['Results'] as { status: number }[];
    assert.deepEqual(
      rows.map(({ status }) => status),
      [3, 3],
    );
    await context.close();
  });
});
