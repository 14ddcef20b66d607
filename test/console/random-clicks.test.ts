// Random clicks and keys on every screen of the console, for every role: nothing breaks, the screen shows what is stored,
// and it follows what others write. A failure says by which words of `npm test --` it is repeated up to its step.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, it } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { changingCompany, type ChangingCompany } from '../support/company-changes.ts';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';
import { countOf, seed, suite } from '../support/property.ts';
import { comeBack, compare, pathOf, visit, type Compared } from '../support/random-clicks-compare.ts';
import { clickUpTo, storyOf, watchForFaults, type ClickedPage } from '../support/random-clicks.ts';

const everyday = ['today', 'week', 'week?view=sheet', 'absences', 'account', 'inbox', 'presence', 'calendar'];
const screens = [
  ...everyday,
  'messages',
  'month',
  'reports',
  'people',
  'people/2',
  'data/projects',
  'data/generalSettings',
];
const roles = { emil: 'employee', lena: 'leader', hanna: 'HR manager', admin: 'administrator' } as const;
/** Steps on each screen for each role; the long suite has time for so many with one role on each screen. */
const [few, many] = [
  countOf({ test: 12, long: 12, soak: 10_000 }),
  countOf({ test: 12, long: 200, soak: 10_000 }),
];

/** After how many steps the screen is compared with what is stored; and after how many of these with itself loaded anew. */
const compareEvery = 250;
const reloadEvery = 4;

interface Group {
  readonly username: string;
  readonly name: string;
  readonly screens: readonly string[];
}

/**
 * In the soak suite each screen has a company and a browser of its own, so that it can be repeated by itself. The long suite
 * has no time for that; there two roles take each screen, and master data are the administrator's in any case.
 */
const groups: readonly Group[] = Object.entries(roles).flatMap(([username, role], place) => {
  if (suite === 'soak')
    return screens.map((screen) => ({ username, name: `of the ${role} on ${screen}`, screens: [screen] }));
  const own = screens.filter(
    (name, index) => (index + place) % 2 === 0 || (username === 'admin' && name.startsWith('data/')),
  );
  return [{ username, name: `of the ${role}`, screens: own }];
});
/** Whose turn it is to click often on a screen, of the two roles that take it. */
function isTurnOf(username: string, screen: string): boolean {
  const turn = screen.startsWith('data/') ? 3 : screens.indexOf(screen) % 4;
  return Object.keys(roles)[turn] === username;
}

/** Pages wait for frames and answers now and then; each that is open draws sixty frames a second, so they are few. */
const beside = suite === 'soak' ? availableParallelism() + 1 : 1;

describeInBrowser({ title: 'random clicks and keys', concurrency: beside }, (startConsole) => {
  for (const { username, name, screens: own } of groups) {
    describe(name, () => {
      let stage: ConsoleStage;
      let open: OpenPage;
      let devtools: CDPSession;
      let faults: string[];
      let people: ReadonlyMap<string, number>;
      let company: ChangingCompany;
      before(async () => {
        stage = await startConsole();
        await bookPresentDays(stage);
        people = await readPeople(stage);
        company = await changingCompany(stage);
        open = await stage.open(username, { width: 1280 });
        faults = await watchForFaults(open.context, open.page);
        devtools = await open.context.newCDPSession(open.page);
        open.page.on('popup', (page) => void page.close());
      });
      after(() => stage.close());

      for (const screen of own) {
        it(`break nothing on ${screen}, and it follows what is stored`, async (test) => {
          const { page } = open;
          faults.length = 0;
          const count = isTurnOf(username, screen) ? many : few;
          const place = screens.indexOf(screen);
          const userId = people.get(username) as number;
          const clicked: ClickedPage = {
            page,
            devtools,
            faults,
            seed: seed * 1009 + place,
            repeat: `--suite=${suite} --seed=${seed} --test-name-pattern='${patternOf(name)}'`,
            home: pathOf(stage, screen),
            stays: pathOf(stage, screen.split(/[/?]/)[0] as string),
            comeBack: () => comeBack(open, stage, { screen, username, userId }),
            steps: [],
            next: 0,
          };
          const compared: Compared = {
            screen,
            username,
            userId,
            story: () => storyOf(clicked),
            company,
          };
          await page.setViewportSize({ width: place % 2 === 0 ? 320 : 1280, height: 800 });
          await visit(open, stage, screen);
          let clicking = 0;
          let comparing = 0;
          for (let times = 1; clicked.next < count; times += 1) {
            const started = performance.now();
            await clickUpTo(clicked, Math.min(clicked.next + compareEvery, count));
            const clickedBy = performance.now();
            const isAnew = times % reloadEvery === 0 || clicked.next === count;
            await compare(open, stage, compared, isAnew);
            assert.deepEqual(faults, [], storyOf(clicked));
            clicking += clickedBy - started;
            comparing += performance.now() - clickedBy;
          }
          const seconds = [clicking, comparing].map((time) => (time / 1000).toFixed(1));
          if (suite === 'soak')
            test.diagnostic(`${count} steps in ${seconds[0]} s, their comparisons in ${seconds[1]} s`);
        });
      }
    });
  }
});

/** Matches the tests of this group only: other screens begin with the same words. */
function patternOf(name: string): string {
  return `${name.replaceAll('?', '.')} break`;
}

/** Bookings of today and of this week, so that screens have something to click on. */
async function bookPresentDays(stage: ConsoleStage): Promise<void> {
  const { administrator } = stage.installation.account;
  const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
  const away = Temporal.PlainDate.from(stage.monday).add({ days: 28 });
  const leave = { from_date: away.toString(), to_date: away.add({ days: 3 }).toString() };
  const common = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
  const times = { start_time: `${today} 00:00:00`, end_time: `${today} 00:01:00` };
  // Of the year of entry the employee has a part only, which late in a year is less than is asked for here.
  const more = { timesheet_holiday_calc_yearly_amount: 200 };
  await administrator.put(`users/update/${stage.employeeId}`, more);
  await administrator.create('absences', { user_id: stage.employeeId, type_id: 1, subtype_id: 0, ...leave });
  for (const user_id of [stage.employeeId, stage.leaderId])
    await administrator.create('timeTrackings', { user_id, task_id: stage.taskIds[0], ...times, ...common });
}

async function readPeople(stage: ConsoleStage): Promise<ReadonlyMap<string, number>> {
  const { json } = await stage.installation.account.machine.get('users/read');
  const rows = json['Results'] as readonly { id: number; username: string }[];
  return new Map(rows.map((row) => [row.username, row.id]));
}
