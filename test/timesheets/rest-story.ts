// A person who works and rests: the story that tests of breaks begin with.
import { beforeEach } from 'node:test';
import type { Envelope } from '../support/client.ts';
import type { Place } from '../support/on-every-engine.ts';
import { setSetting } from '../holidays/holidays.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { dayOf } from './timesheets.ts';

/** Ids of the models that every account has. */
export const models = { german: 1, austrian: 2, swiss: 3, none: 4, off: 5 } as const;

let serial = 0;

/** Hires another person before each test, under this model of the account and settings of breaks as they began. */
export function hireBeforeEach(place: Place, model: keyof typeof models) {
  let id = 0;
  beforeEach(async () => {
    await setSetting(place.machine, 'automatic_break_rule', model);
    await setSetting(place.machine, 'automatic_break_valid_from', '');
    await setSetting(place.machine, 'gaps_are_breaks', '1');
    await setSetting(place.machine, 'gap_break_maximum', '4');
    id = await hire(place.machine, `resting.${(serial += 1)}`, { entry_date: '2026-05-01' });
  });
  const book = (start: string, end: string, more: object = {}): Promise<Envelope> =>
    place.machine.create('timeTrackings', { ...booking(id, { start, end }), ...more });
  return {
    anna: (): number => id,
    book,
    on: (date: string): Promise<Envelope> => dayOf(place.machine, id, date),
    change: async (more: object): Promise<void> => {
      written(await place.machine.put(`users/update/${id}`, more));
    },
    /** Work from 08:00, a gap of so many seconds, work for as long again. */
    bookAround: async (date: string, hours: number, gap: number): Promise<void> => {
      const start = Temporal.PlainDateTime.from(`${date}T08:00`);
      const noon = start.add({ seconds: hours * 3600 });
      const text = (time: Temporal.PlainDateTime): string =>
        time.toString({ smallestUnit: 'second' }).replace('T', ' ');
      await book(text(start), text(noon));
      const again = noon.add({ seconds: gap });
      await book(text(again), text(again.add({ seconds: hours * 3600 })));
    },
  };
}
