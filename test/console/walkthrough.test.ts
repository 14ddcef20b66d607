// The first day with Hourbook: `npm start`, a printed demo login, and what people do all week, on a desktop and on a phone,
// in English and German. HOURBOOK_TEST_PICTURES names a folder for screenshots of each step.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { de } from '../../console/words/de.ts';
import { en } from '../../console/words/en.ts';
import { launchBrowser } from '../support/chromium.ts';
import {
  buildOnce,
  describeInBrowser,
  login,
  openPage,
  overflow,
  type OpenPage,
  type View,
} from '../support/console-browser.ts';
import { storageEngines, type ScratchDatabase, type StorageEngine } from '../support/engines.ts';

const root = new URL('../../', import.meta.url).pathname;
const pictures = process.env['HOURBOOK_TEST_PICTURES'];
const zone = 'Europe/Vienna';

/** The weeks on which each walk asks for leave differ, so that no request meets another. */
const everyWalk: readonly (View & { readonly language: 'en' | 'de'; readonly weeks: number })[] = [
  { width: 1280, theme: 'light', language: 'en', weeks: 8 },
  { width: 390, theme: 'dark', language: 'de', weeks: 9 },
  { width: 1280, theme: 'dark', language: 'de', weeks: 10 },
  { width: 390, theme: 'light', language: 'en', weeks: 11 },
];
/** Where there are two engines and no pictures are taken, each has one walk on a desktop and one on a phone. */
const walksOn = (engine: StorageEngine): typeof everyWalk =>
  pictures !== undefined || storageEngines.length === 1
    ? everyWalk
    : everyWalk.slice(...(engine.name === 'sqlite' ? [0, 2] : [2]));

describeInBrowser('the first day with the demo', (_, engine) => {
  let folder: string;
  let database: ScratchDatabase;
  let server: ChildProcess;
  let browser: Browser;
  let told: Told;
  before(async () => {
    await buildOnce();
    folder = await mkdtemp(join(tmpdir(), 'hourbook-walk-'));
    database = await engine.create({ empty: true });
    server = spawn('npm', ['start', '--silent', '--', '--port', '0', '--database', database.url], {
      cwd: root,
      // The process group ends as one: npm does not pass every signal on.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, HOURBOOK_FILE_STORAGE: folder, HOURBOOK_MAX_EVENT_LOOP_DELAY: '60000' },
    });
    told = await toldBy(server);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    if (server.pid !== undefined && server.exitCode === null) {
      process.kill(-server.pid, 'SIGTERM');
      await once(server, 'exit');
    }
    await database?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  for (const view of walksOn(engine)) {
    const w = view.language === 'de' ? de : en;
    const [from, to] = leaveOf(view.weeks);
    const name = `${view.width}-${view.theme ?? ''}-${view.language}`;
    const enter = async (username: string): Promise<OpenPage> => {
      const { origin } = new URL(told.console);
      const opened = await openPage({ address: origin, account: 'demo', browser }, view);
      await opened.page.goto(told.console);
      await opened.page.locator('input[name=username]').waitFor();
      await shoot(opened.page, `${name}-login`);
      await login(opened.page, username, told.passwords.get(username));
      return opened;
    };

    it(`lets an employee clock in and out at ${view.width} px in ${view.language}`, async () => {
      const { page, problems, context, settle } = await enter('emil');
      const isRunning = page.locator('.clock:not(.idle)');
      await settle();
      if (await isRunning.isVisible()) await page.keyboard.press('x');
      await page.locator('.clock.idle').waitFor();
      await page.waitForTimeout(600);
      await page.locator('.clock .button.big').click();
      await page.locator('.toast', { hasText: w.general.undo }).waitFor();
      await shoot(page, `${name}-clocked-in`);
      await page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
      await page.getByRole('button', { name: w.timer.stop, exact: true }).last().click();
      await page.locator('.clock.idle').waitFor();
      await settle();
      await shoot(page, `${name}-clocked-out`);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it(`lets them ask for leave, and the leader grant it, at ${view.width} px in ${view.language}`, async () => {
      const employee = await enter('emil');
      await employee.follow('absences');
      await employee.page.getByRole('button', { name: w.absences.request }).click();
      const form = employee.page.locator('dialog[open]');
      await form.getByLabel(w.absences.from, { exact: true }).fill(from);
      await form.getByLabel(w.absences.to, { exact: true }).fill(to);
      await form.getByLabel(w.absences.comment).fill(name);
      await form.locator('.price', { hasText: w.absences.costs('').trim() }).waitFor();
      await shoot(employee.page, `${name}-leave`);
      await form.getByRole('button', { name: w.absences.submit }).click();
      await form.waitFor({ state: 'detached' });

      const leader = await enter('mira');
      await leader.follow('inbox');
      const request = leader.page.locator('.request', { hasText: name });
      await request.waitFor();
      await shoot(leader.page, `${name}-inbox`);
      await request.getByRole('button', { name: w.inbox.approve }).click();
      await leader.page.locator('.held-line').waitFor();
      await leader.page.locator('.held-line').waitFor({ state: 'detached' });
      await leader.settle();
      assert.deepEqual(leader.problems, []);
      await leader.context.close();

      const line = employee.page.locator('.absence-line', { hasText: name });
      await line.getByText(w.absences.status[1], { exact: true }).waitFor();
      await shoot(employee.page, `${name}-granted`);
      assert.deepEqual(employee.problems, []);
      await employee.context.close();
    });

    it(`lets them correct the last day they worked at ${view.width} px in ${view.language}`, async () => {
      const { page, problems, context, follow, settle } = await enter('emil');
      const date = await lastWorked(page);
      const column = Temporal.PlainDate.from(date).dayOfWeek - 1;
      await follow(`week/${date}`);
      if (view.width < 700) await page.locator('.cal-show').nth(column).click();
      const block = page.locator(`[data-day="${column}"] .block`).last();
      await block.waitFor();
      await block.focus();
      await page.keyboard.press('F2');
      const dialog = page.locator('dialog[open]');
      const until = dialog.getByLabel(w.editor.to, { exact: true });
      const corrected = minuteBefore(await until.inputValue());
      await until.fill(corrected);
      await shoot(page, `${name}-correct`);
      await dialog.getByRole('button', { name: w.general.save }).click();
      await page.locator('.toast', { hasText: corrected }).waitFor();
      await settle();
      assert.equal(await overflow(page), 0);
      await shoot(page, `${name}-corrected`);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it(`prints the month with lines to sign at ${view.width} px in ${view.language}`, async () => {
      const { page, problems, context, follow, settle } = await enter('emil');
      await follow('account');
      await page.locator('.month .why').first().waitFor();
      await settle();
      await shoot(page, `${name}-account`);
      const bytes = await page.pdf({ format: 'A4' });
      if (pictures !== undefined) await writeFile(join(pictures, `${name}-month.pdf`), bytes);
      const pdf = await getDocumentProxy(new Uint8Array(bytes));
      const { text, totalPages } = await extractText(pdf, { mergePages: true });
      assert.equal(totalPages, 1);
      for (const part of ['Emil', w.account.signature, w.account.signatureBoss, w.account.balance])
        assert.ok(text.includes(part), `${part} is missing in ${text.slice(0, 500)}`);
      for (const part of [w.general.print, w.screens.inbox, w.account.confirmMonth])
        assert.ok(!text.includes(part), `${part} is printed`);
      assert.deepEqual(problems, []);
      await context.close();
    });
  }
});

interface Told {
  readonly console: string;
  readonly passwords: ReadonlyMap<string, string>;
}

/** What the server prints for the person who has started it. */
function toldBy(server: ChildProcess): Promise<Told> {
  let output = '';
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error(`the server ended: ${output}`)));
    server.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      const lines = output.split('\n').slice(0, -1);
      const printed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Printed);
      const found = printed.find(({ event }) => event === 'demo_created');
      if (found === undefined) return;
      const passwords = new Map(found.logins.map(({ username, password }) => [username, password]));
      resolve({ console: found.console, passwords });
    });
  });
}

interface Printed {
  readonly event: string;
  readonly console: string;
  readonly logins: readonly Record<'username' | 'password', string>[];
}

async function shoot(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Three days, so that public holidays leave at least one to ask for. */
function leaveOf(weeks: number): readonly [from: string, to: string] {
  const today = Temporal.Now.plainDateISO(zone);
  const from = today.add({ days: 7 * weeks + 2 - today.dayOfWeek });
  return [from.toString(), from.add({ days: 2 }).toString()];
}

/** The last date before today on which the person on the page has booked. */
async function lastWorked(page: Page): Promise<string> {
  const today = Temporal.Now.plainDateISO(zone);
  const query = `start_date=${today.subtract({ days: 14 }).toString()}|${today.subtract({ days: 1 }).toString()}&_op__start_date=betw`;
  const rows = (await page.evaluate(`(async () => {
    const { user_id } = (await (await fetch('/demo/session', { headers: { 'x-hourbook': '1' } })).json()).Results[0];
    const path = '/demo/v4/timeTrackings/read/?${query}&_limit=1000&user_id=' + user_id;
    return (await (await fetch(path, { headers: { 'x-hourbook': '1' } })).json()).Results;
  })()`)) as readonly { readonly start_date: string }[];
  return (
    rows
      .map((row) => row.start_date)
      .toSorted()
      .at(-1) ?? ''
  );
}

function minuteBefore(clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const earlier = hours * 60 + minutes - 1;
  return `${Math.floor(earlier / 60)}:${String(earlier % 60).padStart(2, '0')}`;
}
