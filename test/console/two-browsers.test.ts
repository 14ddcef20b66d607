// One person in two browsers: each shows what the other does, and nothing is lost or doubled while the server, a process of
// its own, is killed and started again on the same database and port.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  describeInBrowser,
  login,
  untilShellKept,
  type ConsoleStage,
  type OpenPage,
} from '../support/console-browser.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { serve, type ServingProcess } from '../process/executable.ts';

/** A tap within half a second of the last one counts for none. */
const betweenTaps = 600;
/** Milliseconds between a tap and the death of the server: before the request, while it is answered, after it. */
const deaths = [0, 5, 15];
const taps = 12;
/** So often are the taps repeated while they are too slow. */
const rounds = 5;

describeInBrowser('one person in two browsers', (startConsole) => {
  let stage: ConsoleStage;
  let server: ServingProcess;
  let first: OpenPage;
  let second: OpenPage;
  before(async () => {
    stage = await startConsole({ port: String(await lastingPort()) });
    await stage.installation.app.close();
    server = await serveAgain(stage);
    first = await stage.open('emil', { width: 1280 });
    second = await stage.open('emil', { width: 390 });
  });
  after(async () => {
    await stage.browser.close();
    await server?.end('SIGKILL');
    await stage.installation.close();
  });

  /** Own bookings that run, and how many there are in all, as the API tells them. */
  const booked = async (): Promise<{ readonly running: number; readonly all: number }> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, _limit: 1000 };
    const rows = (await administrator.get('timeTrackings/read', query)).json['Results'] as readonly Record<
      string,
      unknown
    >[];
    return { running: rows.filter((row) => row['end_time'] === null).length, all: rows.length };
  };
  const isRunning = async (page: Page, is: boolean): Promise<void> =>
    page.locator('.clock:not(.idle)').waitFor({ state: is ? 'visible' : 'detached' });
  /** A timer is a booking once it has run for a second. */
  const hasLasted = (page: Page): Promise<void> =>
    page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
  const unsent = (page: Page) => page.locator('.message', { hasText: '1 change is not sent yet' });
  /** Waits until both have sent and shown everything. */
  const showBoth = async (is: boolean): Promise<void> => {
    for (const { page, settle } of [first, second]) {
      await page.locator('.message').waitFor({ state: 'detached' });
      await isRunning(page, is);
      await settle();
    }
    assert.deepEqual([...first.problems, ...second.problems], []);
  };
  const kill = async (): Promise<void> => {
    assert.deepEqual(await server.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
  };

  /** Starts and stops in either browser in turn; answers after how many milliseconds the other one shows each. */
  const tapInTurns = async (one: Page, two: Page): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let tap = 0; tap < taps; tap += 1) {
      const [own, other] = tap % 4 < 2 ? [one, two] : [two, one];
      const starts = tap % 2 === 0;
      const selector = starts ? '.task-button' : '.clock .button.primary';
      // A start as long as a stop needs: what is shorter than a second is no booking.
      await own.waitForTimeout(starts ? betweenTaps : 1500);
      const seen = other.evaluate<number>(momentOf(starts));
      const tapped = own.evaluate<number>(momentOfTap);
      await own.locator(selector).first().click();
      for (const page of [own, other]) await isRunning(page, starts);
      times.push(Math.round((await seen) - (await tapped)));
    }
    return times;
  };

  it('sees a start of one in the other, and a stop as well', async () => {
    const { all } = await booked();
    await first.page.locator('.task-button').first().click();
    await isRunning(second.page, true);
    await hasLasted(second.page);
    await second.page.locator('.clock .button.primary').click();
    await isRunning(first.page, false);
    await first.settle();
    assert.deepEqual(await booked(), { running: 0, all: all + 1 });
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('can see them within a second, told by the server alone', async (test) => {
    // Pages that ask by themselves would see it too, up to 15 seconds later.
    const pair = [
      await stage.open('emil', { width: 1280 }),
      await stage.open('emil', { width: 390 }),
    ] as const;
    for (const { page } of pair) {
      await page.addInitScript(withoutPolls);
      await page.reload();
      await page.locator('.clock.idle').waitFor();
    }
    // Other tests may keep the machine busy for a while: then the taps of another round count.
    for (let round = 1; ; round += 1) {
      const times = await tapInTurns(pair[0].page, pair[1].page);
      const ordered = times.toSorted((a, b) => a - b);
      const [quick, median] = [ordered[times.length / 4] as number, ordered[times.length / 2]];
      test.diagnostic(`round ${round}: seen after ${times.join(', ')} ms; median ${median} ms`);
      if (quick < 1000) break;
      assert.ok(
        round < rounds,
        `three quarters of the taps took ${quick} ms or more, in the last of ${rounds} rounds`,
      );
    }
    for (const { context } of pair) await context.close();
    await showBoth(false);
  });

  it('stores a start once whose answer was lost on the way', async () => {
    const { all } = await booked();
    const { isLost } = await loseAnswer(first.context, first.page);
    await first.page.locator('.task-button').nth(1).click();
    await isLost;
    await isRunning(second.page, true);
    await first.page.locator('.message').waitFor({ state: 'detached' });
    await first.settle();
    assert.deepEqual(await booked(), { running: 1, all: all + 1 });
    await hasLasted(first.page);
    await first.page.keyboard.press('x');
    await showBoth(false);
  });

  it('asks again for a stream that the server refused', async () => {
    const { page, context } = await stage.open(null, { width: 390 });
    let refusals = 0;
    await page.route('**/v4/changes', async (route) => {
      refusals += 1;
      if (refusals > 2) await route.continue();
      else await route.fulfill({ status: 503, body: '' });
    });
    const heard = page.waitForResponse((answer) => answer.url().endsWith('/changes') && answer.ok());
    await login(page, 'emil');
    await heard;
    assert.equal(refusals, 3);
    await context.close();
  });

  it('loses nothing and doubles nothing while the server is dead', async () => {
    const { all } = await booked();
    await first.page.waitForTimeout(betweenTaps);
    await kill();
    await first.page.locator('.task-button').nth(2).click();
    await unsent(first.page).waitFor();
    server = await serveAgain(stage);
    await showBoth(true);
    assert.deepEqual(await booked(), { running: 1, all: all + 1 });
    await hasLasted(second.page);
    await kill();
    await second.page.locator('.clock .button.primary').click();
    await unsent(second.page).waitFor();
    server = await serveAgain(stage);
    await showBoth(false);
    assert.deepEqual(await booked(), { running: 0, all: all + 1 });
  });

  it('sends what was done without a server also after the page was loaded again', async () => {
    const { all } = await booked();
    await first.page.waitForTimeout(betweenTaps);
    await kill();
    await first.page.locator('.task-button').first().click();
    await unsent(first.page).waitFor();
    await first.page.reload();
    await first.page.locator('.clock:not(.idle)').waitFor();
    await unsent(first.page).waitFor();
    server = await serveAgain(stage);
    await showBoth(true);
    assert.deepEqual(await booked(), { running: 1, all: all + 1 });
    await hasLasted(first.page);
    await first.page.locator('.clock .button.primary').click();
    await showBoth(false);
  });

  it('opens where a proxy answers for the dead server', async () => {
    await untilShellKept(first.page);
    await kill();
    const proxy = createServer((_, response) => response.writeHead(502).end('Bad Gateway'));
    await once(proxy.listen(Number(new URL(stage.installation.address).port), '127.0.0.1'), 'listening');
    await first.page.reload();
    await first.page.locator('.clock').waitFor();
    proxy.closeAllConnections();
    await once(proxy.close(), 'close');
    server = await serveAgain(stage);
    await showBoth(false);
  });

  for (const delay of deaths)
    it(`stores a start and a stop once of a server that dies ${delay} ms after each`, async () => {
      const { all } = await booked();
      for (const [own, starts] of [
        [first.page, true],
        [second.page, false],
      ] as const) {
        await own.waitForTimeout(betweenTaps);
        const tapped = own.evaluate<number>(momentOfTap);
        await own
          .locator(starts ? '.task-button' : '.clock .button.primary')
          .first()
          .click();
        await tapped;
        await own.waitForTimeout(delay);
        await kill();
        server = await serveAgain(stage);
        await showBoth(starts);
        assert.deepEqual(await booked(), { running: starts ? 1 : 0, all: all + 1 });
        if (starts) await hasLasted(second.page);
      }
    });
});

/** Takes from a page what it would do every few seconds by itself. */
const withoutPolls = `{
  const every = setInterval;
  window.setInterval = (act, pause, ...more) => (pause > 5000 ? 0 : every(act, pause, ...more));
}`;

/** Waits for the next tap on the page; answers its moment. Pages of one machine have one clock. */
const momentOfTap = `new Promise((resolve) =>
  addEventListener('click', () => resolve(Date.now()), { capture: true, once: true }))`;

/** Waits until the clock runs, or stands, on the page; answers the moment. */
function momentOf(isRunning: boolean): string {
  return `new Promise((resolve) => {
    const look = () => {
      if ((document.querySelector('.clock:not(.idle)') !== null) !== ${isRunning}) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  })`;
}

/** Lets the next start reach the server and cuts the connection before its answer arrives. */
async function loseAnswer(context: BrowserContext, page: Page): Promise<{ readonly isLost: Promise<void> }> {
  const tools = await context.newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  tools.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
    void (async () => {
      assert.equal(responseStatusCode, 200);
      await tools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      await tools.send('Fetch.disable');
      resolve();
    })();
  });
  const patterns = [{ urlPattern: '*/timeTrackings/start/*', requestStage: 'Response' as const }];
  await tools.send('Fetch.enable', { patterns });
  return { isLost: promise };
}

/** A server as a process on the database and the port of the one that has ended. */
function serveAgain({ installation }: ConsoleStage): Promise<ServingProcess> {
  const { port } = new URL(installation.address);
  return serve(installation.databaseUrl, ['--port', port, '--file-storage', installation.filesFolder]);
}
