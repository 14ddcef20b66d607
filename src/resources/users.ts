// People of the account: who may log in, what they earn and from when their times count.
import { defineResource, types } from '#resource/define-resource.ts';
import { endLog } from '#domain/absences/log-days.ts';
import { passOnRequests } from '#domain/absences/replacement.ts';
import { checkPresent } from '#domain/employments/check-employments.ts';
import { unfitEmployments } from '#domain/employments/unfit-employments.ts';
import { showEmployment } from '#domain/employments/follow-employments.ts';
import { renewDaysOfPerson } from '#domain/absences/renew-days.ts';
import { keepAccount, noteAccounted } from '#domain/timesheets/keep-account.ts';
import { keepTerms } from '#domain/holidays/keep-terms.ts';
import { settlePerson } from '#domain/holidays/settle-people.ts';
import { giveSchedule } from '#domain/schedules/give-schedule.ts';
import { dateChanges, endHistory } from '#domain/schedules/keep-history.ts';
import { recordAccessOfPerson } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';
import { keepStatusOfPerson } from '#domain/status/keep-status.ts';
import { userActions } from '#domain/users/actions/user-actions.ts';
import { dateQuotas, noteTerms } from '#domain/terms/note-terms.ts';
import { keepBookingsWithin } from '#domain/time-tracking/check-employed.ts';
import { endWhenLeft } from '#domain/time-tracking/end-after-exit.ts';
import { uniqueExternalId } from '#domain/unique-external-id.ts';
import { checkAddresses } from '#domain/users/check-addresses.ts';
import { confirmAddress } from '#domain/users/confirm-address.ts';
import { checkPassword } from '#domain/users/check-password.ts';
import { completePerson } from '#domain/users/complete-person.ts';
import { keepUserHistory } from '#domain/users/keep-user-history.ts';
import { keepForOthers, ownTerms } from '#domain/users/own-affairs.ts';
import { personAccess, themselves } from '#domain/users/person-access.ts';
import { personFields } from '#domain/users/person-fields.ts';
import { protectAdministrators } from '#domain/users/protect-administrators.ts';
import { protectSecrets } from '#domain/users/protect-secrets.ts';
import { welcomeCreated } from '#domain/users/welcome-created.ts';
import { endLoginsOfChanged, forgiveUnblocked } from '#domain/users/end-logins.ts';

export default defineResource({
  name: 'users',
  doc: 'A person of the account, or a terminal that several people share.',
  aliases: ['user'],
  fields: personFields,
  public: [
    'id',
    'firstname',
    'lastname',
    'fullname',
    'abbrevation',
    'profile_picture',
    'department_id',
    'active',
  ],
  hidden: {
    username_folded: { column: 'text' },
    created_at: { column: 'integer', type: types.moment },
    accounted_until: { column: 'text', type: types.date },
    // Employments before the present one, as JSON; empty: there were none.
    former_employments: { column: 'text' },
    // The last day of their account that has a balance; days turn by it.
    begun_until: { column: 'text', type: types.date, unseen: true },
  },
  ownLike: 'u_iv_1',
  lastChange: 'updated',
  unfit: unfitEmployments,
  actions: ['read', 'create', 'update', 'delete'],
  namedReads: { me: (accessContext) => [{ column: 'id', oneOf: themselves(accessContext) }] },
  customActions: userActions(personFields),
  owned: {
    permissions: 'user_id',
    notifications: 'user_id',
    userPreferences: 'user_id',
    timesheetAccountings: 'user_id',
    overtimeLedger: 'user_id',
    employments: 'user_id',
    accountMonths: 'user_id',
    nodesToUsers: 'user',
    multiuserToTasks: 'multiuser_id',
    multiuserToUsers: 'user_id',
    absenceDays: 'user_id',
    userStatusOverview: 'user_id',
    timerUploads: 'user_id',
    holidayTerms: 'user_id',
    holidayEntries: 'user_id',
    annualHoursHistory: 'user_id',
    paidBreaksHistory: 'user_id',
    usersArchiveHistory: 'user_id',
    userTemplateHistory: 'user_id',
    userHistory: 'user_id',
    otherPaidLeaveLimitations: 'user_id',
    userEvents: 'user_id',
    calculationStates: 'user_id',
    files: 'user_id',
  },
  indexes: [
    { columns: ['username_folded'], unique: true, field: 'username' },
    { columns: ['department_id'] },
    { columns: ['created_at'] },
    { columns: ['external_id'] },
  ],
  access: personAccess,
  beforeHashing: [protectSecrets],
  before: [
    uniqueExternalId,
    protectSecrets,
    protectAdministrators,
    keepForOthers('id', ownTerms),
    completePerson,
    checkAddresses,
    confirmAddress,
    checkPassword,
    checkPresent,
    keepBookingsWithin,
    forgiveUnblocked,
    giveSchedule,
    dateChanges,
    noteAccounted,
    dateQuotas,
    endHistory,
    endLog,
    recordAccessOfPerson,
  ],
  after: [
    keepTerms,
    renewDaysOfPerson,
    passOnRequests,
    settlePerson,
    keepAccount,
    showEmployment,
    endLoginsOfChanged,
    endWhenLeft,
    keepStatusOfPerson,
    noteTerms,
    welcomeCreated,
    refuseWiderAccess,
    keepUserHistory,
  ],
});
