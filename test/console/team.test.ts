// Screens of the team in a browser: who is away, hours of a month, approving a range, and what the server refuses.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';

describeInBrowser('team screens of the console', (startConsole) => {
  let stage: ConsoleStage;
  let absent: string;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    absent = Temporal.PlainDate.from(stage.monday).add({ days: 1 }).toString();
    await administrator.create('absences', {
      user_id: stage.employeeId,
      type_id: 1,
      subtype_id: 0,
      from_date: absent,
      to_date: absent,
    });
  });
  after(() => stage.close());

  it('show who is away, people with nothing booked, and how many are not away', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`calendar/${absent.slice(0, 7)}`);
    const day = Number(absent.slice(8));
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    await row
      .locator('td')
      .nth(day - 1)
      .locator('.mark')
      .waitFor();
    const { administrator } = stage.installation.account;
    const users = await administrator.get('users/read', { active: 1 });
    const count = users.json['NumResults'] as number;
    assert.equal(await page.locator('.day-grid tbody tr:not(.gap)').count(), count);
    const asked = await row
      .locator('td')
      .nth(day - 1)
      .locator('.mark.asked')
      .count();
    const here = await page
      .locator('.day-grid tfoot td')
      .nth(day - 1)
      .textContent();
    assert.equal(here, String(asked === 1 ? count : count - 1));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('explain a day down to its bookings, and approve a range with keys alone', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${stage.monday.slice(0, 7)}`);
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    const cell = row.locator('td[role=gridcell]').nth(Number(stage.monday.slice(8)) - 1);
    await cell.getByText('8:00', { exact: true }).waitFor();
    await cell.click();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('8:00–12:00').waitFor();
    await page.keyboard.press('Escape');
    await cell.focus();
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: 'Approved: ' }).waitFor();
    const { administrator } = stage.installation.account;
    const read = async (): Promise<unknown> => {
      const query = { user_id: stage.employeeId, date: stage.monday };
      const answer = await administrator.get('timesheetAccountings/read', query);
      return answer.json['Results'][0]['approved_by_admin'];
    };
    assert.equal(await read(), 1);
    await cell.locator('.approved').waitFor();
    await page.keyboard.press('Control+z');
    await cell.locator('.approved').waitFor({ state: 'detached' });
    assert.equal(await read(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('approve all days but those refused, and say whose and which these are', async () => {
    const { administrator } = stage.installation.account;
    const monday = Temporal.PlainDate.from(stage.monday);
    const pairs = [2, 0].map((days) => [monday.add({ days }), monday.add({ days: days + 1 })] as const);
    const [first, second] = pairs.find(([one, other]) => one.month === other.month) ?? [monday, monday];
    const emil = await stage.installation.account.login('emil');
    const dayOf = (day: Temporal.PlainDate) => ({ user_id: stage.employeeId, date: day.toString() });
    assert.equal((await emil.put('timesheetAccountings/approve', dayOf(second))).status, 200);
    const { page, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${first.toString().slice(0, 7)}`);
    await page.route('**/timesheetAccountings/approve/**', async (route) => {
      const days = route.request().postDataJSON() as readonly { readonly date: string }[];
      // The server refuses a person that there is not.
      const sent = days.map((day) => (day.date === first.toString() ? { ...day, user_id: 99_999 } : day));
      await route.continue({ postData: JSON.stringify(sent) });
    });
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    const cell = (day: Temporal.PlainDate) => row.locator('td[role=gridcell]').nth(day.day - 1);
    await cell(first).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Approve 2 days' }).click();
    await page.locator('.toast.refused').waitFor();
    const toast = await page.locator('.toast.refused').textContent();
    assert.match(toast ?? '', new RegExp(`Emil Larsson, \\w+,? ${first.day} .*: `));
    assert.doesNotMatch(toast ?? '', new RegExp(`\\b${second.day} \\w{3}`));
    await cell(second).locator('.approved').waitFor();
    const approvals = async (day: Temporal.PlainDate): Promise<string> => {
      const [found] = (await administrator.get('timesheetAccountings/read', dayOf(day))).json['Results'];
      return `${found['approved_by_user']} ${found['approved_by_admin']}`;
    };
    assert.deepEqual([await approvals(first), await approvals(second)], ['0 0', '1 1']);
    await page.locator('.toast', { hasText: 'Approved: ' }).getByRole('button', { name: 'Undo' }).click();
    await cell(second).locator('.approved').waitFor({ state: 'detached' });
    assert.equal(await approvals(second), '1 0');
    assert.equal((await emil.put('timesheetAccountings/unapprove', dayOf(second))).status, 200);
    await context.close();
  });

  it('let a leader undo, name what stays, and tell own days from those approved', async () => {
    const { administrator } = stage.installation.account;
    const { employeeId, leaderId, monday } = stage;
    const begins = { entry_date: monday, payroll_accounting_starts_at: monday };
    assert.equal((await administrator.put(`users/update/${leaderId}`, begins)).status, 200);
    const day = (days: number) => Temporal.PlainDate.from(monday).add({ days });
    const begin = day(3).month === day(4).month ? 3 : 0;
    const [first, second] = [day(begin).toString(), day(begin + 1).toString()];
    const { page, problems, visit, context } = await stage.open('lena', { width: 1280 });
    await visit(`month/${first.slice(0, 7)}`);
    const approvals = async (): Promise<readonly string[]> => {
      const query = { date: `${first}|${second}`, _op__date: 'in', _order_by: 'date' };
      const { json } = await administrator.get('timesheetAccountings/read', query);
      const rows = json['Results'] as readonly Readonly<Record<string, unknown>>[];
      return [leaderId, employeeId].flatMap((id) =>
        rows
          .filter((row) => row['user_id'] === id)
          .map((row) => `${row['approved_by_user']} ${row['approved_by_admin']}`),
      );
    };
    const cells = page.locator('.day-grid tr', { hasText: 'Lena Fuchs' }).locator('td[role=gridcell]');
    await cells.nth(Number(first.slice(8)) - 1).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Confirm 2 days' }).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: 'Approved: 2 days. Confirmed 2 days' }).waitFor();
    assert.deepEqual(await approvals(), ['1 0', '1 0', '0 1', '0 1']);
    // One is the administrator's now.
    const other = { user_id: employeeId, date: second };
    for (const action of ['unapprove', 'approve'])
      assert.equal((await administrator.put(`timesheetAccountings/${action}`, other)).status, 200);
    await page.keyboard.press('Control+z');
    await page.locator('.toast.refused', { hasText: 'Emil Larsson, ' }).waitFor();
    assert.deepEqual(await approvals(), ['0 0', '0 0', '0 0', '0 1']);
    assert.equal((await administrator.put('timesheetAccountings/unapprove', other)).status, 200);
    assert.deepEqual(problems, []);
    await context.close();
  });

  /** Approves a day of the employee, so many days after the Monday, and opens it in Team month. */
  const openApproved = async (days: number) => {
    const date = Temporal.PlainDate.from(stage.monday).add({ days }).toString();
    const day = { user_id: stage.employeeId, date };
    const { administrator } = stage.installation.account;
    assert.equal((await administrator.put('timesheetAccountings/approve', day)).status, 200);
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${date.slice(0, 7)}`);
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    const cell = row.locator('td[role=gridcell]').nth(Number(date.slice(8)) - 1);
    await cell.locator('.approved').waitFor();
    await cell.click();
    await page.keyboard.press('Enter');
    return { page, problems, context, day, cell, dialog: page.locator('dialog[open]') };
  };

  it('reopen an approved day with a reason, which the log keeps', async () => {
    const { administrator } = stage.installation.account;
    const { page, problems, context, day, cell, dialog } = await openApproved(2);
    await dialog.getByText(/^Approved by /).waitFor();
    await dialog.getByRole('button', { name: 'Reopen the day' }).click();
    await dialog.getByRole('button', { name: 'Reopen the day' }).click();
    await dialog.getByText('The reason is missing.').waitFor();
    await dialog.getByLabel('Why the day is reopened').fill('A booking is missing');
    await page.keyboard.press('Enter');
    await cell.locator('.approved').waitFor({ state: 'detached' });
    const { json } = await administrator.get('timesheetActionLogs/read', { ...day, type: 'approval' });
    const last = json['Results'].at(-1);
    assert.deepEqual([last.subtype, last.comment], ['approved_by_admin_removed', 'A booking is missing']);
    await cell.click();
    await page.keyboard.press('Enter');
    const decided = dialog.locator('.decisions li');
    await decided.nth(1).waitFor();
    assert.match((await decided.nth(0).textContent()) ?? '', /approved the day\./);
    assert.match((await decided.nth(1).textContent()) ?? '', /reopened the day\.A booking is missing/);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('open a month on a phone with today as the last column in sight', async () => {
    const { page, visit, context } = await stage.open('admin', { width: 390 });
    await visit('month');
    const today = await page.locator('.day-grid thead .today').boundingBox();
    const grid = await page.locator('.day-grid').boundingBox();
    assert.ok(today && grid);
    const end = today.x + today.width;
    const isFirstDays = (await page.locator('.day-grid').evaluate((element) => element.scrollLeft)) === 0;
    assert.ok(end <= grid.x + grid.width + 1 && (isFirstDays || end > grid.x + grid.width - 4), `${end}`);
    await context.close();
  });

  it('are not offered to an employee, and the server refuses what they would ask', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.getByRole('button', { name: 'More' }).click();
    assert.equal(await page.locator('.more-link', { hasText: 'Team calendar' }).count(), 1);
    assert.equal(await page.locator('.more-link', { hasText: 'Team month' }).count(), 0);
    const { name } = stage.installation.account;
    const status = await page.evaluate(
      async ([account, date]) => {
        const answer = await fetch(`/${account}/v4/timesheetAccountings/approve/`, {
          method: 'PUT',
          headers: { 'x-hourbook': '1', 'content-type': 'application/json' },
          body: JSON.stringify({ user_id: 1, date }),
        });
        return answer.status;
      },
      [name, stage.monday] as const,
    );
    assert.ok(status >= 400 && status < 500, `answered ${status}`);
    await context.close();
  });

  it('show employees which colleagues of their department work or are away, never why', async () => {
    const { administrator } = stage.installation.account;
    const hire = async (firstname: string): Promise<number> => {
      const username = firstname.toLowerCase();
      const person = { username, password, firstname, lastname: 'Roth', department_id: stage.departmentId };
      return (await administrator.create('users', person))['id'] as number;
    };
    const [karl, ida] = [await hire('Karl'), await hire('Ida')];
    // She works on weekends too: today is a day from which one can be absent whenever the test runs.
    const { id: schedule } = await administrator.create('workSchedules', { name: 'Shifts' });
    const days = await administrator.get('workScheduleDays/read', {
      timesheet_template_id: schedule as number,
    });
    for (const { id } of days.json['Results'] as readonly Record<string, unknown>[])
      await administrator.put(`workScheduleDays/update/${String(id)}`, { workday: 1, hours: 8 });
    await administrator.put(`users/update/${ida}`, { timesheet_template_id: schedule });
    await administrator.put('timeTrackings/start', { user_id: karl, task_id: stage.taskIds[0] });
    const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
    const ill = { type_id: 3, subtype_id: 11, from_date: today, to_date: today };
    await administrator.create('absences', { user_id: ida, ...ill });
    const { page, problems, visit, context } = await stage.open('emil', { width: 390 });
    await visit('presence');
    const line = (name: string) => page.locator('.person', { hasText: `${name} Roth` });
    await line('Karl').locator('.chip.work').waitFor();
    await line('Ida').locator('.chip.absence').waitFor();
    assert.equal(await line('Karl').locator('.person-detail').textContent(), '');
    await visit('calendar');
    const marks = page.locator('.day-grid tbody tr', { hasText: 'Ida Roth' });
    await marks.locator('.mark').first().waitFor();
    assert.equal(await marks.getByLabel(/sick/i).count(), 0);
    // She is of another department: an empty line would say that she is there.
    assert.equal(await page.locator('.day-grid tbody tr', { hasText: 'Hanna Berg' }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
    const dayIn = (count: number): string => Temporal.PlainDate.from(today).add({ days: count }).toString();
    const next = { ...ill, from_date: dayIn(1), to_date: dayIn(2) };
    await administrator.create('absences', { user_id: ida, ...next });
    const lena = await stage.open('lena', { width: 390 });
    await lena.visit('presence');
    const until = lena.page.locator('.person', { hasText: 'Ida Roth' }).locator('.person-detail');
    await until.getByText(new RegExp(`away until \\w+,? ${Number(dayIn(2).slice(8))} \\w+$`)).waitFor();
    await lena.context.close();
  });

  it('say why a day is not reopened, and close the dialog when that is kept', async () => {
    const { administrator } = stage.installation.account;
    const { page, context, day, cell, dialog } = await openApproved(4);
    await dialog.getByRole('button', { name: 'Reopen the day' }).click();
    const refusal = { Success: false, Error: 422, ErrorMessage: 'Not now.', ErrorExtended: {} };
    await page.route('**/unapprove/**', (route) => route.fulfill({ status: 422, json: refusal }));
    const reason = dialog.getByLabel('Why the day is reopened');
    await reason.fill('A booking is missing');
    await page.keyboard.press('Enter');
    await dialog.getByText('Not now.').waitFor();
    assert.equal(await reason.inputValue(), 'A booking is missing');
    assert.equal(await page.locator('.toast.refused').count(), 0);
    await page.unroute('**/unapprove/**');
    await context.setOffline(true);
    await reason.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/1 change/).waitFor();
    await context.setOffline(false);
    await page.getByText(/1 change/).waitFor({ state: 'detached' });
    await cell.locator('.approved').waitFor({ state: 'detached' });
    const { json } = await administrator.get('timesheetAccountings/read', day);
    assert.equal(json['Results'][0]['approved_by_admin'], 0);
    await context.close();
  });
});
