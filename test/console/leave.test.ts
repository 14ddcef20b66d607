// Leave in two browsers: the price while one drags over days, the request, the decision by keys, and what the person is told.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, overflow, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('leave in the console', (startConsole) => {
  let stage: ConsoleStage;
  /** The days that are asked for: Tuesday to Thursday, some weeks on, in one year with the week after them. */
  let from: string;
  let to: string;
  before(async () => {
    stage = await startConsole();
    // Of the year of entry the employee has a part only, which late in a year is less than is asked for here.
    const more = { timesheet_holiday_calc_yearly_amount: 200 };
    await stage.installation.account.administrator.put(`users/update/${stage.employeeId}`, more);
    const tuesday = Temporal.PlainDate.from(stage.monday).add({ days: 29 });
    const endsWithYear = tuesday.add({ days: 9 }).year !== tuesday.year;
    const first = tuesday.add({ days: endsWithYear ? 14 : 0 });
    from = first.toString();
    to = first.add({ days: 2 }).toString();
  });
  after(() => stage.close());

  const absences = async (): Promise<readonly Record<string, unknown>[]> => {
    const { administrator } = stage.installation.account;
    const answer = await administrator.get('absences/read', { user_id: stage.employeeId });
    return answer.json['Results'];
  };
  const untilStatus = async (status: number): Promise<void> => {
    const limit = Date.now() + 60_000;
    for (;;) {
      const found = (await absences()).map((row) => row['status']);
      if (found.includes(status)) return;
      if (Date.now() > limit) assert.deepEqual(found, [status]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('shows its price while one drags over days, and asks for them', async () => {
    const { page, problems, visit, settle, context } = await stage.open('emil', {
      width: 1280,
      height: 1000,
    });
    await visit('absences');
    await page.locator('.balances .card').first().waitFor();
    await settle();
    if (from.slice(0, 4) !== Temporal.Now.plainDateISO('Europe/Vienna').toString().slice(0, 4))
      await page.locator('.strip').getByRole('button', { name: 'Next' }).click();
    const boxes = await Promise.all(
      [from, to].map((date) => page.locator(`.strip [data-date="${date}"]`).boundingBox()),
    );
    const [first, last] = boxes;
    assert.ok(first && last);
    await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2);
    await page.mouse.down();
    await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2, { steps: 6 });
    await page.locator('.strip .price', { hasText: 'Costs 3 days' }).waitFor();
    assert.equal((await absences()).length, 0);
    await page.mouse.up();
    const dialog = page.locator('dialog[open]');
    assert.equal(await dialog.getByLabel('First day', { exact: true }).inputValue(), from);
    assert.equal(await dialog.getByLabel('Last day', { exact: true }).inputValue(), to);
    await dialog.locator('.price', { hasText: 'Costs 3 days' }).waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.absence-line', { hasText: 'Open' }).waitFor();
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('show the year where it stays, once it is known what is left', async () => {
    const { page, settle, context } = await stage.open('emil', { width: 390 });
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      void page.route('**/timesheetAccountingSummaries/**', async (route) => {
        resolve();
        await new Promise<void>((done) => (answer = done));
        await route.continue();
      });
    });
    await page.locator('nav a[href$="/absences"]').click();
    await asked;
    const strip = page.locator('.strip');
    // Only for a second, which a busy machine takes for this already.
    const waits = await page.evaluate(`(() => {
      const strip = document.querySelector('.strip');
      for (const one of strip.getAnimations()) {
        one.currentTime = 0;
        one.pause();
      }
      return getComputedStyle(strip).visibility;
    })()`);
    assert.equal(waits, 'hidden');
    answer();
    await strip.waitFor();
    const shown = await strip.boundingBox();
    assert.equal(await page.locator('.balances .card.main').count(), 1);
    await settle();
    assert.deepEqual(await strip.boundingBox(), shown);
    await context.close();
  });

  it('forgets a drag over days when one leaves the screen', async () => {
    const { page, follow, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await follow('absences');
    await page.locator('.strip [data-date]').first().hover();
    await page.mouse.down();
    await page.locator('.strip .picked').waitFor();
    await follow('today');
    await follow('absences');
    assert.equal(await page.locator('.strip .picked').count(), 0);
    await context.close();
  });

  it('is shown from the first day of last year, and the strip turns no further back', async () => {
    const year = Temporal.Now.plainDateISO('Europe/Vienna').year - 1;
    const from_date = `${year}-01-08`;
    const { administrator } = stage.installation.account;
    const sick = { user_id: stage.leaderId, type_id: 2, subtype_id: 0, from_date, to_date: `${year}-01-14` };
    await administrator.create('absences', sick);
    const { page, context, visit } = await stage.open('lena', { width: 1280 });
    await visit('absences');
    await page.locator('.absence-line').waitFor();
    const previous = page.locator('.strip').getByRole('button', { name: 'Previous' });
    await previous.click();
    await page.locator(`.strip [data-date="${from_date}"]`).waitFor();
    assert.equal(await previous.isDisabled(), true);
    await context.close();
  });

  it('tells why it was refused where its form is closed by then', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280, height: 1000 });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    let answer = (): void => {};
    const refusal = { errorCode: 'rule_broken', errorField: 'from_date' };
    const failed = { Success: false, Error: 400, ErrorMessage: 'No.', ErrorExtended: refusal };
    await page.route('**/absences/create/**', async (asked) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await asked.fulfill({ status: 400, json: failed });
    });
    const asked = page.waitForRequest('**/absences/create/**');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await asked;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    answer();
    await page.locator('.toast.refused').waitFor();
    await context.close();
  });

  it('closes its form when it is kept for later', async () => {
    // A browser that closes may still send it: not Emil, whose only request others look at below.
    const { page, visit, context } = await stage.open('hanna', { width: 1280, height: 1000 });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('.price').waitFor();
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/1 change/).waitFor();
    await context.close();
  });

  it('shows what would be left, and that another absence of the person changes it', async () => {
    const { page, visit, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    const left = page.locator('.request .what .muted');
    await left.waitFor();
    const first = await left.textContent();
    const { administrator } = stage.installation.account;
    const day = Temporal.PlainDate.from(to).add({ days: 7 }).toString();
    const granted = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: day, to_date: day };
    const { id } = await administrator.create('absences', granted);
    const isAsBefore = async (): Promise<boolean> => (await left.textContent()) === first;
    for (const wanted of [false, true]) {
      const limit = Date.now() + 60_000;
      while ((await isAsBefore()) !== wanted) {
        assert.ok(Date.now() < limit, `${first} does ${wanted ? 'not come back' : 'not change'}`);
        await page.waitForTimeout(100);
      }
      if (!wanted) await administrator.delete(`absences/delete/${String(id)}`);
    }
    await context.close();
  });

  it('is decided by a key, taken back by another, and sent ten seconds later', async () => {
    const { page, problems, visit, context } = await stage.open('lena', { width: 390 });
    await visit('inbox');
    const request = page.locator('.request', { hasText: 'Emil Larsson' });
    await request.getByText('3 days').waitFor();
    await request.getByText('No other person of the department is away.').waitFor();
    await page.keyboard.press('a');
    await page.locator('.held-line', { hasText: 'Approved: Emil Larsson' }).waitFor();
    await page.keyboard.press('u');
    await request.waitFor();
    assert.equal((await absences())[0]?.['status'], 0);
    await page.keyboard.press('a');
    await page.locator('.held-line').waitFor();
    await page.locator('.held-line').waitFor({ state: 'detached' });
    await untilStatus(1);
    await page.getByText('Nothing waits for you.').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is told to the person, who finds it in the inbox until it was seen', async () => {
    const { page, settle, problems, visit, context } = await stage.open('emil', { width: 390 });
    await visit('absences');
    await page.locator('.absence-line', { hasText: 'Granted' }).waitFor();
    await visit('inbox');
    const notice = page.locator('.notices li', { hasText: 'Lena Fuchs granted your absence.' });
    await notice.waitFor();
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    await notice.getByRole('button', { name: 'Seen' }).click();
    await notice.waitFor({ state: 'detached' });
    await settle();
    const { json } = await stage.installation.account.administrator.get('notifications/read', {
      user_id: stage.employeeId,
    });
    const rows = json['Results'] as readonly Record<string, unknown>[];
    const seen = rows.filter((row) => row['processed'] === 1);
    assert.deepEqual(
      seen.map((row) => row['notification_type']),
      [2],
    );
    // What the test before has granted and deleted is told too.
    const others = page.locator('.notices li');
    for (let left = await others.count(); left > 0; left -= 1) {
      await others.first().getByRole('button', { name: 'Seen' }).click();
      await others.nth(left - 1).waitFor({ state: 'detached' });
    }
    assert.equal(await page.locator('.screen-link.to-inbox').count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is decided although one leaves the inbox and closes the page at once', async () => {
    const emil = await stage.open('emil', { width: 1280 });
    const day = Temporal.PlainDate.from(to).add({ days: 5 }).toString();
    const request = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: day, to_date: day };
    const wanted = JSON.stringify(request);
    const path = JSON.stringify(`/${stage.installation.account.name}/v4/absences/create/`);
    const headers = `{ 'x-hourbook': '1', 'content-type': 'application/json' }`;
    const answer = await emil.page.evaluate<string>(
      `fetch(${path}, { method: 'POST', headers: ${headers}, body: ${JSON.stringify(wanted)} }).then((it) => it.text())`,
    );
    assert.match(answer, /"Success":true/);
    await emil.context.close();
    const status = async (): Promise<unknown> =>
      (await absences()).find((row) => row['from_date'] === day)?.['status'];
    assert.equal(await status(), 0);
    const { page, visit, follow, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    await page.locator('.request').waitFor();
    await page.keyboard.press('a');
    await page.locator('.held-line').waitFor();
    await follow('today');
    await page.close();
    const limit = Date.now() + 60_000;
    while ((await status()) === 0 && Date.now() < limit) await new Promise((next) => setTimeout(next, 100));
    assert.equal(await status(), 1);
    await context.close();
  });

  it('takes a request whose answer was lost for stored, not for one in its own way', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280, height: 1000 });
    const present = (await absences()).length;
    await visit('absences');
    let sent = 0;
    const sentAgain = Promise.withResolvers<void>();
    await page.route('**/absences/create/**', async (route) => {
      sent += 1;
      if (sent > 1) {
        sentAgain.resolve();
        return route.fallback();
      }
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const answer = await route.fetch({ headers });
      assert.equal(answer.status(), 200, await answer.text());
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    const day = Temporal.PlainDate.from(to).add({ days: 28 }).toString();
    for (const label of ['First day', 'Last day']) await dialog.getByLabel(label, { exact: true }).fill(day);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sentAgain.promise;
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    assert.equal((await absences()).length, present + 1);
    await context.close();
    const made = (await absences()).find((row) => row['from_date'] === day);
    await stage.installation.account.administrator.delete(`absences/delete/${String(made?.['id'])}`);
  });
});
