// The resources and fields that the specification names exist under these names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf, type Shown } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

/** As the specification spells them; `absenseDays` is its other spelling. */
const named = [
  'user',
  'department',
  'skills',
  'messages',
  'notifications',
  'projects',
  'tasks',
  'generalSettings',
  'timePlannings',
  'holidayRequests',
  'teams',
  'nodesToUsers',
  'absenceDays',
  'absenseDays',
  'timesheetAccountings',
  'timesheetActionLogs',
  'timestampChangelogs',
  'nfcTransponder',
  'timetrackings',
  'timeTrackings',
  'multiuserToTasks',
  'clients',
  'translations',
  'checkpoints',
  'checkpointTranslations',
  'checkpointTrackings',
  'permissions',
  'absences',
  'absenceTypes',
  'absenceBans',
  'permissionResolveUsers',
  'permissionResolveAbsenceTypes',
  'permissionResolveQuestions',
  'permissionResolveDepartments',
  'serverTime',
  'timesheetAccountingSummaries',
  'userStatusOverview',
  'changeTimeTrackingRequests',
  'notificationUrls',
  'notificationsTypeHtml',
];

const userFields = [
  'id',
  'internal_user_group',
  'active',
  'hr_manager',
  'department_id',
  'username',
  'lastname',
  'firstname',
];
const messageFields = [
  'id',
  'sender_id',
  'message',
  'receiver_type',
  'receiver_id',
  'include_sub_department',
  'data_changed',
  'timestamp_update',
  'timestamp',
];

onEveryEngine('the specification', (place) => {
  const me = async (): Promise<number> =>
    rowsOf(await place.account.administrator.get('users/me'))[0]?.['id'] as number;

  test('reads every resource that is named, under the name that is given', async () => {
    const summary = { user_id: await me() };
    for (const name of named) {
      const answer = await place.machine.get(
        `${name}/read`,
        name === 'timesheetAccountingSummaries' ? summary : {},
      );
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      assert.equal(typeof answer.json['ResourceName'], 'string');
    }
  });

  test('includes every resource that is named in an aggregated read', async () => {
    for (const endpoint of ['deltaSync', 'fetchData']) {
      const asked = { _include: named.join(), timesheetAccountingSummaries__user_id: await me() };
      const { json, status, text } = await place.machine.get(`${endpoint}/read`, asked);
      assert.equal(status, 200, text);
      const parts = Object.values(json['Results'] as Readonly<Record<string, Shown>>);
      // `absenseDays`, `holidayRequests` and `timetrackings` are other names of parts that are there.
      assert.equal(parts.length, named.length - 3, endpoint);
      assert.ok(parts.every((part) => part['Success'] === true));
    }
  });

  test('shows the fields that are named of a user, a message and a deletion', async () => {
    const { administrator } = place.account;
    const since = (await administrator.get('skills/read', { _limit: 0 })).json['RequestStartTime'] as string;
    const [user] = rowsOf(await administrator.get('user/read'));
    const sent = { message: 'Free cake', receiver_type: 'ALL' };
    const [message] = rowsOf(await administrator.post('messages/create', sent));
    for (const [row, fields] of [
      [user, userFields],
      [message, messageFields],
    ] as const)
      assert.deepEqual(
        fields.filter((field) => !(field in (row ?? {}))),
        [],
      );
    assert.equal((await administrator.delete(`messages/delete/${message?.['id']}`)).status, 200);
    const delta = await administrator.get('messages/read', { _since: since, _fetch_deleted: 1 });
    assert.deepEqual(
      delta.json['Deleted'].map((one: Shown) => Object.keys(one).sort()),
      [['deleted_at', 'id']],
    );
  });
});
