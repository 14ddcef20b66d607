// My week of the Monday on which the employee of the console's company has worked: on the page, and as the API tells it.
import type { Page } from 'playwright-core';
import type { ConsoleStage, OpenPage } from './console-browser.ts';

/** Opens the week as the employee, and waits for its bookings. */
export async function openWeek(
  stage: ConsoleStage,
): Promise<OpenPage & { readonly close: () => Promise<void> }> {
  const opened = await stage.open('emil', { width: 1280 });
  const { page, visit, context } = opened;
  await visit(`week/${stage.monday}`);
  await page.waitForSelector('.block');
  return { ...opened, close: () => context.close() };
}

/** Waits until all that the page shows is stored: it sends one request after the other, with pauses between them. */
export function untilStored(page: Page): Promise<void> {
  return page.locator('.block.waiting').first().waitFor({ state: 'detached' });
}

/** Start and end of all bookings of the Monday, `08:00–12:00`. */
export function bookedOnMonday(stage: ConsoleStage): Promise<readonly string[]> {
  return bookedOn(stage, stage.monday);
}

/** Start and end of all bookings of a date. */
export async function bookedOn(stage: ConsoleStage, date: string): Promise<readonly string[]> {
  const { administrator } = stage.installation.account;
  const answer = await administrator.get('timeTrackings/read', {
    user_id: stage.employeeId,
    start_date: date,
    _order_by: 'start_time',
  });
  const rows = answer.json['Results'] as readonly Record<string, string>[];
  return rows.map((row) => `${row['start_time']?.slice(11, 16)}–${row['end_time']?.slice(11, 16)}`);
}

/** Books a task of the employee by clocks in Vienna; `from` and `to` as `08:00`, `until` where it ends on another date. Answers its id. */
export async function bookTask(
  { installation, employeeId, taskIds }: ConsoleStage,
  at: { readonly date: string; readonly from: string; readonly to: string; readonly until?: string },
  task = 0,
): Promise<number> {
  const made = await installation.account.administrator.create('timeTrackings', {
    user_id: employeeId,
    task_id: taskIds[task],
    start_time: `${at.date} ${at.from}:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time: `${at.until ?? at.date} ${at.to}:00`,
    end_time_timezone: 'Europe/Vienna',
  });
  return made['id'] as number;
}
