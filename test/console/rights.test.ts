// What each role is shown, beside what the server allows: its own answers about rights, and the requests behind what is hidden.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { newTarget, writingButtons } from '../support/writing-buttons.ts';

const roles = ['emil', 'lena', 'hanna', 'admin'] as const;

/** Lists of master data whose right to create has a name of its own; the others follow the settings. */
const kinds =
  'departments teams clients projects absenceTypes workSchedules publicHolidayTemplates absenceBans ' +
  'automaticBreakTemplates workingTimeBalanceRules workingTimeCycles hourTypes skills checkpoints geofences ' +
  'nfcTransponders userDefinedFieldDefinitions';

/** The screens that a right over others opens, and the question of it. */
const questioned = { month: 'readTimesheetAccountings', people: 'readUsers' } as const;

describeInBrowser('rights in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  /** Asks for a day off as the employee; answers the number of the request. */
  const askForDay = async (weeks: number): Promise<number> => {
    const date = Temporal.PlainDate.from(stage.monday)
      .add({ days: 7 * weeks + 1 })
      .toString();
    const employee = await stage.installation.account.login('emil');
    const wish = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    return (await employee.create('absences', wish))['id'] as number;
  };

  for (const [place, role] of roles.entries()) {
    it(`show ${role} the screens that the server's answers open`, async () => {
      const { page, context, problems, settle } = await stage.open(role, { width: 1280 });
      await settle();
      await page.getByRole('button', { name: 'More' }).click();
      const me = (await ask(page, 'session'))[0];
      const questions = await ask(page, 'permissionResolveQuestions');
      const mine = { subject_user_id: Number(me?.['user_id']) };
      const answers = await ask(page, 'permissionResolveUsers', mine);
      for (const [screen, name] of Object.entries(questioned)) {
        const question = questions.find((one) => one['question_name'] === name)?.['id'];
        assert.ok(question, name);
        const about = answers.filter((one) => one['resolve_question_id'] === question);
        const reachesOthers = about.some(
          (one) => one['resolve_user_wildcard'] === '*' || one['resolve_user_id'] !== me?.['user_id'],
        );
        assert.equal(await page.locator(`.more-link.to-${screen}`).isVisible(), reachesOthers, screen);
      }
      const reports = await page.locator('.more-link.to-reports').isVisible();
      const answer = await send(page, 'GET', 'hoursReports/read/');
      assert.equal(reports, !answer.isForbidden, `reports: ${answer.text}`);
      const links = await page.locator('nav a').allTextContents();
      await page.keyboard.press('?');
      const groups = page.locator('dialog[open] h3');
      await groups.first().waitFor();
      const listed = (await groups.allTextContents()).slice(1).flatMap((text) => text.split(', '));
      assert.deepEqual(
        listed.filter((name) => !links.some((text) => text.includes(name))),
        [],
      );
      const isMonthOffered = links.some((text) => text.includes('Team month'));
      assert.equal(listed.includes('Team month'), isMonthOffered);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it(`offer ${role} the lists in which the server takes a new row, and refuse the others`, async () => {
      const { page, context, follow } = await stage.open(role, { width: 1280 });
      await follow('data');
      for (const kind of kinds.split(' ')) {
        const isListed = (await page.locator(`#content nav a[href*="/data/${kind}"]`).count()) > 0;
        if (isListed) {
          await follow(`data/${kind}`);
          await page.locator('#content .row-list').waitFor();
        }
        const offers = isListed && (await page.getByRole('button', { name: /^New: / }).count()) > 0;
        const { isForbidden, text } = await send(page, 'POST', `${kind}/create/`, {});
        assert.equal(offers, !isForbidden, `${kind}: ${text}`);
      }
      await context.close();
    });

    it(`offer ${role} changes of people, approvals and decisions as the server allows them`, async () => {
      const { page, context, follow, settle } = await stage.open(role, { width: 1280 });
      const person = role === 'emil' ? stage.leaderId : stage.employeeId;
      const requestId = await askForDay(4 + place);
      const isShown = async (screen: string, name: RegExp): Promise<boolean> => {
        await follow(screen);
        await settle();
        if (screen.startsWith('people'))
          await page.locator('#content').locator('.row-list, .row-form').first().waitFor();
        return (await page.locator('#content').getByRole('button', { name }).count()) > 0;
      };
      await page.getByRole('button', { name: 'More' }).click();
      const sees = await page.locator('.more-link.to-people').isVisible();
      await page.keyboard.press('Escape');
      const offered: readonly (readonly [boolean, Request])[] = [
        [sees && (await isShown('people', /^New: person/)), ['POST', 'users/create/', {}]],
        [sees && (await isShown(`people/${person}`, /^Save$/)), ['PUT', `users/update/${person}/`, {}]],
        [
          sees && (await isShown(`people/${person}`, /^Mail an/)),
          ['PUT', `users/sendWelcomeEmail/${person}/`, {}],
        ],
        [await isShown('inbox', /^Approve$/), ['PUT', `absences/approve/${requestId}/`, {}]],
      ];
      for (const [isOffered, request] of offered) {
        const { isForbidden, text } = await send(page, ...request);
        assert.equal(isOffered, !isForbidden, `${request[1]}: ${text}`);
      }
      await context.close();
    });
  }

  for (const [place, role] of roles.entries()) {
    it(`show ${role} the buttons whose requests the server takes, and no others`, async () => {
      const target = await newTarget(stage, place);
      const { page, problems, context, follow, settle } = await stage.open(role, { width: 1280 });
      const shown = new Map<string, boolean>();
      let open = '';
      for (const { title, screen, reach, find } of writingButtons) {
        if (open !== screen(target)) {
          open = screen(target);
          await follow(open);
          await settle();
        }
        if (reach !== undefined) {
          await reach(page, target);
          await settle();
        }
        shown.set(title, (await find(page).count()) > 0);
        if (reach !== undefined) await page.keyboard.press('Escape');
      }
      const faults: string[] = [];
      for (const { title, request, of } of writingButtons) {
        const isShown = shown.get(title);
        if (isShown !== of.split(' ').includes(role)) faults.push(`${title}: shown is ${isShown}`);
        const { status, text, isRefused } = await send(page, ...request(target));
        if (isShown === isRefused) faults.push(`${title}: shown is ${isShown}, answered ${status} ${text}`);
      }
      assert.deepEqual([...faults, ...problems], []);
      await context.close();
    });
  }

  it('offer no clock to who may not start it, and the stop of one that runs', async () => {
    const { administrator } = stage.installation.account;
    const allow = async (flag: 0 | 1): Promise<void> => {
      const answer = await administrator.put(`users/update/${stage.employeeId}`, { allow_start_task: flag });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
    };
    const { page, problems, context, settle } = await stage.open('emil', { width: 1280 });
    await page.keyboard.press('1');
    await page.waitForSelector('.bar .timer .time');
    await settle();
    await allow(0);
    await page.locator('.task-button').first().waitFor({ state: 'detached' });
    // A second tap within half a second counts for none.
    await page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await page.locator('.clock').getByRole('button', { name: 'Stop' }).click();
    await page.locator('.clock').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a time' }).waitFor();
    assert.equal(await page.locator('.booking-line').count(), 1);
    await page.keyboard.press('1');
    await page.keyboard.press('s');
    await page.keyboard.press('?');
    const keys = page.locator('dialog[open]');
    await keys.getByText('Stop', { exact: true }).waitFor();
    assert.equal(await keys.getByText('Start the').count(), 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Design');
    assert.equal(await page.getByRole('option').count(), 0);
    await settle();
    assert.equal(await page.locator('.toast.refused').count(), 0);
    await page.reload();
    await page.getByRole('button', { name: 'Add a time' }).waitFor();
    assert.equal(await page.locator('.clock, .today-tasks').count(), 0);
    await allow(1);
    await page.locator('.clock.idle').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('offer who may not book past times nothing that is refused, and name what is', async () => {
    const { administrator } = stage.installation.account;
    const allow = async (name: string, flag: 0 | 1): Promise<void> => {
      const [found] = (await administrator.get('users/read', { username: name })).json['Results'];
      const answer = await administrator.put(`users/update/${found.id}`, { manual_timetracking: flag });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
    };
    const empty = Temporal.PlainDate.from(stage.monday).subtract({ days: 7 }).toString();
    const copies = (page: Page) => page.getByRole('button', { name: 'Copy last week' });
    await allow('emil', 0);
    const { page, context, follow, settle } = await stage.open('emil', { width: 1280 });
    await follow(`week/${stage.monday}`);
    const block = page.locator('.block', { hasText: '8:00–12:00' });
    await block.press('Enter');
    const form = page.locator('dialog[open]');
    await form.getByRole('button', { name: 'Save' }).waitFor();
    assert.equal(await form.getByRole('button', { name: /^(Delete|Cut in two)$/ }).count(), 0);
    await page.keyboard.press('Escape');
    await block.press('Delete');
    const reason = /Design, .*8:00–12:00: You cannot delete times of the past yourself/;
    await page.locator('.toast.refused', { hasText: reason }).waitFor();
    const id = Number(await block.getAttribute('data-id'));
    const cut = { time: `${stage.monday} 09:00:00`, timezone: 'Europe/Vienna' };
    assert.ok((await send(page, 'DELETE', `timeTrackings/delete/${id}/`)).isForbidden);
    assert.ok((await send(page, 'PUT', `timeTrackings/split/${id}/`, cut)).isForbidden);
    await follow(`week/${empty}`);
    await page.getByText('Nothing is booked this week.').waitFor();
    const writes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
    await page.keyboard.press('d');
    await page.keyboard.press('?');
    const keys = page.locator('dialog[open] dl');
    await keys.first().waitFor();
    assert.equal(await keys.getByText('Copy last week').count(), 0);
    await page.keyboard.press('Escape');
    await settle();
    assert.deepEqual([await copies(page).count(), writes], [0, []]);
    await allow('emil', 1);
    await copies(page).waitFor();
    await context.close();
    // Who leads others may do it all the same.
    await allow('hanna', 0);
    const hanna = await stage.open('hanna', { width: 1280 });
    await hanna.follow(`week/${empty}`);
    await copies(hanna.page).waitFor();
    await hanna.context.close();
    await allow('hanna', 1);
  });

  it('refuse an employee the requests of buttons that only others have', async () => {
    const requestId = await askForDay(10);
    const { page, context } = await stage.open('emil', { width: 1280 });
    const { leaderId, monday } = stage;
    const requests: readonly Request[] = [
      ['DELETE', `users/delete/${leaderId}/`],
      ['PUT', 'timesheetAccountings/approve/', { user_id: leaderId, date: monday }],
      ['PUT', 'timesheetAccountings/unapprove/', { user_id: leaderId, date: monday }],
      ['POST', 'permissions/create/', { user_id: stage.employeeId }],
      ['PUT', 'generalSettings/update/5/', { value: '1' }],
      ['DELETE', 'departments/delete/1/'],
      ['PUT', `absences/approve/${requestId}/`, {}],
    ];
    for (const request of requests) {
      const { status, text, isForbidden } = await send(page, ...request);
      assert.ok(isForbidden, `${request[1]} answered ${status}: ${text}`);
    }
    await context.close();
  });
});

type Request = readonly [method: string, path: string, body?: object];
type Rows = readonly Readonly<Record<string, unknown>>[];

interface Reply {
  readonly status: number;
  readonly text: string;
  /** Whether the right is missing, and nothing else. */
  readonly isForbidden: boolean;
  /** The same, or there is no such row for the person. */
  readonly isRefused: boolean;
}

/** Sends what the page could send: with the person's cookie, from its own origin. */
async function send(page: Page, method: string, path: string, body?: object): Promise<Reply> {
  const sent = body === undefined ? 'null' : JSON.stringify(JSON.stringify(body));
  const [status, text] = (await page.evaluate(`(async () => {
    const account = /@([^/]+)/.exec(location.pathname)[1];
    const options = { method: '${method}', headers: { 'x-hourbook': '1' } };
    if (${sent} !== null) Object.assign(options, { body: ${sent} }), (options.headers['content-type'] = 'application/json');
    const answer = await fetch('/' + account + '/v4/' + ${JSON.stringify(path)}, options);
    return [answer.status, await answer.text()];
  })()`)) as readonly [number, string];
  const isForbidden = text.includes('"not_allowed"');
  const isRefused = isForbidden || text.includes('"unknown_reference","field":"id"');
  return { status, text: text.slice(0, 300), isForbidden, isRefused };
}

async function ask(
  page: Page,
  resource: string,
  query: Readonly<Record<string, number>> = {},
): Promise<Rows> {
  const pairs = Object.entries({ _limit: 10_000, ...query }).map(([name, value]) => `${name}=${value}`);
  const path = resource === 'session' ? '/session' : `/v4/${resource}/read/?${pairs.join('&')}`;
  return (await page.evaluate(`(async () => {
    const account = /@([^/]+)/.exec(location.pathname)[1];
    const answer = await fetch('/' + account + ${JSON.stringify(path)}, { headers: { 'x-hourbook': '1' } });
    return (await answer.json()).Results;
  })()`)) as Rows;
}
