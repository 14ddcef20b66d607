// Day accounts, their summaries and logs.
import { queueMail } from '#mail/outbox.ts';
import { none, type Area, type SampleContext } from './area.ts';
import { asUnit } from '#sql/transaction.ts';

const ofPeople = 'a a a m m m - o - - #';

/** Read by the person and who leads them, written by who leads them. */
export const accounts: Area = {
  rights: {
    timesheetAccountings: { read: ofPeople, create: none, update: 'y ! y y y y ! ! ! - #', delete: none },
    timesheetActionLogs: { read: ofPeople, create: none, update: none, delete: none },
    timesheetAccountingSummaries: { read: ofPeople, create: none, update: none, delete: none },
    employmentTerms: { read: ofPeople, create: none, update: none, delete: none },
    homeTimes: { read: '! ! - - - - - o - - #', create: none, update: none, delete: none },
    overtimeReports: { read: ofPeople, create: none, update: none, delete: none },
    auditLog: { read: 'a a a ! ! ! ! ! ! ! #', create: none, update: none, delete: none },
    jobQueues: { read: 'a a a ! ! ! ! ! ! ! #', create: none, update: none, delete: none },
    holidayAdjustment: { read: none, create: none, update: none, delete: none },
  },
  storedSamples: {
    timesheetAccountings: ({ mark, serial, id }) => ({
      user_id: id('users'),
      department_id: id('departments'),
      date: dayOf(serial),
      comment: `${mark} day`,
    }),
    timesheetActionLogs: ({ mark, serial, id }: SampleContext) => ({
      user_id: id('users'),
      user_department_id: id('departments'),
      date: dayOf(serial),
      type: 'holiday',
      value: 100,
      comment: `${mark} entry`,
    }),
    auditLog: ({ mark, id }) => ({ user_id: id('users'), actor: 'user', action: `${mark} action` }),
  },
  storedAbout: {
    auditLog: ({ person }) => ({ user_id: person, actor: 'user', action: 'login' }),
    timesheetAccountings: ({ person, number }) => ({ user_id: person, date: dayOf(number) }),
    timesheetActionLogs: ({ person, number }) => ({ user_id: person, date: dayOf(number), type: 'holiday' }),
  },
  found: {
    jobQueues: async ({ company: { installation }, person }) => {
      const { app, account } = installation;
      await app.engine.database.write(
        account.id,
        asUnit((tx) => queueMail(tx, { accountId: account.id, kind: 'welcome', userId: person })),
      );
      return { user_id: person };
    },
    overtimeReports: async ({ company, person, number }) => {
      const date = dayOf(number, '2015-01-01');
      await company.machine.put('timesheetAccountings/approve', { user_id: person, date });
      return { user_id: person, date_from: date, date_to: date, _group_by: 'user_id' };
    },
  },
  asked: {
    timesheetAccountingSummaries: (user_id) => ({ user_id }),
    employmentTerms: (user_id) => ({ user_id }),
    homeTimes: (user_id) => ({ user_id }),
  },
  harmlessUpdates: { timesheetAccountings: { comment: 'c' } },
};

function dayOf(number: number, first = '2025-01-01'): string {
  return new Date(Date.parse(first) + number * 86_400_000).toISOString().slice(0, 10);
}
