// What paper shows: My week, the sheet, the month to sign, and the grids of the team with more people than a page has room for.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { growTo } from '../support/large-team.ts';

const count = 80;
const longName = { firstname: 'Maximiliane Alexandra Konstantina', lastname: 'Hohenlohe-Schillingsfürst' };
/** Words of what only a screen is for. */
const onScreen = ['Inbox', 'More', 'Print', 'Today', 'Book time', 'Export'];

/** Of each cell of the team's month with a sign: its hours, and whether each line of them and the sign are inside of it. */
const insideCells = `[...document.querySelectorAll('.day-grid td:has(.heat svg)')].map((cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const text = document.createRange();
  const sign = cell.querySelector('svg');
  text.selectNode(sign.previousSibling ?? sign.parentNode.previousSibling);
  const parts = [...text.getClientRects(), sign.getBoundingClientRect()];
  const isIn = (one) => one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom;
  return [text.toString(), parts.map(isIn).join()];
})`;

interface Piece {
  readonly text: string;
  /** From the lower edge of its page. */
  readonly y: number;
  /** Of its middle and of its last letter, from the left edge of its page. */
  readonly middle: number;
  readonly end: number;
}

interface Sheet {
  readonly width: number;
  readonly isLandscape: boolean;
  readonly pieces: readonly Piece[];
}

describeInBrowser('on paper', (startConsole) => {
  let stage: ConsoleStage;
  let month: string;
  before(async () => {
    stage = await startConsole();
    month = stage.monday.slice(0, 7);
    await growTo(stage, count);
    const { administrator } = stage.installation.account;
    const person = {
      username: 'maxi',
      password: 'Kranich-Laterne-7',
      payroll_accounting_starts_at: stage.monday,
    };
    await administrator.create('users', { ...person, ...longName, department_id: stage.departmentId });
  });
  after(() => stage.close());

  /** Prints a screen; answers its pages. */
  const print = async (username: string, screen: string, first: string): Promise<readonly Sheet[]> => {
    const { page, problems, visit, settle, context } = await stage.open(username, { width: 1280 });
    await visit(screen);
    await page.locator(first).first().waitFor();
    await settle();
    const sheets = await sheetsOf(page);
    const shown = sheets.flatMap(({ pieces }) => pieces.map(({ text }) => text));
    assert.deepEqual(
      onScreen.filter((word) => shown.includes(word)),
      [],
    );
    assert.deepEqual(problems, []);
    await context.close();
    return sheets;
  };

  it('my week has its days above its bookings, with whole times', async () => {
    const [sheet, ...more] = await print('emil', `week/${stage.monday}`, '.block');
    assert.deepEqual(more, []);
    const day = Number(stage.monday.slice(8));
    const [head, ...bookings] = [`Mon ${day}`, 'Design', '8:00–12:00', 'Survey', '12:30–16:30'].map((text) =>
      heightOf(sheet, text),
    );
    assert.ok(
      bookings.every((y) => y < (head ?? 0)),
      `${head} is not above ${bookings.join()}`,
    );
  });

  it('the sheet of my week has each task, each day and the sums', async () => {
    const { administrator } = stage.installation.account;
    const name = 'Survey of the northern harbour';
    await administrator.put(`tasks/update/${String(stage.taskIds[1])}`, { name });
    const [sheet, ...more] = await print('emil', `week/${stage.monday}?view=sheet`, '.sheet');
    assert.deepEqual(more, []);
    const days = Array.from({ length: 7 }, (_, index) =>
      Temporal.PlainDate.from(stage.monday)
        .add({ days: index })
        .toLocaleString('en-GB', { weekday: 'short' }),
    );
    const shown = sheet?.pieces.map(({ text }) => text).join('\n') ?? '';
    for (const text of ['Design', 'Survey', ...days, 'Sum', 'Worked', '40:00', '−32:00'])
      assert.ok(shown.includes(text), `${text} is missing in ${shown}`);
    // What is beyond the margin of 14 mm is cut.
    const margin = (14 / 25.4) * 72;
    const cut = sheet?.pieces.filter(({ end }) => end > sheet.width - margin);
    assert.deepEqual(cut, []);
  });

  it('the month of a person has every day of the account, and lines to sign', async () => {
    const [sheet, ...more] = await print('emil', `account/${month}`, '.month .why');
    assert.deepEqual(more, []);
    const shown = sheet?.pieces.map(({ text }) => text).join('\n') ?? '';
    const kept = Temporal.PlainDate.from(stage.monday).subtract({ days: 14 }).toString();
    const first = kept.startsWith(month) ? Number(kept.slice(8)) : 1;
    for (let day = first; day <= lastDay(month); day += 1)
      assert.match(shown, new RegExp(`^\\w{3} ${day} \\w{3}$`, 'm'));
    for (const text of ['Emil Larsson', 'Date, signature', 'Date, signature of the company'])
      heightOf(sheet, text);
  });

  it('absences have neither the buttons of a request nor the arrows of the year', async () => {
    const emil = await stage.installation.account.login('emil');
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 29 }).toString();
    const leave = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    await emil.create('absences', leave);
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    const buttons = page.locator('.strip button, .absence-line button');
    await buttons.nth(2).waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await buttons.filter({ visible: true }).count(), 0);
    await context.close();
  });

  it('neither chosen days nor an unfolded day have a button or a frame', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit(`account/${month}`);
    await page.locator('.month .why').first().click();
    await page.getByRole('button', { name: 'Confirm day' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    const buttons = page.locator('main button:not(.why, .why-number)').filter({ visible: true });
    assert.deepEqual(await buttons.allTextContents(), []);
    await context.close();
    const admin = await stage.open('admin', { width: 1280 });
    await admin.visit(`month/${month}`);
    await admin.page.getByRole('searchbox').fill('Larsson');
    const cell = admin.page.locator('[role=gridcell]').nth(Number(stage.monday.slice(8)) - 1);
    await cell.locator('.mark').waitFor();
    await cell.click();
    await admin.page.keyboard.press(stage.monday.endsWith('-01') ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
    await admin.page.locator('td.chosen').nth(1).waitFor();
    const button = admin.page.getByRole('button', { name: /^Approve/ });
    await button.waitFor();
    await admin.page.emulateMedia({ media: 'print' });
    assert.equal(await button.filter({ visible: true }).count(), 0);
    const drawn = `[...document.querySelectorAll('.chosen')].map((cell) => getComputedStyle(cell))
      .map((look) => look.boxShadow + ' ' + look.outlineStyle)`;
    assert.deepEqual(await admin.page.evaluate(drawn), ['none none', 'none none']);
    await admin.context.close();
  });

  it('and on a screen, hours of a long or approved day of the team stay in their cell', async () => {
    const { administrator } = stage.installation.account;
    // The day before the Monday or, at the begin of a month, the one after it lies in its month.
    const date = Temporal.PlainDate.from(stage.monday)
      .add({ days: stage.monday.endsWith('-01') ? 1 : -1 })
      .toString();
    const [user_id, task_id] = [stage.employeeId, stage.taskIds[0]];
    const zone = { start_timezone: 'Europe/Vienna', end_timezone: 'Europe/Vienna' };
    for (const [from, to] of [
      ['07:00', '12:00'],
      ['12:30', '18:00'],
    ] as const) {
      const times = { start_time: `${date} ${from}:00`, end_time: `${date} ${to}:00` };
      await administrator.create('timeTrackings', { user_id, task_id, ...times, ...zone });
    }
    const approved = await administrator.put('timesheetAccountings/approve', { user_id, date: stage.monday });
    assert.equal(approved.status, 200);
    const { page, visit, settle, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${month}`);
    await page.getByRole('searchbox').fill('Larsson');
    await page.locator('.heat', { hasText: '10:30' }).waitFor();
    await settle();
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const cells = await page.evaluate(insideCells);
      const both = 'true,true';
      assert.deepEqual(Object.fromEntries(cells as []), { '8:00': both, '10:30': both }, media);
    }
    await context.close();
  });

  for (const screen of ['calendar', 'month'] as const)
    it(`the ${screen} of the team has each person once, on each page days of one width`, async () => {
      const { administrator } = stage.installation.account;
      const { json } = await administrator.get('users/read', { active: 1, _limit: 1000 });
      const rows = json['Results'] as readonly Record<string, string | null>[];
      const names = rows
        .filter((row) => screen === 'calendar' || row['payroll_accounting_starts_at'] !== null)
        .map((row) => row['fullname']);
      // Team month has the people in sight before the others.
      const grid = `[aria-rowcount="${names.length + 1}"] tbody tr:not(.gap)`;
      const sheets = await print('admin', `${screen}/${month}`, grid);
      assert.ok(sheets.length > 1);
      const all = sheets.flatMap(({ pieces }) => pieces.map(({ text }) => text));
      const short = names.filter((name) => name?.startsWith(longName.firstname) === false);
      assert.equal(short.length, names.length - 1);
      assert.deepEqual(all.filter((text) => short.includes(text)).toSorted(), short.toSorted());
      // It takes more lines than one, and none of them goes on over the days.
      const parts = all.filter((text) => /Konstantina|Schillingsfürst$/.test(text));
      assert.equal(parts.length, 2, parts.join());
      for (const sheet of sheets) {
        assert.equal(sheet.isLandscape, true);
        const head = heightOf(sheet, '15');
        const days = sheet.pieces.filter(({ text, y }) => y === head && /^\d+$/.test(text));
        assert.deepEqual(
          days.map(({ text }) => Number(text)),
          Array.from({ length: lastDay(month) }, (_, index) => index + 1),
        );
        const steps = days.slice(1).map(({ middle }, index) => middle - (days[index]?.middle ?? 0));
        assert.ok(Math.max(...steps) - Math.min(...steps) < 1, `days are uneven: ${steps.join()}`);
      }
    });
});

/** The height at which a text stands on a page. */
function heightOf(sheet: Sheet | undefined, text: string): number {
  const found = sheet?.pieces.find((piece) => `${piece.text} `.startsWith(`${text} `));
  assert.ok(found, `${text} is missing in ${sheet?.pieces.map((piece) => piece.text).join(' | ')}`);
  return found.y;
}

function lastDay(month: string): number {
  return Temporal.PlainYearMonth.from(month).daysInMonth;
}

async function sheetsOf(page: Page): Promise<readonly Sheet[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: Sheet[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const one = await pdf.getPage(number);
    const [, , width = 0, height = 0] = one.view;
    const { items } = await one.getTextContent();
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      return { text: item.str.trim(), y, middle: x + item.width / 2, end: x + item.width };
    });
    sheets.push({ width, isLandscape: width > height, pieces });
  }
  return sheets;
}
