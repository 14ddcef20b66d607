// Absence types, bans, public holidays, work schedules.
import { masterData, none, type Area } from './area.ts';

/** What the matrices must be told. */
export const schedules: Area = {
  rights: {
    absenceTypes: masterData,
    absenceBans: {
      read: 'a a a m m m o o o o #',
      create: 'y ! y y y y ! ! ! ! #',
      update: 'y ! y y y y ! ! ! ! #',
      delete: 'y ! y y y y ! ! ! ! #',
    },
    publicHolidayTemplates: masterData,
    publicHolidays: masterData,
    workSchedules: masterData,
    workScheduleDays: { ...masterData, create: none, delete: none },
    workScheduleDayDefinitions: masterData,
  },
  probes: {
    absenceTypes: { p: 'name_const', o: 'request_type' },
    workSchedules: { p: 'name', o: 'active', m: 'assigned_users' },
    publicHolidayTemplates: { p: 'template_name', o: 'country_id' },
  },
  samples: {
    absenceTypes: ({ mark, serial }) => ({
      name_const: `${mark} absence ${serial}`,
      abbreviation_const: `${mark}`,
      individual_value_1: `${mark} text`,
    }),
    absenceBans: ({ mark, serial, id }) => ({
      department_id: id('departments'),
      reason: `${mark} ban ${serial}`,
      date_from: '2026-12-01',
      date_to: '2026-12-31',
    }),
    publicHolidayTemplates: ({ mark, serial }) => ({
      template_name: `${mark} calendar ${serial}`,
      country_id: 40,
    }),
    publicHolidays: ({ mark, serial, id }) => ({
      template_id: id('publicHolidayTemplates'),
      date: `19${10 + (serial % 90)}-02-03`,
      name: `${mark} day ${serial}`,
    }),
    workSchedules: ({ mark, serial, id }) => ({
      name: `${mark} schedule ${serial}`,
      note: `${mark} note`,
      public_holiday_template_id: id('publicHolidayTemplates'),
    }),
    workScheduleDayDefinitions: ({ id, serial }) => ({
      timesheet_template_id: id('workSchedules'),
      weekday_id: 1,
      start: '08:00:00',
      end: '08:30:00',
      valid_for_task_id: id('tasks'),
      slot_id: serial,
    }),
  },
  harmlessUpdates: {
    absenceTypes: { individual_value_1: 'i' },
    absenceBans: { reason: 'r' },
    publicHolidayTemplates: { template_name: 't' },
    publicHolidays: { name: 'n' },
    workSchedules: { note: 'n' },
    workScheduleDays: { half_holiday: 1 },
    workScheduleDayDefinitions: { start: '07:45:00' },
  },
  makers: {
    absenceTypes: ({ number }) => ({ name_const: `Type ${number}`, abbreviation_const: 'T' }),
    absenceBans: async ({ company, person }) => ({
      department_id: (await company.machine.get(`users/read/${person}`)).json['Results'][0].department_id,
      reason: 'Stocktaking',
      date_from: '2026-12-01',
      date_to: '2026-12-31',
    }),
    publicHolidayTemplates: ({ number }) => ({ template_name: `Calendar ${number}`, country_id: 40 }),
    publicHolidays: ({ number }) => ({
      template_id: 1,
      date: new Date(Date.UTC(1950, 0, 1 + number)).toISOString().slice(0, 10),
      name: 'Day off',
    }),
    workSchedules: ({ number }) => ({ name: `Schedule ${number}` }),
    workScheduleDayDefinitions: async ({ company }) => ({
      timesheet_template_id: (await company.machine.create('workSchedules', { name: 'Slots' }))['id'],
      weekday_id: 1,
      start: '08:00:00',
      end: '12:00:00',
    }),
  },
  standing: { workScheduleDays: 1 },
};
