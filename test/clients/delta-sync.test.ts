// The official client synchronises as a mobile app does every few minutes.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, it } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { DeltaSyncResponse } from '@timetac/js-client-library';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { loginWith, newPerson, refusalOf, type Api } from './official-client.ts';

const { DeltaSyncParams } = createRequire(import.meta.url)('@timetac/js-client-library') as typeof Library;

describeOnEveryEngine('delta synchronisation through the official client', (engine) => {
  let installation: Installation;
  let api: Api;

  before(async () => {
    installation = await startInstallation({ engine });
    ({ api } = await loginWith(installation, 'admin'));
  });

  after(() => installation.close());

  /** Two seconds on, so that what was written before is older than what comes. */
  const rest = (): void => void (installation.clock.shift += 2000);

  const startOf = ({ apiResponse }: DeltaSyncResponse): string => apiResponse.RequestStartTime;

  it('returns the included resources and no others', async () => {
    const params = new DeltaSyncParams().include(['tasks', 'projects', 'users']);
    const { success, results } = await api.deltaSync.readDeltaSync(params);
    assert.equal(success, true);
    assert.deepEqual(
      results.tasks?.results.map(({ id }) => id),
      [4, 9],
    );
    assert.deepEqual(
      results.projects?.results.map(({ id }) => id),
      [1, 3],
    );
    assert.equal(results.users?.results.length, 1);
    assert.equal(results.timeTrackings, undefined);
  });

  it('returns rows changed since the last response, and none without changes', async () => {
    rest();
    const first = await api.deltaSync.readDeltaSync(new DeltaSyncParams().include(['tasks']));
    rest();
    const quiet = await api.deltaSync.readDeltaSync(
      new DeltaSyncParams().include(['tasks']).since(startOf(first)),
    );
    assert.deepEqual(quiet.results.tasks?.results, []);
    const { Results: created } = await api.tasks.create({ mother_id: 3, name: 'new' });
    const busy = await api.deltaSync.readDeltaSync(
      new DeltaSyncParams().include(['tasks']).since(startOf(quiet)),
    );
    assert.deepEqual(busy.results.tasks?.results, [created]);
  });

  it('filters each resource separately', async () => {
    const params = new DeltaSyncParams()
      .include(['tasks', 'users', 'departments'])
      .resource('tasks', (filter) => filter.like('name', 'work'))
      .resource('users', (filter) => filter.eq('lastname', 'nobody').limit(5));
    const { results } = await api.deltaSync.readDeltaSync(params);
    assert.deepEqual(
      results.tasks?.results.map(({ name }) => name),
      ['Work'],
    );
    assert.deepEqual(results.users?.results, []);
    assert.equal(results.departments?.results.length, 1);
  });

  it('pages with limit and offset', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) await api.tasks.create({ mother_id: 3, name: `page ${name}` });
    const seen: (string | undefined)[] = [];
    for (let offset = 0; ; offset += 2) {
      const params = new DeltaSyncParams().include(['tasks']).limit(2).offset(offset);
      const { results } = await api.deltaSync.readDeltaSync(
        params.resource('tasks', (filter) => filter.like('name', 'page ')),
      );
      const page = results.tasks?.results ?? [];
      seen.push(...page.map(({ name }) => name));
      if (page.length < 2) break;
    }
    assert.deepEqual(seen, ['page one', 'page two', 'page three']);
  });

  it('lists deleted rows when a filter requests them', async () => {
    const { Results: doomed } = await api.tasks.create({ mother_id: 3, name: 'doomed' });
    rest();
    const first = await api.deltaSync.readDeltaSync(new DeltaSyncParams().include(['tasks', 'users']));
    await api.tasks.delete(doomed.id);
    const params = new DeltaSyncParams().include(['tasks', 'users']).since(startOf(first));
    Object.assign(params.build(), { _fetch_deleted: '1' });
    const { results } = await api.deltaSync.readDeltaSync(params);
    assert.deepEqual(
      results.tasks?.deleted.map(({ id }) => Number(id)),
      [doomed.id],
    );
    assert.deepEqual(results.tasks?.results, []);
    assert.deepEqual(results.users?.deleted, []);
  });

  it('returns to an employee only rows that an employee may read', async () => {
    await api.users.create(newPerson('emma'));
    await api.users.create(newPerson('fred'));
    const { api: emma } = await loginWith(installation, 'emma');
    const { results } = await emma.deltaSync.readDeltaSync(
      new DeltaSyncParams().include(['users', 'timeTrackings']),
    );
    const { Results: listed } = await emma.users.read();
    assert.deepEqual(results.users?.results, listed);
    assert.deepEqual(results.timeTrackings?.results, []);
  });

  it('names an unknown filter in the refusal', async () => {
    const params = new DeltaSyncParams().include(['tasks']);
    Object.assign(params.build(), { users__active: '1' });
    const { code, message } = await refusalOf(api.deltaSync.readDeltaSync(params));
    assert.equal(code, 422);
    assert.match(message, /users__active/);
  });
});
