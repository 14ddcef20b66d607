// Tests what `account create` sets in a new account, and what it refuses.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { hourbook, serve, type Ended, type ServingProcess } from './executable.ts';
import { createAcme, createSite, type Credential, type Site } from './site.ts';

describeOnEveryEngine('hourbook account create', (engine) => {
  let site: Site;
  let server: ServingProcess;
  before(async () => {
    site = await createSite(engine);
    await createAcme(site);
    server = await serve(site.database);
  });
  after(() => site.remove());

  const command = (words: string): Promise<Ended> =>
    hourbook([...words.split(' '), '--json', '--database', site.database], {
      env: { HOURBOOK_ADMIN_PASSWORD: password },
    });
  const create = async (name: string, options: string): Promise<Client> => {
    const made = await command(`account create ${name} --admin boss ${options}`);
    assert.deepEqual([made.code, made.complaint], [0, '']);
    const issued = (await command(`credentials create ${name} --name tests`)).json as Credential;
    const where = { address: server.address, account: name };
    const { client_id, client_secret } = issued;
    const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
    return createClient(where, token.access_token);
  };
  const read = async (
    client: Client,
    resource: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<readonly Record<string, unknown>[]> =>
    (await client.get(`${resource}/read`, query)).json['Results'];

  it('sets weekly hours, breaks and language as its options say', async () => {
    const work = '--weekly-hours 38.5 --breaks austrian --language de --country AT';
    const client = await create('working', work);
    const hours = async (id: number) =>
      (await read(client, 'workScheduleDays', { timesheet_template_id: id, workday: 1 })).map(
        (day) => day['hours'],
      );
    assert.deepEqual([await hours(1), await hours(2)], [Array(5).fill(7.7), Array(5).fill(3.85)]);
    const [rule] = await read(client, 'generalSettings', { setting_type: 'automatic_break_rule' });
    assert.equal(rule?.['setting_value'], 'austrian');
    const [german] = await read(client, 'languages', { iso_639_1: 'de' });
    const [admin] = await read(client, 'users');
    assert.equal(admin?.['language_id'], german?.['id']);
    const person = { username: 'ann', firstname: 'Ann', lastname: 'N', password };
    assert.equal((await client.create('users', person))['language_id'], german?.['id']);
  });

  it('gives the administrator a working time account only from a day that is named', async () => {
    const without = await create('without', '--country AT');
    assert.deepEqual(await read(without, 'timesheetAccountings', { _limit: 1 }), []);
    const counted = await create('counted', '--admin-account-from 2026-01-01');
    const days = await read(counted, 'timesheetAccountings', { _limit: 1, _order_by: 'date' });
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-01-01'],
    );
  });

  it('refuses an unknown language, model of breaks, week and day', async () => {
    for (const [sentence, option] of [
      [/en or de/, '--language fr'],
      [/german, austrian, swiss, none, off/, '--breaks french'],
      [/38\.5/, '--weekly-hours 37.33'],
      [/38\.5/, '--weekly-hours many'],
      [/YYYY-MM-DD/, '--admin-account-from 2026-02-30'],
    ] as const) {
      const { code, complaint } = await command(`account create wrong --admin admin ${option}`);
      assert.equal(code, 1);
      assert.match(complaint, sentence);
    }
  });
});
