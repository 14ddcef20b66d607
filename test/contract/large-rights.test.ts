// Facts about the rights of many people: complete in deltaSync and fetchData, and limited where they must be held together.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { assertRefused, idsOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const people = 90;
const resources = [
  'permissionResolveUsers',
  'permissionResolveDepartments',
  'permissionResolveAbsenceTypes',
  'permissionResolveAbsenceTypesAndUsers',
  'permissionResolveEntities',
];

/** Every row, page by page. */
async function pagesOf(client: Client, resource: string, filter: Shown = {}): Promise<readonly Shown[]> {
  const rows: Shown[] = [];
  for (;;) {
    const query = { ...filter, _limit: 400, _offset: rows.length };
    const page = rowsOf(await client.get(`${resource}/read`, query));
    rows.push(...page);
    if (page.length < 400) return rows;
  }
}

/** A moment after the second in which the account was created: of that second everything is told anew. */
async function afterCreation(client: Client, resource: string): Promise<string> {
  let since = '1970-01-01 00:00:00';
  for (;;) {
    const { json } = await client.get('deltaSync/read', { _include: resource, _since: since });
    if (json['Results'][resource].FullResync === undefined) return since;
    since = json['RequestStartTime'] as string;
    await sleep(100);
  }
}

onEveryEngine(
  'facts about the rights of many people',
  (place) => {
    let manager = 0;
    before(async () => {
      const batch = Array.from({ length: people }, (_, index) => ({
        username: `person${index}`,
        firstname: 'Person',
        lastname: `Number ${index}`,
        password: `correct horse ${index}`,
      }));
      const created = await place.machine.post('users/create', batch);
      assert.equal(created.json['NumErrors'] ?? 0, 0, created.text.slice(0, 500));
      manager = (created.json['Results'] as { Results: Shown[] }[])[0]?.Results[0]?.['id'] as number;
    });

    it('are whole in fetchData beyond --read-rows, as pages of a read are', async () => {
      const { machine } = place;
      const whole = (await machine.get('fetchData/read', { _include: resources.join() })).json;
      for (const resource of resources) {
        const paged = await pagesOf(machine, resource);
        const { Results, NumResults } = whole['Results'][resource];
        assert.equal(NumResults, paged.length);
        assert.deepEqual(Results, paged);
        assert.deepEqual(
          paged.map(({ id }) => id),
          paged.map(({ id }) => id as number).sort((a, b) => a - b),
        );
        const counted = await machine.get(`${resource}/read`, { _count: 1, _limit: 3, _offset: 2 });
        assert.deepEqual(rowsOf(counted), paged.slice(2, 5));
        assert.equal(counted.json['NumResultsTotal'], paged.length);
      }
      assert.ok(whole['Results'].permissionResolveUsers.NumResults > 1_000);
    });

    it('are sorted and added up for one person, and refused beyond --read-rows', async () => {
      const { machine } = place;
      for (const query of [
        { _order_by: 'updated', _limit: 10 },
        { _aggregate__id: 'count', _group_by: 'resolve_question_id' },
      ]) {
        const refused = await machine.get('permissionResolveUsers/read', query);
        const { ErrorMessage } = assertRefused(refused, { status: 422, code: 'answer_too_large' });
        assert.match(ErrorMessage, /1000 rows .*subject_user_id/);
        const own = await machine.get('permissionResolveUsers/read', { ...query, subject_user_id: manager });
        assert.ok(rowsOf(own).length > 0);
      }
    });

    it('are told in Deleted when a person loses rights over everybody', async () => {
      const { machine } = place;
      const resource = 'permissionResolveAbsenceTypesAndUsers';
      const filter = { subject_user_id: manager };
      const RequestStartTime = await afterCreation(machine, resource);
      await machine.put('users/update', { id: manager, hr_manager: 1 });
      const held = (await pagesOf(machine, resource, filter)).map(({ id }) => id as number);
      await machine.put('users/update', { id: manager, hr_manager: 0 });
      const left = new Set((await pagesOf(machine, resource, filter)).map(({ id }) => id));
      const since = { _include: resource, _since: RequestStartTime, _fetch_deleted: 1 };
      const { Deleted } = (await machine.get('deltaSync/read', since)).json['Results'][resource];
      const told = (Deleted as Shown[]).map(({ id }) => id as number);
      const lost = held.filter((id) => !left.has(id));
      assert.ok(lost.length > people, `${lost.length} facts`);
      assert.deepEqual(new Set(told).size, told.length);
      const missing = lost.filter((id) => !told.includes(id));
      assert.deepEqual(missing, []);
      const kept = told.filter((id) => left.has(id));
      assert.deepEqual(kept, []);
      assert.deepEqual(idsOf(await machine.get(`${resource}/read`, { ...filter, _limit: 1 })).length, 1);
    });
  },
  { flags: { 'read-rows': '1000' } },
);
