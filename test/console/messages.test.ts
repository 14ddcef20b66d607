// Messages in two browsers: written by one person, told to another in the inbox, read there, and marked as read.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, overflow, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('messages in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('reach the person by the inbox, and are unread until they are marked', async () => {
    const lena = await stage.open('lena', { width: 1280 });
    await lena.visit('messages');
    await lena.page.getByText('No messages.').waitFor();
    await lena.page.getByRole('button', { name: 'Send' }).click();
    await lena.page.getByText('Choose who gets the message.').waitFor();
    await lena.page.getByLabel('To').selectOption({ label: 'Emil Larsson' });
    await lena.page.getByRole('button', { name: 'Send' }).click();
    await lena.page.getByText('The message is empty.').waitFor();
    await lena.page.getByRole('textbox', { name: 'Message' }).fill('The keys are with me.\nCall me.');
    await lena.page.keyboard.press('Tab');
    await lena.page.keyboard.press('Enter');
    await lena.page.locator('.message-list li', { hasText: 'You to Emil Larsson' }).waitFor();
    assert.equal(await lena.page.getByRole('textbox', { name: 'Message' }).inputValue(), '');
    const emil = await stage.open('emil', { width: 390, theme: 'dark' });
    await emil.visit('inbox');
    await emil.page.getByRole('link', { name: 'Lena Fuchs has written to you.' }).click();
    const letter = emil.page.locator('.message-list li.unread', { hasText: 'The keys are with me.' });
    await letter.waitFor();
    assert.deepEqual([await overflow(emil.page), await axeFindings(emil.page)], [0, []]);
    await letter.getByRole('button', { name: 'Mark as read' }).click();
    await emil.page.locator('.message-list li.unread').waitFor({ state: 'detached' });
    await emil.settle();
    const { json } = await stage.installation.account.administrator.get('notifications/read', {
      user_id: stage.employeeId,
    });
    const rows = json['Results'] as readonly Record<string, unknown>[];
    assert.deepEqual(
      rows.map((row) => [row['notification_type'], row['processed']]),
      [[12, 1]],
    );
    assert.deepEqual([...lena.problems, ...emil.problems], []);
    await Promise.all([lena.context.close(), emil.context.close()]);
  });

  it('are not written on while one is sent', async () => {
    const { page, problems, visit, context } = await stage.open('lena', { width: 1280 });
    const answer = Promise.withResolvers<void>();
    await page.route('**/messages/create/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await visit('messages');
    const [to, text] = [page.getByLabel('To'), page.getByRole('textbox', { name: 'Message' })];
    await to.selectOption({ label: 'Hanna Berg' });
    await text.fill('Lunch');
    const sent = page.waitForRequest('**/messages/create/**');
    await page.getByRole('button', { name: 'Send' }).click();
    await sent;
    await text.press('x');
    assert.deepEqual([await text.inputValue(), await to.isDisabled()], ['Lunch', true]);
    answer.resolve();
    await page.locator('.message-list li', { hasText: 'You to Hanna Berg' }).waitFor();
    await to.and(page.locator(':enabled')).waitFor();
    await text.press('x');
    assert.deepEqual([await text.inputValue(), await to.isDisabled()], ['x', false]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('to all or to a department say whom they are for, and come at once', async () => {
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280, language: 'de' });
    await visit('messages');
    const { administrator } = stage.installation.account;
    const receiver = { receiver_type: 'DEPARTMENT', receiver_id: stage.departmentId };
    await administrator.create('messages', { message: 'Friday', receiver_type: 'ALL', sender_id: 1 });
    await page.locator('.message-list li', { hasText: 'an alle' }).waitFor();
    await administrator.create('messages', { message: 'Site only', sender_id: 1, ...receiver });
    await page.locator('.message-list li', { hasText: 'an Site' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are dated by the clocks of the person, like requests, in any server zone', async () => {
    const { administrator, login } = stage.installation.account;
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 92 }).toString();
    const leave = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    const { id } = await (await login('emil')).create('absences', leave);
    const letter = {
      message: 'The keys, at last',
      receiver_type: 'USER',
      receiver_id: stage.leaderId,
      sender_id: 1,
    };
    const { id: message } = await administrator.create('messages', letter);
    const [setting] = (await administrator.get('generalSettings/read', { setting_type: 'server_timezone' }))
      .json['Results'];
    const { page, problems, visit, follow, settle, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    // At each moment one of them has another date than Vienna.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const isWhole = (url: string): boolean => url.includes('deltaSync') && !url.includes('_since');
      const readAnew = page.waitForResponse((answer) => isWhole(answer.url()));
      await administrator.put(`generalSettings/update/${setting.id}`, { setting_value: zone });
      await readAnew;
      await settle();
      const [row] = (await administrator.get(`messages/read/${String(message)}`)).json['Results'];
      const told = Temporal.PlainDateTime.from(row.timestamp.replace(' ', 'T')).toZonedDateTime(zone);
      const shown = told.withTimeZone('Europe/Vienna');
      const day = shown.toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
      const card = page.locator(`[data-request="absence-${String(id)}"] header`);
      await card.filter({ hasText: new RegExp(`asked ${day}$`) }).waitFor();
      const notice = page.locator('[data-notice]', { hasText: 'has written to you' }).first();
      await notice.locator('.muted').getByText(day, { exact: true }).waitFor();
      await follow('messages');
      const minute = String(shown.minute).padStart(2, '0');
      const at = page.locator('li', { hasText: 'at last' }).locator('.moment');
      await at.getByText(`${day}, ${shown.hour}:${minute}`, { exact: true }).waitFor();
      await follow('inbox');
    }
    await administrator.put(`generalSettings/update/${setting.id}`, { setting_value: setting.setting_value });
    assert.deepEqual(problems, []);
    await context.close();
  });
});
