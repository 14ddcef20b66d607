// What makes the console fast, counted: requests and bytes before Today can be used, and what a drag in a full week renders.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

/** What a person waits for until Today can be used: page with the first styles, script, login, rows, German, texts of refusals. */
const most = { requests: 6, bytes: 52_000 };
/** Notes what has come when the first task can be pressed: the bytes of the answers as they were sent. */
const noteWhatHasCome = `new MutationObserver((_, observer) => {
  if (document.querySelector('.task-button') === null) return;
  observer.disconnect();
  globalThis.come = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ name }) => !name.endsWith('.svg'))
    .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
}).observe(document, { subtree: true, childList: true })`;
/** The console puts some work off for a second. The test drops that work: a slow machine counts the same requests. */
const withoutLater = `{
  const start = setTimeout;
  globalThis.setTimeout = (act, pause, ...more) => (pause >= 1000 ? 0 : start(act, pause, ...more));
}`;
const bookings = 200;

describeInBrowser('what the console does before it can be used, and in a drag', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  for (const language of ['en', 'de'] as const)
    it(`asks little before Today can be used: ${language}`, async () => {
      const { page, context } = await stage.open('emil', { width: 390, language, keepsShell: false });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.addInitScript(noteWhatHasCome);
      await page.addInitScript(withoutLater);
      await page.reload();
      await page.locator('.task-button').first().waitFor();
      const come = (await page.evaluate('come')) as readonly (readonly [path: string, bytes: number])[];
      const paths = come.map(([path]) => path);
      assert.ok(paths.includes('/acme/session'), paths.join('\n'));
      assert.equal(paths.filter((path) => path.includes('/v4/')).length, 1, paths.join('\n'));
      assert.ok(paths.length <= most.requests, paths.join('\n'));
      const bytes = come.reduce((sum, [, size]) => sum + size, 0);
      assert.ok(bytes <= most.bytes, `${bytes} bytes: ${come.join('\n')}`);
      await context.close();
    });

  it(`renders nothing but what is dragged in a week of ${bookings} bookings`, async () => {
    const { administrator } = stage.installation.account;
    const monday = Temporal.PlainDate.from(stage.monday).add({ days: 14 });
    const rows = Array.from({ length: bookings }, (_, index) => {
      const start = monday
        .toPlainDateTime({ hour: 7 })
        .add({ days: index % 7, minutes: Math.floor(index / 7) * 20 });
      const text = (at: Temporal.PlainDateTime): string =>
        at.toString({ smallestUnit: 'second' }).replace('T', ' ');
      return {
        user_id: stage.employeeId,
        task_id: stage.taskIds[index % 3],
        start_time: text(start),
        end_time: text(start.add({ minutes: 15 })),
        start_time_timezone: 'Europe/Vienna',
        end_time_timezone: 'Europe/Vienna',
      };
    });
    for (let from = 0; from < rows.length; from += 100)
      await administrator.post('timeTrackings/create', rows.slice(from, from + 100));
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit(`week/${monday.toString()}`);
    await page
      .locator('.block')
      .nth(bookings - 1)
      .waitFor({ state: 'attached' });
    await settle();
    const box = await page.locator('.block').nth(3).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + box.height / 2 + 12, { steps: 3 });
    await page.waitForSelector('.ghost:not(.shared)');
    // What a render touches shows as a change of the page; the clock's minute may pass meanwhile, outside of the columns.
    await page.evaluate(`{
      globalThis.touched = [];
      new MutationObserver((changes) => touched.push(...changes.map(({ target, attributeName }) =>
        [target.nodeType === 1 ? target.className : target.parentElement?.className, attributeName].join(' '))))
        .observe(document.querySelector('.cal-columns'), { subtree: true, childList: true, attributes: true, characterData: true });
    }`);
    for (let step = 1; step <= 60; step += 1)
      await page.mouse.move(box.x + 20 + (step % 5) * 150, box.y + 40 + step * 4);
    const touched = [...new Set((await page.evaluate('touched')) as readonly string[])];
    assert.ok(touched.length > 0);
    assert.deepEqual(
      touched.filter((one) => !/^(ghost|snap-line|$)/.test(one.trim())),
      [],
    );
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await context.close();
  });
});
