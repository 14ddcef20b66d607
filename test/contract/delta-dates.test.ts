// Delta synchronisation reports access that starts or ends on a date, although no client writes on that day (decisions
// §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client, Envelope } from '../support/client.ts';
import { password, setClock } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine(
  'delta synchronisation of dated access',
  (place) => {
    let serial = 0;
    const at = (moment: string): void => setClock(place.installation.clock, moment);

    /** A restricted task, and a user in Vienna to whom it is open for a time. */
    const assigned = async (period: object) => {
      serial += 1;
      const { machine, account } = place;
      const names = { username: `p${serial}`, firstname: 'P', lastname: 'P', password };
      const { id: user } = await machine.create('users', { ...names, timezone: 'Europe/Vienna' });
      const entity = { name: 'Restricted', mother_id: 3, is_restricted: 1 };
      const { id: node } = await machine.create('tasks', entity);
      const { id: row } = await machine.create('nodesToUsers', { user, node, access: 1, ...period });
      return { client: await account.login(names.username), node: node as number, row: row as number };
    };
    const told = async (client: Client, since: string, node: number): Promise<string> => {
      const { json } = await client.get('tasks/read', { _since: since, _fetch_deleted: 1 });
      const has = (rows: readonly Envelope[]): boolean => rows.some(({ id }) => id === node);
      return `${has(json['Results']) ? 'shown' : ''}${has(json['Deleted']) ? 'gone' : ''}`;
    };
    const now = async (client: Client): Promise<string> =>
      (await client.get('tasks/read')).json['RequestStartTime'] as string;

    it('reports a task when its access starts, and as deleted when it ends', async () => {
      at('2026-06-01T12:00:00Z');
      const { client, node } = await assigned({ access_start: '2026-06-03', access_end: '2026-06-04' });
      at('2026-06-01T12:10:00Z');
      const first = await now(client);
      at('2026-06-02T21:59:00Z');
      assert.equal(await told(client, first, node), '');
      const second = await now(client);
      at('2026-06-02T22:01:00Z');
      assert.equal(await told(client, second, node), 'shown');
      const third = await now(client);
      at('2026-06-04T21:59:00Z');
      assert.notEqual(await told(client, third, node), 'gone');
      at('2026-06-04T22:01:00Z');
      assert.equal(await told(client, third, node), 'gone');
      assert.equal(await told(client, first, node), 'gone');
    });

    it('reports a task as deleted after its last day, also without the assignment', async () => {
      at('2026-06-01T12:00:00Z');
      const { client, node, row } = await assigned({ access_end: '2026-06-03' });
      at('2026-06-02T12:00:00Z');
      const since = await now(client);
      at('2026-06-08T12:00:00Z');
      await place.machine.delete(`nodesToUsers/delete/${row}`);
      at('2026-06-09T12:00:00Z');
      assert.equal(await told(client, since, node), 'gone');
    });

    it('reports a task after its first day, also when the period has changed since', async () => {
      at('2026-06-01T12:00:00Z');
      const { client, node, row } = await assigned({ access_start: '2026-06-04' });
      at('2026-06-02T12:00:00Z');
      const since = await now(client);
      at('2026-06-08T12:00:00Z');
      await place.machine.put(`nodesToUsers/update/${row}`, { access_start: '', access_end: '2026-12-31' });
      at('2026-06-09T12:00:00Z');
      assert.equal(await told(client, since, node), 'shown');
    });
  },
  { startsAt: '2026-05-31T12:00:00Z', flags: { 'access-token-lifetime': '30d' } },
);
