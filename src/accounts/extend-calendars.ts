// Calendars of public holidays grow as years pass. Several servers may do it at once: each looks again in its turn.
import type { Engine } from '#engine/engine.ts';
import { renewCalendar } from '#domain/absences/renew-days.ts';
import { extendCalendar, lastYearToFill } from '#domain/schedules/fill-calendar.ts';
import { statusOfCalendar } from '#domain/status/follow-sources.ts';
import { hasCalendarUntil, listAccountIds, type GoOn } from '#sql/accounts.ts';
import { asServer } from './system-run.ts';

/** The name of the job. */
export const extendCalendarsJob = 'extend_calendars';

/** Fills every calendar up to the year after next, as long as it may go on. */
export async function extendCalendars(engine: Engine, goOn: GoOn = async () => true): Promise<void> {
  const until = lastYearToFill({ now: Math.floor(engine.clock() / 1000) });
  for (const account of await engine.database.read(null, listAccountIds)) {
    if (!(await goOn())) return;
    const has = { accountId: account.id, year: until - 1 };
    if (!(await engine.database.read(account.id, (tx) => hasCalendarUntil(tx, has)))) continue;
    await engine.database.write(account.id, (tx) =>
      asServer(engine, { tx, account }, async ({ unit, view }) => {
        for (const calendar of await unit(() => view.find('publicHolidayTemplates', [])))
          await unit(() => {
            extendCalendar(view, calendar, until);
            const firstNew = `${(calendar['filled_until'] as number) + 1}-01-01`;
            renewCalendar(calendar['id'], firstNew, view);
            statusOfCalendar(view, calendar['id']);
          });
      }),
    );
  }
}
