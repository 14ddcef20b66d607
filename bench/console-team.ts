// `npm run bench:console`: what the screens of the team cost a browser with 300 people: bytes, time until they can be
// used beside their budgets, and frames while they are scrolled. Chromium and server share the machine.
import { startConsole, type ConsoleStage } from '../test/support/console-browser.ts';
import { growTo } from '../test/support/large-team.ts';
import { usableAfter } from './usable-after.ts';

const people = 300;
const rounds = 5;
/** What a row is, and in how many milliseconds the screen is to be usable. */
const screens = {
  presence: { row: '.person', budget: 300 },
  calendar: { row: '.day-grid tbody tr', budget: 600 },
  month: { row: '.day-grid tbody tr', budget: 800 },
} as const;

interface Round {
  readonly kilobytes: number;
  readonly requests: number;
  readonly usable: number;
  readonly frames: number;
  readonly longest: number;
}

/** Scrolls by 60 px each frame; answers the milliseconds between frames. */
const scrollThrough = `new Promise((done) => {
  const grid = document.querySelector('.day-grid') ?? document.scrollingElement;
  const gaps = [];
  let before = performance.now();
  const step = (now) => {
    gaps.push(now - before);
    before = now;
    const at = grid.scrollTop;
    grid.scrollTop = at + 60;
    if (grid.scrollTop === at) done(gaps.slice(1));
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

const stage = await startConsole();
try {
  await growTo(stage, people);
  process.stdout.write(`${people} people, median of ${rounds} loads\n`);
  for (const [screen, { row, budget }] of Object.entries(screens)) {
    const all: Round[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await measure(stage, { screen, row }));
    const of = (name: keyof Round): number => median(all.map((one) => one[name]));
    process.stdout.write(
      `${screen}: ${of('kilobytes').toFixed(0)} kB in ${of('requests')} requests, usable after ` +
        `${of('usable').toFixed(0)} ms of ${budget}, ${of('frames').toFixed(0)} frames a second while scrolled, ` +
        `longest frame ${of('longest').toFixed(0)} ms\n`,
    );
  }
} finally {
  await stage.close();
}

/** Loads a screen in a browser that has the shell already, and scrolls it from end to end. */
async function measure(
  { open, installation, monday }: ConsoleStage,
  { screen, row }: { readonly screen: string; readonly row: string },
): Promise<Round> {
  const { page, context } = await open('admin', { width: 1280 });
  await page.waitForLoadState('networkidle');
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  network.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.includes('/v4/')) requests += 1;
  });
  const detail = screen === 'presence' ? '' : `/${monday.slice(0, 7)}`;
  const address = `${installation.address}/@${installation.account.name}/${screen}${detail}`;
  await page.goto(address, { waitUntil: 'commit' });
  const usable = await usableAfter(network, `document.querySelectorAll('${row}').length > 20`);
  await page.waitForLoadState('networkidle');
  const scrolled = (await page.evaluate(scrollThrough)) as readonly number[];
  await context.close();
  const total = scrolled.reduce((sum, one) => sum + one, 0);
  const frames = (1000 * scrolled.length) / total;
  return { kilobytes: bytes / 1000, requests, usable, frames, longest: Math.max(...scrolled) };
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
