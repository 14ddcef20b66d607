// People without target hours, what they book, and what left their balance.
import type { Envelope } from '../support/client.ts';
import { rowsOf } from '../support/expectations.ts';
import type { Place } from '../support/on-every-engine.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { dayOf } from './timesheets.ts';

/** What tests of settlements do. */
export interface SettledAccount {
  /** Hires a person whose schedule asks for no hours; answers the id. */
  engage(more: object): Promise<number>;
  /** Books so many hours of a date from midnight on; answers the id of the tracking. */
  book(person: number, date: string, hours: number): Promise<number>;
  /** Creates a rule of balances. */
  ruleOf(more: object): Promise<number>;
  /** Creates a cycle. */
  cycleOf(length: string | null): Promise<number>;
  change(person: number, more: object): Promise<void>;
  /** The ledger as `date kind hours`. */
  ledgerOf(person: number): Promise<readonly string[]>;
  /** What a day settled, and its balance. */
  settledOn(person: number, date: string): Promise<readonly unknown[]>;
}

/** In the account of the place. */
export function liveAccount(place: Place): SettledAccount {
  let serial = 0;
  let schedule: number | null = null;
  const free = async (): Promise<number> =>
    (await place.machine.create('workSchedules', { name: 'Free' }))['id'];
  const withoutHours = async (): Promise<number> => {
    if (schedule !== null) return schedule;
    schedule = await free();
    const days = rowsOf(
      await place.machine.get('workScheduleDays/read', { timesheet_template_id: schedule }),
    );
    for (const { id } of days)
      written(await place.machine.put(`workScheduleDays/update/${id}`, { workday: 0 }));
    return schedule;
  };
  return {
    async engage(more) {
      const timesheet_template_id = await withoutHours();
      return hire(place.machine, `settled.${(serial += 1)}`, { timesheet_template_id, ...more });
    },
    async book(person, date, hours) {
      const minutes = Math.round(hours * 60);
      const end = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const times = { start: `${date} 00:00`, end: `${date} ${end}` };
      return (await place.machine.create('timeTrackings', booking(person, times)))['id'];
    },
    ruleOf: async (more) =>
      (await place.machine.create('workingTimeBalanceRules', { name: `Rule ${(serial += 1)}`, ...more }))[
        'id'
      ],
    cycleOf: async (length) =>
      (await place.machine.create('workingTimeCycles', { name: `Cycle ${(serial += 1)}`, length }))['id'],
    async change(person, more) {
      written(await place.machine.put(`users/update/${person}`, more));
    },
    async ledgerOf(person) {
      const query = { user_id: person, _order_by: 'date', _limit: 1000 };
      const rows = rowsOf(await place.machine.get('overtimeLedger/read', query)) as readonly Envelope[];
      return rows.map(({ date, kind, hours }) => `${date} ${kind} ${hours}`);
    },
    async settledOn(person, date) {
      const day = await dayOf(place.machine, person, date);
      return [day['overtime_settled'], day['working_time_total_balance']];
    },
  };
}
