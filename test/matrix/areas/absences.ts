// Absences and their days.
import { none, type Area, type Entity } from './area.ts';

const people = 'a a a m m m - o - - #';
const harmless = { individual_value_1: 'i' };

/** What the matrices are told. */
export const absences: Area = {
  rights: {
    absences: {
      read: people,
      create: 'y ! y y y y ! y ! ! #',
      update: 'y ! y y y y - y - - #',
      // The rows are granted, and their owner deletes open ones only.
      delete: 'y ! y y y y - ! - - #',
    },
    // Colleagues of a department see that a person is away.
    absenceDays: { read: 'a a a m m m p o p p #', create: none, update: none, delete: none },
    absenceReports: { read: people, create: none, update: none, delete: none },
  },
  samples: {
    absences: ({ mark, serial, id }) => ({
      type_id: 3,
      subtype_id: 11,
      user_id: id('users'),
      replacement_user_id: 1,
      from_date: dayOf('2025-01-06', serial),
      to_date: dayOf('2025-01-06', serial),
      request_comment: `${mark} request ${serial}`,
      individual_value_1: `${mark} value`,
    }),
  },
  probes: { absenceDays: { p: 'date', o: 'request_id' } },
  harmlessUpdates: { absences: harmless },
  makers: {
    absences: ({ person, number }) => absenceOf(person, number),
  },
  found: {
    absenceReports: async ({ company, person, number }) => {
      await company.machine.create('absences', absenceOf(person, number));
      return { user_id: person, _group_by: 'user_id' };
    },
    absenceDays: async ({ company, person, number }) => {
      const absence = absenceOf(person, number);
      await company.machine.create('absences', absence);
      return { user_id: person, date: dayOf('2031-01-06', number) };
    },
  },
};

function absenceOf(person: number, number: number): Entity {
  const date = dayOf('2031-01-06', number);
  return { type_id: 3, subtype_id: 11, user_id: person, from_date: date, to_date: date };
}

/** Another day for each number; the type may lie on public holidays. */
function dayOf(from: string, number: number): string {
  return new Date(Date.parse(from) + (2 + 7 * number) * 86_400_000).toISOString().slice(0, 10);
}
