// Calendars of public holidays are filled by the server: last year to the year after next, and on as years pass.
// A year is filled once: what people delete or change in it stays as they left it.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';
import { holidaysIn } from './holiday-calendar.ts';
import { today } from './today.ts';

const yearsBack = 1;
const yearsAhead = 2;

/** The year to which calendars are filled at this moment. */
export function lastYearToFill(moment: Pick<Change, 'now'>): number {
  return Number(today(moment).slice(0, 4)) + yearsAhead;
}

/** Fills a new calendar; in one that moves to another place, what the server made is made anew from today on. */
export const refillCalendar: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb === 'delete' || !differs(change, 'iso_3166')) return;
  const day = today(change);
  if (change.verb === 'create') {
    fillFrom(view, change.after, `${Number(day.slice(0, 4)) - yearsBack}-01-01`);
    return;
  }
  const made = view.find('publicHolidays', [
    { column: 'template_id', is: '=', value: rowId(change) },
    { column: 'date', is: '>=', value: day },
    { column: 'status', is: '=', value: 'generated' },
  ]);
  for (const row of made) view.remove('publicHolidays', row.id);
  fillFrom(view, change.after, day);
};

/** Fills the years that a calendar lacks up to this one; does nothing when it has them. */
export function extendCalendar(view: View, template: Row<'publicHolidayTemplates'>, until: number): void {
  const filled = template.filled_until;
  if (filled >= until) return;
  view.update('publicHolidayTemplates', template.id, { filled_until: until });
  fillFrom(view, { ...template, filled_until: until }, `${filled + 1}-01-01`);
}

/** Adds the holidays from a day to the end of `filled_until`; dates that have one already are left alone. */
function fillFrom(view: View, template: Row<'publicHolidayTemplates'>, first: string): void {
  const id = template.id;
  const known = view.find('publicHolidays', [
    { column: 'template_id', is: '=', value: id },
    { column: 'date', is: '>=', value: first },
  ]);
  const taken = new Set(known.map((row) => row.date));
  const language = view.setting('default_language');
  for (let year = Number(first.slice(0, 4)); year <= template.filled_until; year += 1) {
    for (const holiday of holidaysIn(template.iso_3166, year, language)) {
      if (holiday.date < first || taken.has(holiday.date)) continue;
      view.insert('publicHolidays', { template_id: id, ...holiday, status: 'generated' });
    }
  }
}
