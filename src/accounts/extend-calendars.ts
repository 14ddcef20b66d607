// Calendars of public holidays grow as years pass. Several servers may do it at once: each looks again in its turn.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import { renewCalendar } from '#rules/absences/renew-days.ts';
import { extendCalendar, lastYearToFill } from '#rules/schedules/fill-calendar.ts';
import { statusOfCalendar } from '#rules/status/follow-sources.ts';
import { hasCalendarUntil, listAccountIds } from '#sql/accounts.ts';
import { systemRun } from './system-run.ts';

/** Fills every calendar up to the year after next. */
export async function extendCalendars(engine: Engine): Promise<void> {
  const until = lastYearToFill({ now: Math.floor(engine.clock() / 1000) });
  for (const account of await engine.database.read(null, listAccountIds)) {
    const has = { accountId: account.id, year: until - 1 };
    if (!(await engine.database.read(account.id, (tx) => hasCalendarUntil(tx, has)))) continue;
    await engine.database.write(account.id, async (tx) => {
      const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
      for (const calendar of await view.find('publicHolidayTemplates', [])) {
        await extendCalendar(view, calendar, until);
        const firstNew = `${(calendar['filled_until'] as number) + 1}-01-01`;
        await renewCalendar(calendar['id'] as number, firstNew, view);
        await statusOfCalendar(view, { template: calendar['id'] as number, now: tx.now });
      }
    });
  }
}
