// Answers get lost between server and browser: a form still creates one row, whether the person or the browser sends it again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { after, before, it } from 'node:test';
import { describeInBrowser, login, openPage, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('a create whose answer was lost', (startConsole) => {
  let stage: ConsoleStage;
  let line: LossyLine;
  before(async () => {
    stage = await startConsole();
    line = await openLossyLine(new URL(stage.installation.address));
  });
  after(async () => {
    line?.server.close();
    await stage.close();
  });

  /** A page whose answers come by the line. */
  const openAs = async (username: string) => {
    const { name: account } = stage.installation.account;
    const opened = await openPage(
      { address: line.address, account, browser: stage.browser },
      { width: 1280 },
    );
    await login(opened.page, username);
    return opened;
  };
  /** The form of a new department, with its name filled in. */
  const newDepartment = async (text: string) => {
    const opened = await openAs('admin');
    const { page, visit } = opened;
    await visit('data/departments');
    await page.locator('.rows', { hasText: 'Site' }).waitFor();
    await page.keyboard.press('n');
    const [name, save] = [page.getByLabel('Name *'), page.getByRole('button', { name: 'Save' })];
    await name.fill(text);
    return { ...opened, name, save };
  };
  type Form = Awaited<ReturnType<typeof newDepartment>>;
  /** Saves it, and no answer comes. */
  const saveUnanswered = async ({ page, save }: Form): Promise<void> => {
    // More often than Chromium tries by itself.
    line.lose('/departments/create/', 100);
    await save.click();
    await page.locator('.row-form').getByText('The server does not answer.').waitFor();
    line.lose('', 0);
  };
  const countOf = async (resource: string, query: Record<string, string>): Promise<number> =>
    (await stage.installation.account.administrator.get(`${resource}/read`, query)).json['NumResults'];

  it('makes one row when Chromium itself sends it again', async () => {
    const { page, problems, save, context } = await newDepartment('Cranes');
    line.lose('/departments/create/', 1);
    await save.click();
    await page.getByRole('heading', { name: 'Cranes' }).waitFor();
    assert.equal(line.seen(), 2, 'Chromium did not send it again');
    assert.equal(await countOf('departments', { department_name: 'Cranes' }), 1);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('makes one row when a person presses Save again, also with other values', async () => {
    const form = await newDepartment('Welding');
    const { page, problems, name, save, context } = form;
    await saveUnanswered(form);
    await name.fill('Wielding');
    await save.click();
    await page.getByText('This was saved with what it said before.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show it' }).count(), 1);
    await name.fill('Welding');
    await save.click();
    await page.getByRole('heading', { name: 'Welding' }).waitFor();
    assert.deepEqual(
      await Promise.all(
        ['Welding', 'Wielding'].map((one) => countOf('departments', { department_name: one })),
      ),
      [1, 0],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('leads to the row that it made when a person saves other values', async () => {
    const form = await newDepartment('Brazing');
    const { page, problems, name, save, context } = form;
    await saveUnanswered(form);
    await name.fill('Brass');
    await save.click();
    await page.getByRole('button', { name: 'Show it' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.locator('.actions').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Brazing' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('asks once for a booking of the past, and tells that it is asked for', async () => {
    const { administrator } = stage.installation.account;
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 0 });
    const { page, problems, visit, context } = await openAs('emil');
    await visit(`week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    await page.keyboard.press('n');
    const form = page.locator('dialog[open]');
    await form.getByLabel('Day', { exact: true }).fill(stage.monday);
    await form.getByLabel('From', { exact: true }).fill('18:00');
    await form.getByLabel('To', { exact: true }).fill('19:00');
    await form.locator('button[type=submit]').click();
    const dialog = page.locator('dialog', { hasText: 'Ask for this change' });
    await dialog.getByLabel('Why?').fill('I forgot it');
    line.lose('/timeTrackings/create/', 1);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    assert.equal(line.seen(), 2);
    assert.equal(await countOf('changeTimeTrackingRequests', { status: 'PENDING' }), 1);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says that the message was sent when another text is, and sends that one too', async () => {
    const { page, problems, visit, context } = await openAs('admin');
    await visit('messages');
    const send = page.getByRole('button', { name: 'Send' });
    const text = page.getByRole('textbox', { name: 'Message' });
    const sent = (what: string) => page.locator('.message-list li', { hasText: what });
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Emil Larsson' });
    await text.fill('Hello one');
    line.lose('/messages/create/', 100);
    await send.click();
    await page.locator('.new-message').getByText('The server does not answer.').waitFor();
    line.lose('', 0);
    await text.fill('Hello two');
    await send.click();
    await page.getByText('What you wrote first was sent').waitFor();
    await sent('Hello one').waitFor();
    assert.equal(await text.inputValue(), 'Hello two');
    await send.click();
    await sent('Hello two').waitFor();
    assert.deepEqual([await sent('Hello one').count(), await text.inputValue()], [1, '']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('makes one message when a person presses Send again, and then another one', async () => {
    const { page, problems, visit, context } = await openAs('admin');
    await visit('messages');
    const send = page.getByRole('button', { name: 'Send' });
    const text = page.getByRole('textbox', { name: 'Message' });
    const sent = async (): Promise<number> => page.locator('.message-list li', { hasText: 'Lunch' }).count();
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Emil Larsson' });
    await text.fill('Lunch');
    line.lose('/messages/create/', 100);
    await send.click();
    await page.locator('.new-message').getByText('The server does not answer.').waitFor();
    line.lose('', 0);
    await send.click();
    await page.locator('.message-list li', { hasText: 'Lunch' }).waitFor();
    assert.equal(await sent(), 1);
    await text.fill('Lunch');
    await send.click();
    await page.locator('.message-list li', { hasText: 'Lunch' }).nth(1).waitFor();
    assert.equal(await sent(), 2);
    assert.deepEqual(problems, []);
    await context.close();
  });
});

interface LossyLine {
  readonly server: Server;
  readonly address: string;
  /** From now on the answers to so many requests to this path are lost: the connection closes in their place. */
  lose(path: string, times: number): void;
  /** How many requests to the path have come since. */
  seen(): number;
}

/** TCP on the way to the server, which has done what it was asked for when the answer is lost. */
async function openLossyLine({ hostname, port }: URL): Promise<LossyLine> {
  let loss = { path: '', left: 0, seen: 0 };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isLosing = false;
    near.on('data', (bytes) => {
      if (loss.path === '' || !bytes.includes(`${loss.path} HTTP/1.1`)) return;
      loss.seen += 1;
      isLosing = loss.left > 0;
      loss.left -= 1;
    });
    far.on('data', (bytes) => {
      if (isLosing) near.destroy();
      else near.write(bytes);
    });
    near.pipe(far);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (path, times) => void (loss = { path, left: times, seen: 0 }),
    seen: () => loss.seen,
  };
}
