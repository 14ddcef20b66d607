// Every number opens to why: all numbers of the screens of balances, sums and reports, found on the page, for employee and leader.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';

/** The numbers of the screen: those of each control together, or of each that has none. */
const numbersScript = `(() => {
  const found = new Map();
  const places = '#content :is(dd, td:not([role=gridcell]), .sums, .big-figure, .price)';
  for (const place of document.querySelectorAll(places)) {
    if (!place.checkVisibility() || place.closest('dialog, .explained, .sheet, .day-grid thead')) continue;
    const numbers = place.textContent.match(/\\d+:\\d\\d|\\d+([.,]\\d+)?/g) ?? [];
    if (numbers.length === 0) continue;
    const control = place.querySelector('a[href], button') ?? place.closest('tr')?.querySelector('button[aria-expanded]');
    const key = control ?? place;
    found.set(key, { numbers: [...(found.get(key)?.numbers ?? []), ...numbers], isOpen: control != null });
  }
  let at = 0;
  for (const key of found.keys()) key.setAttribute('data-number', at++);
  return [...found.values()];
})()`;

interface Found {
  readonly numbers: readonly string[];
  readonly isOpen: boolean;
}

/** Seconds, or hundredths, of a shown number. */
function valueOf(text: string): number {
  const [, sign, whole, part] = /^([+−]?)(\d+)(?:[:.,](\d+))?/.exec(text.trim()) ?? [];
  const size = text.includes(':') ? Number(whole) * 60 + Number(part) : Number(`${whole}.${part ?? 0}`) * 100;
  return sign === '−' ? -size : size;
}

/** Opens each number of a screen by the keyboard; answers what is wrong with its explanation. */
async function wrongOf({ page, follow, settle }: OpenPage, screen: string): Promise<readonly string[]> {
  const look = async (): Promise<readonly Found[]> => {
    await follow(screen);
    await settle();
    return (await page.evaluate(numbersScript)) as readonly Found[];
  };
  const wrong: string[] = [];
  const all = await look();
  assert.ok(all.length > 0, `${screen} shows no number`);
  for (const [index, { numbers, isOpen }] of all.entries()) {
    const said = `${screen}: ${numbers.join(' ')}`;
    if (!isOpen) wrong.push(`${said} opens nothing`);
    if (!isOpen) continue;
    if (index > 0) await look();
    await page.locator(`[data-number="${index}"]`).focus();
    await page.keyboard.press('Enter');
    // Without an account the bookings explain what was worked.
    const place = `dialog[open] :is(.why-lines, .month-day), .explained${screen === 'today' ? ', .week' : ''}`;
    const shown = page.locator(place).first();
    await shown.waitFor();
    await settle();
    const text = (await shown.textContent()) ?? '';
    const missing = numbers.filter((number) => !text.includes(number));
    if (missing.length > 0) wrong.push(`${said} is explained without ${missing.join(' ')}: ${text}`);
    if ((await page.locator('dialog[open] .why-lines').count()) > 0)
      wrong.push(...(await sumsOf(page, said)));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  return wrong;
}

/** What is wrong with the sum of an open explanation. */
async function sumsOf(page: Page, said: string): Promise<readonly string[]> {
  const values = (await page.locator('dialog[open] .why-lines dd').allTextContents()).map(valueOf);
  const sum = values.pop() ?? 0;
  const added = values.reduce((total, value) => total + value, 0);
  return values.length > 0 && Math.abs(added - sum) < 1 ? [] : [`${said} is no sum of ${values.join()}`];
}

describeInBrowser('numbers that open to why', (startConsole) => {
  let stage: ConsoleStage;
  let month: string;
  before(async () => {
    stage = await startConsole();
    month = stage.monday.slice(0, 7);
    const employee = await stage.installation.account.login('emil');
    const days = [7, 24].map((more) => Temporal.PlainDate.from(stage.monday).add({ days: more }).toString());
    for (const date of days) {
      const dates = { from_date: date, to_date: date };
      await employee.create('absences', { user_id: stage.employeeId, type_id: 1, subtype_id: 0, ...dates });
    }
  });
  after(() => stage.close());

  const reports = {
    'a report': 'reports?by=user_id&DATES',
    'a report by two fields': 'reports?by=project_id&within=user_id&DATES',
    'a cross table': 'reports?by=task_id&within=user_id&as=cross&DATES',
  };
  const own = { week: 'week/MONDAY', absences: 'absences', account: 'account/MONTH' };
  for (const [username, screens] of [
    ['emil', { today: 'today', ...own, 'a report': 'reports?by=task_id&DATES' }],
    ['lena', { today: 'today', 'the team month': 'month/MONTH', ...reports }],
  ] as const)
    for (const [name, screen] of Object.entries(screens))
      it(`explains each number of ${name} where it is opened, as ${username}`, async () => {
        const opened = await stage.open(username, { width: 1280 });
        const dates = `from=${stage.monday}&to=${stage.monday}`;
        const at = screen.replace('MONDAY', stage.monday).replace('MONTH', month).replace('DATES', dates);
        assert.deepEqual(await wrongOf(opened, at), []);
        assert.deepEqual(opened.problems, []);
        await opened.context.close();
      });

  it('tells target and holiday left of a month to come, and no difference', async () => {
    const { administrator } = stage.installation.account;
    const next = Temporal.PlainYearMonth.from(month).add({ months: 3 });
    const day = { user_id: stage.employeeId, date: next.toPlainDate({ day: 28 }).toString() };
    const [row] = (await administrator.get('timesheetAccountings/read', day)).json['Results'];
    const { page, follow, settle, context } = await stage.open('emil', { width: 1280 });
    await follow(`account/${next.toString()}`);
    const left = page.locator('.figure', { has: page.getByText('Holiday left', { exact: true }) });
    const number = left.locator('.why-number');
    assert.equal(await number.textContent(), String(row['holiday_balance']));
    await number.click();
    await page.locator('dialog[open] .sum').getByText(String(row['holiday_balance'])).waitFor();
    await page.keyboard.press('Escape');
    const figure = (name: string) =>
      page.locator('.figure', { has: page.getByText(name, { exact: true }) }).locator('dd');
    for (const name of ['Difference', 'Balance'])
      assert.deepEqual(
        [await figure(name).textContent(), await figure(name).locator('a, button').count()],
        ['–', 0],
      );
    const date = `${next.toPlainDate({ day: 1 }).toString()}|${next.toPlainDate({ day: 31 }).toString()}`;
    const query = { user_id: stage.employeeId, date, _op__date: 'betw' };
    const days = (await administrator.get('timesheetAccountings/read', query)).json['Results'];
    const hours = (days as readonly { readonly target_working_hours: number }[]).map(
      (one) => one.target_working_hours,
    );
    const target = hours.reduce((sum, one) => sum + one, 0);
    assert.ok(target > 100);
    assert.equal(await figure('Target').textContent(), `${target}:00`);
    await page.locator('.month button[aria-expanded]').nth(9).click();
    await settle();
    const explained = page.locator('.explained dl');
    await explained.getByText('Counts').waitFor();
    assert.equal(await explained.getByText('Difference').count(), 0);
    await context.close();
  });

  it('say that what runs is not counted yet where Today counts it', async () => {
    const { administrator } = stage.installation.account;
    const begun = Temporal.Now.instant().subtract({ minutes: 90 }).toZonedDateTimeISO('Europe/Vienna');
    const start_time = begun.toPlainDateTime().round('second').toString().replace('T', ' ');
    const timer = { user_id: stage.employeeId, task_id: stage.taskIds[0], start_time };
    const { id } = await administrator.create('timeTrackings', {
      ...timer,
      start_time_timezone: 'Europe/Vienna',
    });
    const { page, follow, settle, context } = await stage.open('emil', { width: 390 });
    const balance = async (name: string): Promise<number> => {
      const figure = page.locator('.figure', { has: page.getByText(name, { exact: true }) });
      return valueOf((await figure.locator('dd').textContent()) ?? '');
    };
    await follow('account');
    await page.getByText('Balance without what runs').waitFor();
    const counted = await balance('Balance without what runs');
    await follow('absences');
    await page.locator('.card dt').getByText('Account without what runs').waitFor();
    await follow('today');
    assert.ok(Math.abs((await balance('Balance')) - counted - 90) < 5);
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
    await page.locator('.clock.idle').waitFor();
    await settle();
    const now = await balance('Balance');
    await follow('account');
    assert.equal(await balance('Balance'), now);
    await context.close();
  });
});
