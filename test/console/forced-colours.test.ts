// The console with the colours of the system, as people with high contrast have them: backgrounds and shadows are gone, and
// what they told must be told otherwise.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

const screens = {
  emil: 'today week/last week?view=sheet absences account'.split(' '),
  admin: (
    'inbox messages presence calendar month reports reports?by=user_id&within=month&as=cross people people/2 ' +
    'data/projects data/generalSettings'
  ).split(' '),
};

describeInBrowser('forced colours', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const { administrator, login } = stage.installation.account;
    const monday = Temporal.PlainDate.from(stage.monday);
    const taken = monday.add({ days: 1 }).toString();
    const leave = { user_id: 1, type_id: 1, subtype_id: 0 };
    await administrator.create('absences', { ...leave, from_date: taken, to_date: taken });
    const asked = monday.add({ days: 29 }).toString();
    const employee = await login('emil');
    const wish = { ...leave, user_id: stage.employeeId, from_date: asked, to_date: asked };
    await employee.create('absences', wish);
    // Each day has a target, of which a minute is a part that is seen: the bar of today is there whenever the test runs.
    const days = await administrator.get('workScheduleDays/read', { timesheet_template_id: 1 });
    for (const { id } of days.json['Results'] as readonly { readonly id: number }[])
      await administrator.put(`workScheduleDays/update/${id}`, { workday: 1, hours: 0.1 });
    const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
    for (const user_id of [1, stage.employeeId])
      await administrator.create('timeTrackings', {
        user_id,
        task_id: stage.taskIds[0],
        start_time: `${today} 00:00:00`,
        start_time_timezone: 'Europe/Vienna',
        end_time: `${today} 00:01:00`,
        end_time_timezone: 'Europe/Vienna',
      });
  });
  after(() => stage.close());

  for (const theme of ['light', 'dark'] as const)
    it(`show focus, choices, bars and text on each screen, ${theme}`, async () => {
      const seen = new Set<string>();
      for (const [username, own] of Object.entries(screens)) {
        const { page, problems, visit, follow, settle, context } = await stage.open(username, view);
        await page.emulateMedia({ forcedColors: 'active', colorScheme: theme });
        // Loaded with them, so that no colour is on its way to another one.
        await visit('today');
        for (const screen of own) {
          await follow(screen.replace('/last', `/${stage.monday}`));
          await settle();
          assert.deepEqual((await axeFindings(page)).filter(isNoContrast), [], screen);
          for (let tabs = 0; tabs < 8; tabs += 1) {
            await page.keyboard.press('Tab');
            assert.equal(await page.evaluate(focusFault), '', `${screen}: focus`);
          }
          if (screen === 'month') await page.locator('.day-grid td[role=gridcell]').nth(3).click();
          await page.evaluate('document.activeElement.blur()');
          const { faults, kinds } = await page.evaluate<Looked>(look);
          assert.deepEqual(faults, [], screen);
          for (const kind of kinds) seen.add(kind);
        }
        assert.deepEqual(problems, []);
        await context.close();
      }
      const missing = [...chosen, ...drawn].filter((kind) => !seen.has(kind));
      assert.deepEqual(missing, [], 'not on any of the screens');
    });
});

const view = { width: 1280 } as const;

/** axe reads colours that the browser does not draw with here: the contrast of texts is counted below. */
function isNoContrast(finding: string): boolean {
  return !finding.startsWith('color-contrast');
}

interface Looked {
  readonly faults: readonly string[];
  readonly kinds: readonly string[];
}

/** What is chosen among others. */
const chosen = ['[aria-current]', '[aria-pressed=true]', 'td.chosen', '.request.current'];
/** What is drawn and not written. */
const drawn = ['.bar-track', '.bar-fill', '.block', '.plot .line', '.day-grid .mark', '.strip-day.open'];

/** Why one does not see where the focus is; empty where one does. */
const focusFault = `(() => {
  const one = document.activeElement;
  // The parts of a date are the browser's own.
  if (one === null || one === document.body || one.type === 'date') return '';
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
  const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && outlineColor !== getComputedStyle(document.body).backgroundColor;
  return isSeen ? '' : one.outerHTML.slice(0, 200);
})()`;

/** What is chosen or drawn and has no colour of its own, no border and no outline, and is not seen for that reason. */
const look = `(() => {
  const canvas = getComputedStyle(document.body).backgroundColor;
  const clear = 'rgba(0, 0, 0, 0)';
  const isSeen = (one) => {
    const style = getComputedStyle(one);
    const lines = ['outline', 'borderTop', 'borderLeft', 'borderBottom'].some((name) =>
      style[name + 'Style'] !== 'none' && parseFloat(style[name + 'Width']) > 0 && ![canvas, clear].includes(style[name + 'Color']));
    const stroke = one instanceof SVGElement && style.stroke !== 'none' && style.stroke !== canvas;
    return lines || stroke || ![canvas, clear].includes(style.backgroundColor) || style.backgroundImage !== 'none';
  };
  const isDifferent = (one) => {
    const style = getComputedStyle(one);
    const has = (name) => style[name + 'Style'] !== 'none' && parseFloat(style[name + 'Width']) > 0;
    return has('outline') || ![canvas, clear].includes(style.backgroundColor);
  };
  const faults = [];
  const kinds = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0);
  for (const [selectors, test] of [[${JSON.stringify(chosen)}, isDifferent], [${JSON.stringify(drawn)}, isSeen]])
    for (const selector of selectors) {
      const found = all(selector);
      if (found.length > 0) kinds.push(selector);
      const hidden = found.find((one) => !test(one));
      if (hidden !== undefined) faults.push(selector + ': ' + hidden.outerHTML.slice(0, 160));
    }
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const under = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor.startsWith('rgb(')) return backgroundColor;
    }
    return canvas;
  };
  for (const one of document.querySelectorAll('body *:not(:disabled)')) {
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const { color } = getComputedStyle(one);
    if (!isText || !one.checkVisibility({ opacityProperty: true }) || !color.startsWith('rgb(')) continue;
    const [dim, bright] = [light(color), light(under(one))].sort((a, b) => a - b);
    if ((bright + 0.05) / (dim + 0.05) < 4.5) faults.push('text: ' + color + ' on ' + under(one) + ': ' + one.outerHTML.slice(0, 160));
  }
  return { faults, kinds };
})()`;
