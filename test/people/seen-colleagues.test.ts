// Which colleagues people see away and at work: as two settings of the account say, never why unless the type is public.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';

const dates = { from_date: '2026-11-23', to_date: '2026-11-24' };
const openType = { type_id: 3, subtype_id: 11 };

onEveryEngine(
  'what colleagues see',
  (place) => {
    /** Anna asks; Bert is of her department, Cleo of her team, Dora of neither. */
    let anna: Client;
    const people: Record<string, number> = {};
    before(async () => {
      const { machine, account } = place;
      const department = async (department_name: string): Promise<number> =>
        (await machine.create('departments', { department_name }))['id'] as number;
      const [north, south] = [await department('North'), await department('South')];
      for (const [name, department_id] of [
        ['anna', north],
        ['bert', north],
        ['cleo', south],
        ['dora', south],
      ] as const)
        people[name] = await hire(machine, name, { department_id });
      anna = await account.login('anna');
      const team = await machine.create('teams', { name: 'Blue', team_leader_id: people['dora'] });
      for (const name of ['anna', 'cleo'])
        await machine.create('teamMembers', { team_id: team['id'], user_id: people[name] });
      for (const user_id of Object.values(people)) {
        await machine.create('absences', { user_id, ...openType, ...dates, request_comment: 'Moving house' });
        written(await machine.put('timeTrackings/start', { user_id, task_id: 4 }));
      }
    });
    const set = async (setting_type: string, setting_value: string): Promise<void> => {
      const answer = await place.machine.put('generalSettings/update', { setting_type, setting_value });
      assert.equal(answer.status, 200, answer.text);
    };
    const names = (rows: readonly Shown[]): readonly string[] => {
      const seen = new Set(rows.map((row) => row['user_id']));
      return Object.keys(people).filter((name) => seen.has(people[name]));
    };
    const away = async (): Promise<readonly Shown[]> =>
      rowsOf(await anna.get('absenceDays/read', { date: '2026-11-23' }));
    const present = async (): Promise<readonly Shown[]> => rowsOf(await anna.get('userStatusOverview/read'));

    const reach = {
      none: ['anna'],
      team: ['anna', 'cleo'],
      department: ['anna', 'bert'],
      account: ['anna', 'bert', 'cleo', 'dora'],
    } as const;

    test('are those of the department unless a setting says otherwise', async () => {
      assert.deepEqual(names(await away()), reach.department);
      assert.deepEqual(names(await present()), reach.department);
    });

    for (const [value, expected] of Object.entries(reach)) {
      test(`are ${expected.join(', ')} when the settings are ${value}`, async () => {
        await set('team_sees_absences', value);
        await set('team_sees_presence', 'none');
        assert.deepEqual([names(await away()), names(await present())], [expected, ['anna']]);
        await set('team_sees_absences', 'none');
        await set('team_sees_presence', value);
        assert.deepEqual([names(await away()), names(await present())], [['anna'], expected]);
      });
    }

    test('are away without a reason, unless the type of absence is public', async () => {
      await set('team_sees_absences', 'department');
      const ofBert = async (): Promise<Shown> =>
        (await away()).find((row) => row['user_id'] === people['bert']) as Shown;
      const [kind] = rowsOf(
        await place.machine.get('absenceTypes/read', { absence_type_id: 3, absence_subtype_id: 11 }),
      );
      const hidden = {
        type: null,
        type_id: null,
        subtype_id: null,
        subtype: null,
        comment: null,
        request_id: null,
      };
      const said = (row: Shown): object =>
        Object.fromEntries(Object.keys(hidden).map((name) => [name, row[name] ?? null]));
      const row = await ofBert();
      assert.deepEqual([row['value'], row['value_unit'], row['status']], [1, 'd', 1]);
      assert.deepEqual(said(row), hidden);
      const show = (public_leave_type: number): Promise<unknown> =>
        place.machine.put(`absenceTypes/update/${kind?.['id']}`, { public_leave_type });
      await show(1);
      assert.deepEqual(said(await ofBert()), {
        ...hidden,
        type: 'sick_leave',
        type_id: 3,
        subtype_id: 11,
        subtype: kind?.['name_const'],
      });
      await show(0);
      assert.deepEqual(said(await ofBert()), hidden);
    });

    test('are away on the same days whatever the type, which days off would tell', async () => {
      await set('team_sees_absences', 'department');
      // From Friday to Monday; sick leave has rows on days off, too.
      const time = { user_id: people['bert'], from_date: '2027-01-15', to_date: '2027-01-18' };
      const ill = await place.machine.create('absences', { ...time, ...openType });
      const seen = async (client: Client): Promise<readonly unknown[]> =>
        rowsOf(await client.get('absenceDays/read', { ...betw, user_id: people['bert'] as number })).map(
          (row) => row['date'],
        );
      const betw = { date: '2027-01-15|2027-01-18', _op__date: 'betw' };
      assert.equal((await seen(place.machine)).length, 4);
      assert.deepEqual(await seen(anna), ['2027-01-15', '2027-01-18']);
      await place.machine.delete(`absences/delete/${ill['id']}`);
    });

    test('are not found by a reason that is hidden', async () => {
      await set('team_sees_absences', 'account');
      const found = await anna.get('absenceDays/read', { type: 'sick_leave', date: '2026-11-23' });
      assert.deepEqual(names(rowsOf(found)), ['anna']);
    });

    test('are shown as at work or not, without task and times', async () => {
      await set('team_sees_presence', 'account');
      const rows = await present();
      const of = (name: string): Shown => rows.find((row) => row['user_id'] === people[name]) as Shown;
      assert.deepEqual([of('bert')['is_running'], of('bert')['user_fullname']], [1, 'bert Person']);
      for (const name of [
        'status',
        'time_tracking_task_id',
        'time_tracking_start_time',
        'current_absence_ids',
      ])
        assert.equal(of('bert')[name] ?? null, null, name);
      assert.equal(of('anna')['status'], 1);
    });

    test('have asked for leave without colleagues seeing it before it is granted', async () => {
      await set('team_sees_absences', 'department');
      const bert = await place.account.login('bert');
      const asked = {
        user_id: people['bert'],
        type_id: 3,
        subtype_id: 11,
        from_date: '2026-12-01',
        to_date: '2026-12-01',
      };
      written(await bert.post('absences/create', asked));
      assert.deepEqual(rowsOf(await anna.get('absenceDays/read', { date: '2026-12-01' })), []);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
