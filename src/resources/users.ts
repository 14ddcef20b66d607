// People of the account: who may log in, what they earn and from when their times count.
import { where, type Access, type Sight } from '#resource/access.ts';
import { defineResource } from '#resource/define-resource.ts';
import { endLog } from '#rules/absences/log-days.ts';
import { passOnRequests } from '#rules/absences/replacement.ts';
import { renewDaysOfPerson } from '#rules/absences/renew-days.ts';
import { keepAccount, noteAccounted } from '#rules/accounts/keep-account.ts';
import { keepTerms } from '#rules/holidays/keep-terms.ts';
import { settlePerson } from '#rules/holidays/settle-people.ts';
import { giveSchedule } from '#rules/schedules/give-schedule.ts';
import { dateChanges, endHistory } from '#rules/schedules/keep-history.ts';
import { keepSightsOfPerson } from '#rules/sight/keep-sights.ts';
import { keepStatusOfPerson } from '#rules/status/keep-status.ts';
import { userActions } from '#rules/users/actions/user-actions.ts';
import { checkAddresses } from '#rules/users/check-addresses.ts';
import { checkPassword } from '#rules/users/check-password.ts';
import { completePerson } from '#rules/users/complete-person.ts';
import { personFields } from '#rules/users/person-fields.ts';
import { protectAdministrators } from '#rules/users/protect-administrators.ts';
import { protectSecrets } from '#rules/users/protect-secrets.ts';
import { endLoginsOfChanged, forgiveUnblocked } from '#rules/users/end-logins.ts';
import { fieldsOfGrants, fieldsOfOwnRow, fieldsOfPersonnel } from '#rules/users/writable-fields.ts';

const access: Access = {
  about: {
    person: 'id',
    department: 'department_id',
    only: [{ column: 'internal_user_group', oneOf: [2, 3] }],
    writable: fieldsOfGrants,
  },
  read: (sight) => {
    if (sight.administrator) return [{ level: 'administrator', scope: 'all' }];
    const self = where('id', own(sight));
    if (sight.hrManager) {
      return [
        { level: 'managerSelf', scope: self },
        { level: 'manager', scope: 'all' },
      ];
    }
    const managesSelf = sight.userId !== null && sight.people.includes(sight.userId);
    return [
      { level: managesSelf ? 'managerSelf' : 'self', scope: self },
      { level: 'manager', scope: where('id', sight.people) },
      { level: 'public', scope: 'all' },
    ];
  },
  write: (sight, verb) => {
    if (sight.administrator) return 'all';
    if (verb !== 'update' || sight.userId === null) return [];
    const self = [{ column: 'id', oneOf: [sight.userId] }];
    return sight.hrManager ? [self, [{ column: 'internal_user_group', oneOf: [2, 3] }]] : [self];
  },
  writable: (sight) => (sight.administrator ? 'all' : sight.hrManager ? fieldsOfPersonnel : fieldsOfOwnRow),
};

function own(sight: Sight): readonly number[] {
  return sight.userId === null ? [] : [sight.userId];
}

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
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  namedReads: { me: (sight) => [{ column: 'id', oneOf: own(sight) }] },
  customActions: userActions(personFields),
  owned: {
    permissions: 'user_id',
    notifications: 'user_id',
    userPreferences: 'user_id',
    timesheetAccountings: 'user_id',
    accountMonths: 'user_id',
    nodesToUsers: 'user',
    multiuserToTasks: 'multiuser_id',
    multiuserToUsers: 'user_id',
    absenceDays: 'user_id',
    userStatusOverview: 'user_id',
    timerUploads: 'user_id',
    holidayTerms: 'user_id',
    holidayEntries: 'user_id',
  },
  indexes: [
    { columns: ['username_folded'], unique: true, field: 'username' },
    { columns: ['department_id'] },
    { columns: ['created_at'] },
  ],
  access,
  before: [
    protectSecrets,
    protectAdministrators,
    completePerson,
    checkAddresses,
    checkPassword,
    forgiveUnblocked,
    giveSchedule,
    dateChanges,
    noteAccounted,
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
    endLoginsOfChanged,
    keepStatusOfPerson,
  ],
});
