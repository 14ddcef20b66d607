// A read with `_since` returns changed rows and lists deletions in `Deleted` (specification §4.3, decisions §5).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { assertRefused, idsOf, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';

const flags = { 'access-token-lifetime': '30d', 'deletions-kept': '10d' };
const day = 86_400;

/** Lets time pass. */
function pass(place: Place, seconds: number): void {
  place.installation.clock.shift += seconds * 1000;
}

/** `RequestStartTime` of an answer that sees everything so far; then a few seconds pass. */
async function mark(place: Place, client: Client = place.machine): Promise<string> {
  pass(place, 5);
  const { json } = await client.get('skills/read', { _limit: 0 });
  pass(place, 5);
  return json['RequestStartTime'];
}

const deletedIds = ({ json }: Answer): number[] => json['Deleted'].map((row: Shown) => row['id']);

onEveryEngine(
  'delta reads',
  (place) => {
    const since = (resource: string, from: string, query: Record<string, string | number> = {}) =>
      place.machine.get(`${resource}/read`, { _since: from, ...query });

    it('returns rows created or updated since _since, and no older ones', async () => {
      const old = await place.machine.create('skills', { syn: 'Old' });
      const touched = await place.machine.create('skills', { syn: 'Touched' });
      const from = await mark(place);
      assert.deepEqual(idsOf(await since('skills', from)), []);
      await place.machine.put(`skills/update/${touched['id']}`, { syn: 'Moved' });
      const fresh = await place.machine.create('skills', { syn: 'New' });
      assert.deepEqual(idsOf(await since('skills', from)), [touched['id'], fresh['id']]);
      assert.ok(!idsOf(await since('skills', from)).includes(old['id']));
    });

    it('returns a row that changed in the second of _since', async () => {
      pass(place, 5);
      const { id, data_changed } = await place.machine.create('skills', { syn: 'Now' });
      assert.deepEqual(idsOf(await since('skills', data_changed)), [id]);
    });

    it('returns an updated row by the last-change field of its resource', async () => {
      const task = await place.machine.create('tasks', { name: 'T', mother_id: 3 });
      const from = await mark(place);
      const { updated } = rowOf(await place.machine.put(`tasks/update/${task['id']}`, { notes: 'x' }));
      assert.ok(updated > task['updated']);
      assert.deepEqual(idsOf(await since('tasks', from)), [task['id']]);
    });

    it('leaves out a row whose update changed nothing', async () => {
      const skill = await place.machine.create('skills', { syn: 'Still', sort_order: 1 });
      const from = await mark(place);
      await place.machine.put(`skills/update/${skill['id']}`, { syn: 'Still', sort_order: '1' });
      assert.deepEqual(idsOf(await since('skills', from)), []);
    });

    it('leaves out rows of refused writes, single and in a batch', async () => {
      const skill = await place.machine.create('skills', { syn: 'Firm' });
      const from = await mark(place);
      await place.machine.put(`skills/update/${skill['id']}`, { syn: 'x', sort_order: 'high' });
      await place.machine.put('skills/update', [{ id: skill['id'], syn: 'y', sort_order: 'high' }]);
      await place.machine.post('skills/create', [{ sort_order: 1 }]);
      assert.deepEqual(idsOf(await since('skills', from)), []);
    });

    it('combines _since with filters, order, fields and paging', async () => {
      const from = await mark(place);
      for (const syn of ['B', 'A', 'C']) await place.machine.create('skills', { syn, sort_order: 1 });
      await place.machine.create('skills', { syn: 'D', sort_order: 2 });
      const query = { sort_order: 1, _order_by: 'syn', _fields: 'syn', _limit: 2, _offset: 1 };
      assert.deepEqual(rowsOf(await since('skills', from, query)), [{ syn: 'B' }, { syn: 'C' }]);
    });

    it('returns Deleted with id and deleted_at only with _fetch_deleted=1', async () => {
      const earlier = await place.machine.create('skills', { syn: 'Before' });
      await place.machine.delete(`skills/delete/${earlier['id']}`);
      const from = await mark(place);
      const { id } = await place.machine.create('skills', { syn: 'Brief' });
      await place.machine.delete(`skills/delete/${id}`);
      assert.ok(!('Deleted' in (await since('skills', from)).json));
      assert.ok(!('Deleted' in (await since('skills', from, { _fetch_deleted: 0 })).json));
      const { json } = await since('skills', from, { _fetch_deleted: 1 });
      assert.deepEqual(
        json['Deleted'].map((row: Shown) => Object.keys(row)),
        [['id', 'deleted_at']],
      );
      assert.equal(json['Deleted'][0].id, id);
      assert.match(json['Deleted'][0].deleted_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.ok(json['Deleted'][0].deleted_at >= from);
      assert.deepEqual(json['Results'], []);
    });

    it('returns an empty Deleted when no row was deleted', async () => {
      const from = await mark(place);
      const { json } = await since('skills', from, { _fetch_deleted: 1 });
      assert.deepEqual(json['Deleted'], []);
    });

    it('lists a deleted row under its own resource only', async () => {
      const task = await place.machine.create('tasks', { name: 'T', mother_id: 3 });
      const from = await mark(place);
      await place.machine.delete(`tasks/delete/${task['id']}`);
      assert.deepEqual(deletedIds(await since('tasks', from, { _fetch_deleted: 1 })), [task['id']]);
      assert.deepEqual(deletedIds(await since('projects', from, { _fetch_deleted: 1 })), []);
    });

    it('leaves out deletions of another account', async () => {
      const other = await place.installation.addAccount('globex');
      const from = await mark(place);
      const { id } = await other.machine.create('skills', { syn: 'Theirs' });
      await other.machine.delete(`skills/delete/${id}`);
      assert.deepEqual(deletedIds(await since('skills', from, { _fetch_deleted: 1 })), []);
    });

    it('refuses _since on an untracked resource and with an invalid DateTime', async () => {
      const refusal = { status: 422, field: '_since' } as const;
      const asked = { _since: '2026-01-01 00:00:00' };
      const untracked = await place.machine.get('countries/read', asked);
      assertRefused(untracked, { ...refusal, code: 'unknown_parameter' });
      for (const from of ['2026-13-01 00:00:00', 'yesterday', '1767225600', '']) {
        assertRefused(await since('skills', from), { ...refusal, code: 'invalid_value' });
      }
    });

    it('does not reuse the ids of deleted rows', async () => {
      const seen = new Set<number>();
      for (let round = 0; round < 5; round += 1) {
        const { id } = await place.machine.create('skills', { syn: 'Phoenix' });
        assert.ok(!seen.has(id), `id ${id} came twice`);
        seen.add(id);
        await place.machine.delete(`skills/delete/${id}`);
      }
      const failed = await place.machine.post('skills/create', { syn: 'x'.repeat(300) });
      assert.equal(failed.status, 422);
    });

    it('lists rows in Deleted that the caller may not read any more', async () => {
      const { machine, account } = place;
      const person = { username: 'erna', firstname: 'E', lastname: 'R', password };
      await machine.create('users', person);
      const task = await machine.create('tasks', { name: 'Open', mother_id: 3 });
      const erna = await account.login('erna');
      const from = await mark(place, erna);
      await machine.put(`tasks/update/${task['id']}`, { is_hidden: 1 });
      const answer = await erna.get('tasks/read', { _since: from, _fetch_deleted: 1 });
      assert.ok(!idsOf(answer).includes(task['id']));
      assert.ok(deletedIds(answer).includes(task['id']));
    });

    it('lists once a row that became unreadable twice, with the later time', async () => {
      const { machine, account } = place;
      await machine.create('users', { username: 'twila', firstname: 'T', lastname: 'W', password });
      const task = await machine.create('tasks', { name: 'In and out', mother_id: 3 });
      const client = await account.login('twila');
      const from = await mark(place, client);
      const moments: string[] = [];
      for (const hidden of [1, 0, 1]) {
        const { json } = await machine.put(`tasks/update/${task['id']}`, { is_hidden: hidden });
        moments.push(json['RequestStartTime'] as string);
        await mark(place, client);
      }
      const answer = await client.get('tasks/read', { _since: from, _fetch_deleted: 1 });
      const told = answer.json['Deleted'].filter((row: Shown) => row['id'] === task['id']);
      assert.deepEqual(told, [{ id: task['id'], deleted_at: moments.at(-1) }]);
    });

    it('returns all rows with FullResync 1 when _since precedes the kept deletions', async () => {
      const first = await place.machine.create('skills', { syn: 'First' });
      const from = await mark(place);
      pass(place, 9 * day);
      const within = await since('skills', from, { _fetch_deleted: 1 });
      assert.ok(!('FullResync' in within.json));
      assert.ok(!idsOf(within).includes(first['id']));
      pass(place, 2 * day);
      const beyond = await since('skills', from, { _fetch_deleted: 1 });
      assert.equal(beyond.json['FullResync'], 1);
      assert.deepEqual(idsOf(beyond), idsOf(await place.machine.get('skills/read')));
      assert.ok(idsOf(beyond).includes(first['id']));
      const { json } = await place.machine.get('deltaSync/read', { _since: from, _include: 'skills' });
      assert.equal(json['Results'].skills.FullResync, 1);
    });
  },
  { flags },
);

onEveryEngine(
  'delta reads in ServerTimeZone',
  (place) => {
    const setZone = async (zone: string): Promise<void> => {
      rowsOf(await place.machine.put('generalSettings/update/1', { setting_value: zone }));
    };
    const since = async (from: string): Promise<readonly number[]> =>
      idsOf(await place.machine.get('skills/read', { _since: from }));
    const create = async (): Promise<number> => (await place.machine.create('skills', { syn: 'S' }))['id'];

    before(() => setZone('Europe/Vienna'));

    it('interprets _since in ServerTimeZone', async () => {
      await create();
      const from = await mark(place);
      assert.match(from, /^2026-10-25 02:/);
      const id = await create();
      assert.deepEqual(await since(from), [id]);
    });

    it('interprets the repeated hour in autumn as its earlier time', async () => {
      const { id: early, data_changed: from } = await place.machine.create('skills', { syn: 'S' });
      assert.match(from, /^2026-10-25 02:1/);
      pass(place, 3600);
      const late = await create();
      const again = (await place.machine.get('skills/read', { _limit: 0 })).json['RequestStartTime'];
      assert.match(again, /^2026-10-25 02:1/);
      const found = await since(from);
      assert.ok(found.includes(late));
      assert.ok((await since(again)).includes(late));
      assert.ok(found.includes(early));
    });

    for (const zone of ['America/Los_Angeles', 'Pacific/Auckland', 'UTC', 'Europe/Vienna']) {
      it(`loses no row when ServerTimeZone changes to ${zone}`, async () => {
        const from = await mark(place);
        const earlier = await create();
        await setZone(zone);
        const later = await create();
        pass(place, 5);
        const found = await since(from);
        assert.ok(found.includes(earlier) && found.includes(later), `${from} finds ${found.join()}`);
        const next = await mark(place);
        const last = await create();
        assert.ok((await since(next)).includes(last));
      });
    }

    it('returns all timestamps in the new zone at once', async () => {
      await setZone('Asia/Kolkata');
      const { json } = await place.machine.get('serverTime/read');
      assert.equal(json['ServerTimeZone'], 'Asia/Kolkata');
      const skill = await place.machine.create('skills', { syn: 'S' });
      const asKolkata = skill['data_changed'];
      await setZone('UTC');
      const [row] = rowsOf(await place.machine.get('skills/read', { id: skill['id'] }));
      const seconds = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
      assert.equal(seconds(asKolkata) - seconds(row?.['data_changed']), 5.5 * 3600);
    });
  },
  { flags, startsAt: '2026-10-25T00:10:00Z' },
);
