// People of the account: who may log in, what they earn and from when their times count.
import { defineResource } from '#resource/define-resource.ts';
import { endLog } from '#rules/absences/log-days.ts';
import { passOnRequests } from '#rules/absences/replacement.ts';
import { checkPresent } from '#rules/employments/check-employments.ts';
import { showEmployment } from '#rules/employments/follow-employments.ts';
import { renewDaysOfPerson } from '#rules/absences/renew-days.ts';
import { keepAccount, noteAccounted } from '#rules/accounts/keep-account.ts';
import { keepTerms } from '#rules/holidays/keep-terms.ts';
import { settlePerson } from '#rules/holidays/settle-people.ts';
import { giveSchedule } from '#rules/schedules/give-schedule.ts';
import { dateChanges, endHistory } from '#rules/schedules/keep-history.ts';
import { keepSightsOfPerson } from '#rules/sight/keep-sights.ts';
import { refuseWiderSight } from '#rules/sight/refuse-wider-sight.ts';
import { keepStatusOfPerson } from '#rules/status/keep-status.ts';
import { userActions } from '#rules/users/actions/user-actions.ts';
import { dateQuotas, noteTerms } from '#rules/terms/note-terms.ts';
import { keepBookingsWithin } from '#rules/time-tracking/check-employed.ts';
import { endWhenLeft } from '#rules/time-tracking/end-after-exit.ts';
import { uniqueExternalId } from '#rules/unique-external-id.ts';
import { checkAddresses } from '#rules/users/check-addresses.ts';
import { confirmAddress } from '#rules/users/confirm-address.ts';
import { checkPassword } from '#rules/users/check-password.ts';
import { completePerson } from '#rules/users/complete-person.ts';
import { keepUserHistory } from '#rules/users/keep-user-history.ts';
import { keepForOthers, ownTerms } from '#rules/users/own-affairs.ts';
import { personAccess, themselves } from '#rules/users/person-access.ts';
import { personFields } from '#rules/users/person-fields.ts';
import { protectAdministrators } from '#rules/users/protect-administrators.ts';
import { protectSecrets } from '#rules/users/protect-secrets.ts';
import { welcomeCreated } from '#rules/users/welcome-created.ts';
import { endLoginsOfChanged, forgiveUnblocked } from '#rules/users/end-logins.ts';

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
    created_at: { column: 'integer' },
    accounted_until: { column: 'text' },
    // Employments before the present one, as JSON; empty: there were none.
    former_employments: { column: 'text' },
    // The last day of their account that has a balance; days turn by it.
    begun_until: { column: 'text', unseen: true },
  },
  ownLike: 'u_iv_1',
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  namedReads: { me: (sight) => [{ column: 'id', oneOf: themselves(sight) }] },
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
    keepSightsOfPerson,
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
    refuseWiderSight,
    keepUserHistory,
  ],
});
