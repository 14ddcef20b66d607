// Supervisors, replacements and permission holders read and decide absences; colleagues do not.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import {
  absence,
  dayRows,
  decide,
  enter,
  openOffice,
  sickLeave,
  wednesdays,
  type Office,
} from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const hidden = { status: 422, code: 'unknown_reference', field: 'id' } as const;

onEveryEngine(
  'visibility of absences',
  (place) => {
    let office: Office;
    let leader: Client;
    const nextDay = wednesdays();
    const request = (more: object = {}): Promise<Envelope> =>
      enter(office.anna, absence(office.ids.anna, nextDay(), undefined, more));
    const sees = async (client: Client, id: number): Promise<boolean> =>
      (await client.get(`absences/read/${id}`)).json['NumResults'] === 1;

    before(async () => {
      office = await openOffice(place);
      const leaderId = await hire(place.machine, 'leader');
      leader = await place.account.login('leader');
      const team = await place.machine.create('teams', { name: 'Blue', team_leader_id: leaderId });
      await place.machine.create('teamMembers', { team_id: team['id'], user_id: office.ids.anna });
    });

    test('shows absences to person, supervisor, HR and administrators, not colleagues', async () => {
      const { id } = await request();
      const { anna, boss, personnel, bert } = office;
      for (const client of [anna, boss, personnel, place.account.administrator, place.machine]) {
        assert.equal(await sees(client, id), true);
        assert.equal((await dayRows(client, { request_id: id })).length, 1);
      }
      for (const client of [bert, leader]) {
        assert.equal(await sees(client, id), false);
        assert.deepEqual(await dayRows(client, { request_id: id }), []);
        for (const action of ['approve', 'reject', 'cancel'])
          assertRefused(await decide(client, action, id), hidden);
      }
      assertRefused(await decide(anna, 'approve', 99_999), hidden);
    });

    test('shows an absence, but not its days, to the replacement', async () => {
      const { id } = await request({ replacement_user_id: office.ids.bert });
      assert.equal(await sees(office.bert, id), true);
      written(await decide(office.bert, 'approve', id));
      assert.equal(await sees(office.bert, id), true);
      assert.deepEqual(await dayRows(office.bert, { request_id: id }), []);
      assertRefused(await office.bert.put('absences/update', { id, request_comment: 'x' }), {
        status: 401,
        code: 'not_allowed',
      });
      assertRefused(await office.bert.delete(`absences/delete/${id}`), { status: 401, code: 'not_allowed' });
    });

    test('tells team leaders that a person is away, and never that the person is sick', async () => {
      const today = '2026-11-20';
      const days = { from_date: today, to_date: today };
      const sick = { ...sickLeave, user_id: office.ids.anna, ...days, request_comment: 'Influenza' };
      const { id } = await enter(place.machine, sick);
      const status = async (client: Client): Promise<Envelope> =>
        written(await client.get('userStatusOverview/read', { user_id: office.ids.anna }));
      const seen = await status(leader);
      assert.deepEqual([seen['status'], seen['current_absence_ids']], [3, String(id)]);
      for (const client of [leader, office.bert])
        for (const resource of ['absences', 'absenceDays', 'timesheetAccountings', 'absenceReports']) {
          const about = resource === 'absences' ? { id } : { user_id: office.ids.anna };
          const { json } = await client.get(`${resource}/read`, { ...about, _limit: 1000 });
          assert.equal(json['NumResults'], 0, resource);
        }
      for (const client of [office.anna, office.boss, office.personnel, place.account.administrator])
        assert.equal(written(await client.get(`absences/read/${id}`))['subtype_id'], sickLeave.subtype_id);
      written(await decide(office.boss, 'cancel', id));
    });

    test('resolves request_id of days to public fields of the absence', async () => {
      const { id, from_date, to_date } = await request();
      const { json } = await office.anna.get('absenceDays/read', { request_id: id, _resolve: 'request_id' });
      assert.deepEqual(json['Results'][0].request, { id, from_date, to_date, status: 0 });
      const none = await office.bert.get('absenceDays/read', { request_id: id, _resolve: 'request_id' });
      assert.deepEqual(none.json['Results'], []);
    });

    test('lets permission holders decide, request and delete for others', async () => {
      const { bert: id, anna } = office.ids;
      const may = async (permission_name: string): Promise<number> =>
        (
          await place.machine.create('permissions', {
            user_id: id,
            resource_name: 'absences',
            permission_name,
            permission_scope_id: 6,
            permission_scope_data_1: anna,
          })
        )['id'];
      const first = await request();
      assertRefused(await decide(office.bert, 'approve', first['id']), hidden);
      const approve = await may('approve');
      assert.equal(written(await decide(office.bert, 'approve', first['id']))['status'], 1);
      assert.equal(written(await decide(office.bert, 'cancel', first['id']))['status'], 3);
      const own = await enter(office.bert, absence(id, nextDay()));
      assertRefused(await decide(office.bert, 'approve', own['id']), { status: 401, code: 'not_allowed' });
      assertRefused(await office.bert.post('absences/create', absence(anna, nextDay())), {
        status: 401,
        code: 'not_allowed',
      });
      const create = await may('create');
      assert.equal((await enter(office.bert, absence(anna, nextDay())))['status'], 1);
      assert.equal((await place.machine.delete(`permissions/delete/${approve}`)).status, 200);
      const date = nextDay();
      const blind = await office.bert.post('absences/create', absence(anna, date));
      assert.deepEqual([blind.status, blind.json['Results']], [200, []], 'who may create may not yet read');
      const asked = written(await place.machine.get('absences/read', { user_id: anna, from_date: date }));
      assert.equal(asked['status'], 0);
      written(await decide(place.machine, 'reject', asked['id']));
      assert.equal((await place.machine.delete(`permissions/delete/${create}`)).status, 200);
      await may('delete');
      const granted = await enter(place.machine, absence(anna, date));
      assertRefused(await decide(office.bert, 'cancel', granted['id']), { status: 401, code: 'not_allowed' });
      assert.equal((await office.bert.delete(`absences/delete/${granted['id']}`)).status, 200);
    });

    test('serves decisions under both resource names, as JSON, form and batch', async () => {
      const { id } = await request();
      const granted = written(await office.boss.put(`holidayRequests/approve/${id}`, {}));
      assert.deepEqual([granted['id'], granted['status']], [id, 1]);
      const form = new URLSearchParams({ id: String(id), granted_comment: 'Sorry' });
      const cancelled = written(await office.boss.put('holidayRequests/cancel', form));
      assert.deepEqual([cancelled['status'], cancelled['granted_comment']], [3, 'Sorry']);
      assert.equal((await office.boss.get('absences/approve')).status, 405);
      const first = await request();
      const batch = await office.boss.put('absences/approve', [{ id: first['id'] }, { id }]);
      assert.deepEqual(
        batch.json['Results'].map(({ Success }: Envelope) => Success),
        [true, false],
      );
    });

    test('returns each change of an absence and its days in delta answers', async () => {
      const { id } = await request({ replacement_user_id: office.ids.bert });
      const steps: readonly (readonly [Client, string, number])[] = [
        [office.bert, 'approve', 0],
        [office.boss, 'approve', 1],
        [office.anna, 'cancel', 3],
      ];
      for (const [client, action, status] of steps) {
        const since = (await place.machine.get('serverTime/read')).json['RequestStartTime'];
        written(await decide(client, action, id));
        for (const reader of [office.anna, office.bert, office.boss]) {
          const { json } = await reader.get('deltaSync/read', {
            _include: 'absences,absenceDays',
            _since: since,
            _fetch_deleted: 1,
          });
          const { absences, absenceDays } = json['Results'];
          const row = absences.Results.find((one: Envelope) => one['id'] === id);
          assert.equal(row?.status, status);
          const day = absenceDays.Results.find((one: Envelope) => one['request_id'] === id);
          assert.equal(day?.status, reader === office.bert ? undefined : status);
        }
      }
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
