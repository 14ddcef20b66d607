// The description of the interface that a caller gets tells the fields of the account's own: of no other account, as they are
// at each request, in every process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type RunningApp } from '#app';
import { readConfig } from '#config';
import { isToldTo } from '#accounts/described-fields.ts';
import { noRights, type AccessContext } from '#resource/access.ts';
import { withOwnFields } from '#resource/own-fields.ts';
import { addOption, define, entities } from '../own-fields/own.ts';
import { send, type Answer, type Client, type Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { sessionClient } from '../support/session-client.ts';
import { unhurried } from '../support/unhurried.ts';

onEveryEngine("the description of the account's own fields", (place) => {
  /** Another process on the same database. */
  let beside: RunningApp;
  before(async () => {
    const files = place.installation.filesFolder;
    const flags = {
      database: place.installation.databaseUrl,
      'file-storage': files,
      port: '0',
      ...unhurried,
    };
    const config = readConfig({ flags: { ...flags, docs: 'off' }, env: {} });
    beside = await startApp(config, { clock: Date.now, observe: () => undefined });
  });
  after(() => beside.close());

  interface Asked {
    readonly account?: string;
    readonly address?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }
  const ask = (client: Client | null, asked: Asked = {}): Promise<Answer> => {
    const { address = place.installation.address, account = place.account.name, headers = {} } = asked;
    const login = client === null ? {} : { authorization: `Bearer ${client.token}` };
    return send(`${address}/${account}/openapi.json`, { method: 'GET', headers: { ...login, ...headers } });
  };
  const schemasOf = ({ json }: Answer): Envelope => json['components'].schemas;
  const namesIn = (schema: Envelope): readonly string[] =>
    Object.keys(schema['properties']).filter((name) => name.startsWith('udf_'));
  const titlesOf = async (client: Client | null, asked?: Asked): Promise<readonly string[]> => {
    const { properties } = schemasOf(await ask(client, asked))['ProjectsCreate'];
    return Object.keys(properties).flatMap((name) => properties[name].title ?? []);
  };

  test('gives each kind its schema, under the title of the definition', async () => {
    const { machine } = place;
    for (const kind of ['text', 'number', 'date', 'boolean', 'combo'])
      await define(machine, 'tasks', kind, { fieldname: `A ${kind}`, column_name: `udf_${kind}` });
    const [choice] = (await machine.get('userDefinedFieldDefinitions/read', { column_name: 'udf_combo' }))
      .json['Results'] as readonly Envelope[];
    for (const value of ['Red', 'Blue']) await addOption(machine, choice ?? {}, value);
    await machine.post('userDefinedFieldDefinitionOptions/create', {
      field_id: choice?.['id'],
      field_option_value: 'Former',
      active: 0,
    });
    await define(machine, 'tasks', 'combo', { fieldname: 'Cost centre', column_name: 't_iv_1' });
    await define(machine, 'tasks', 'boolean', { fieldname: 'Invoiced', column_name: 'is_billable' });
    const schemas = schemasOf(await ask(machine));
    const { properties, required } = schemas['TasksUpdate'] as Envelope;
    const ref = (name: string): string => `#/components/schemas/${name}`;
    const told = properties as Envelope;
    assert.deepEqual(told['udf_text'], {
      type: ['string', 'null'],
      maxLength: 4000,
      title: 'A text',
      description: 'A text',
    });
    assert.equal(told['udf_number'].title, 'A number');
    assert.deepEqual(told['udf_number'].type, ['number', 'null']);
    assert.deepEqual(told['udf_date'], { $ref: ref('DateOrNull'), title: 'A date', description: 'A date' });
    assert.equal(told['udf_boolean'].$ref, ref('FlagInputOrNull'));
    assert.deepEqual(told['udf_combo'].enum, ['Red', 'Blue', null]);
    assert.deepEqual([told['t_iv_1'].title, told['t_iv_1'].enum], ['Cost centre', [null]]);
    assert.equal(told['is_billable'].title, 'Invoiced');
    assert.equal(required, undefined);
    const { udf_combo: shown } = schemas['Tasks'].properties as Envelope;
    assert.deepEqual([shown.title, shown.enum], ['A combo', undefined], 'a row may hold a former choice');
    assert.ok(schemas['TasksField'].enum.includes('udf_number'));
    await machine.put(`userDefinedFieldDefinitions/update/${String(choice?.['id'])}`, { active: 0 });
    const { udf_combo: left } = schemasOf(await ask(machine))['TasksCreate'].properties as Envelope;
    assert.equal(left.deprecated, true);
  });

  test('tells every entity, its actions too, and no account but its own', async () => {
    const { machine } = place;
    const other = await place.installation.addAccount('others');
    const name = 'udf_shared';
    for (const entity of entities) await define(machine, entity, 'text', { column_name: name });
    await define(other.machine, 'projects', 'date', { column_name: name, fieldname: 'Of others' });
    const [own, others] = [await ask(machine), await ask(other.machine, { account: other.name })];
    for (const schema of ['Users', 'Projects', 'Tasks', 'TimeTrackings', 'Absences'])
      for (const form of ['', 'Create', 'Update'])
        assert.ok(namesIn(schemasOf(own)[`${schema}${form}`]).includes(name), `${schema}${form}`);
    assert.ok(namesIn(schemasOf(own)['TimeTrackingsStartInput']).includes(name));
    assert.deepEqual(namesIn(schemasOf(others)['Users']), []);
    assert.deepEqual(await titlesOf(other.machine, { account: other.name }), ['Of others']);
    const mine = await titlesOf(machine);
    assert.ok(mine.length > 0 && !mine.includes('Of others'));
    const crossed = { account: other.name, headers: { 'if-none-match': own.headers.get('etag') ?? '' } };
    assert.equal((await ask(other.machine, crossed)).status, 200);
  });

  test('tells those who are not logged in to the account nothing of it', async () => {
    const { machine } = place;
    const other = await place.installation.addAccount('strangers');
    await define(machine, 'projects', 'text', { fieldname: 'Secret plan' });
    const plain = await ask(null);
    assert.equal(plain.headers.get('cache-control'), 'public, no-cache');
    assert.ok(!plain.text.includes('Secret plan'));
    for (const client of [other.machine, { ...machine, token: '1.nonsense' }]) {
      const answer = await ask(client);
      assert.deepEqual([answer.status, answer.text], [200, plain.text]);
      assert.equal((await ask(client, { address: beside.address })).status, 401);
    }
    const own = await ask(machine);
    assert.equal(own.headers.get('cache-control'), 'private, no-cache');
    assert.ok(own.text.includes('Secret plan'));
    const headers = { 'if-none-match': plain.headers.get('etag') ?? '' };
    assert.equal((await ask(machine, { headers })).status, 200);
  });

  test('shows what is added, renamed and removed at the next request', async () => {
    const { machine } = place;
    const known = await titlesOf(machine);
    const tags = new Set<string>();
    const state = async (client: Client, address?: string): Promise<readonly string[]> => {
      const asked = address === undefined ? {} : { address };
      const answer = await ask(client, asked);
      const tag = answer.headers.get('etag') ?? '';
      tags.add(tag);
      const again = await ask(client, { ...asked, headers: { 'if-none-match': tag } });
      assert.deepEqual([again.status, again.text], [304, '']);
      const { properties } = schemasOf(answer)['ProjectsCreate'];
      const all = Object.keys(properties).flatMap((name) => properties[name].title ?? []);
      return all.filter((title) => !known.includes(title));
    };
    /** In this process and the one beside it. */
    const everywhere = async (): Promise<readonly string[]> => {
      const here = await state(machine);
      assert.deepEqual(await state(machine, beside.address), here);
      return here;
    };
    assert.deepEqual(await everywhere(), []);
    const { id } = await define(machine, 'projects', 'text', { fieldname: 'Site' });
    assert.deepEqual(await everywhere(), ['Site']);
    await machine.put(`userDefinedFieldDefinitions/update/${id}`, { fieldname: 'Building site' });
    assert.deepEqual(await everywhere(), ['Building site']);
    const combo = await define(machine, 'projects', 'combo', { fieldname: 'Zone' });
    assert.deepEqual(await everywhere(), ['Building site', 'Zone']);
    await addOption(machine, combo, 'North');
    const { properties } = schemasOf(await ask(machine, { address: beside.address }))['ProjectsCreate'];
    assert.deepEqual(properties[combo['column_name']].enum, ['North', null]);
    await everywhere();
    await machine.delete(`userDefinedFieldDefinitions/delete/${id}`);
    assert.deepEqual(await everywhere(), ['Zone']);
    await machine.delete(`userDefinedFieldDefinitions/delete/${combo['id']}`);
    assert.deepEqual(await everywhere(), []);
    assert.equal(tags.size, 6, 'each state has a tag of its own');
  });

  test('tells a caller the fields of rows that they may see or set', async () => {
    const { machine, account, installation } = place;
    const column = 'udf_told';
    const { id } = await define(machine, 'absences', 'text', { column_name: column });
    await machine.create('users', { firstname: 'T', lastname: 'P', password, username: 'plain' });
    const plain = await account.login('plain');
    assert.ok(namesIn(schemasOf(await ask(plain))['Absences']).includes(column));
    const field = { id, entity: 'absences', column, kind: 'text', title: 'Told' } as const;
    const schema = withOwnFields(installation.app.engine.schema, [field]);
    const is = (rights: Partial<AccessContext>): boolean =>
      isToldTo({ schema, accessContext: { ...noRights, ...rights } }, field);
    assert.deepEqual([is({ administrator: true }), is({ userId: 5 })], [true, true]);
    assert.equal(is({}), false);
    assert.equal(isToldTo({ schema, accessContext: noRights }, { ...field, column: 'udf_none' }), false);
  });

  test('are among the fields that a session may set of others, like the declared one', async () => {
    const { machine, account, installation } = place;
    const { column_name: name } = await define(machine, 'users', 'text');
    const person = { firstname: 'H', lastname: 'R', password };
    await machine.create('users', { ...person, username: 'human', hr_manager: 1 });
    const where = { address: installation.address, account: account.name };
    const session = await (await sessionClient(where, 'human')).session('GET');
    const fields = session.json['Results'][0].fields_of_people as readonly string[];
    assert.ok(Array.isArray(fields) && fields.includes('u_iv_1'));
    assert.ok(fields.includes(name));
  });
});
