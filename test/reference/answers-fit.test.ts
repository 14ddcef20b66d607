// Compares the served OpenAPI document with the interface: examples are accepted, and answers fit their schemas.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { exampleRequests } from '#reference/example-requests.ts';
import { isOwnName } from '#resource/own-fields.ts';
import { loadResources } from '../../src/load-resources.ts';
import { letterOf } from '../matrix/access-table.ts';
import type { SampleContext } from '../matrix/areas/area.ts';
import { ofEveryArea } from '../matrix/areas/every-area.ts';
import { harmlessUpdates, samples } from '../matrix/samples.ts';
import { startTwoAccounts, type TwoAccounts } from '../matrix/two-accounts.ts';
import { send, type Answer } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { rowOf } from '../support/expectations.ts';
import { resolved, schemaCompiler, type Any } from './document-checks.ts';

const resources = await loadResources();
const asked = ofEveryArea('asked');

for (const engine of storageEngines) {
  describe(`the OpenAPI document and the interface (${engine.name})`, () => {
    let accounts: TwoAccounts;
    let document: Any;
    let compile: (pointer: string) => ValidateFunction;

    before(async () => {
      accounts = await startTwoAccounts(engine);
      const { address } = accounts.installation;
      const { json } = await send(`${address}/acme/v4/openapi.json`, { method: 'GET' });
      document = json;
      compile = schemaCompiler(document);
    });
    after(() => accounts?.installation.close());

    /** Checks that the answer is one that the document lists for the operation, without members it does not know. */
    const assertFits = (path: string, method: string, { status, text, json }: Answer): void => {
      const { responses } = document.paths[`/v4/${path}`][method];
      const response = (responses[status] ?? responses.default).$ref as string;
      // A batch would fit the answer to one entity too: objects are open.
      const batch = json['isBatch'] === 1 ? '/anyOf/1' : '';
      const fits = compile(`${response}/content/application~1json/schema${batch}`);
      assert.ok(fits(json), `${method} ${path}: ${JSON.stringify(fits.errors)}\n${text.slice(0, 2000)}`);
      if (status === 200) assertKnown(path.split('/')[0] as string, json);
    };

    /** A member of a row that its schema does not name would go unnoticed: schemas with names leave objects open too. */
    const assertKnown = (name: string, envelope: Any): void => {
      const schema = document.components.schemas[name[0]?.toUpperCase() + name.slice(1)];
      if (schema.additionalProperties === true) return;
      const known = new Set([...Object.keys(schema.properties), 'nestedEntities']);
      for (const row of [envelope.Results].flat() as Any[]) {
        const rows = Array.isArray(row.Results) ? (row.Results as Any[]) : [row];
        const members = rows.flatMap((one) => Object.keys(one));
        const unknown = members.filter((member) => !known.has(member) && !isOwnName(member));
        if (envelope.isBatch !== 1 || row.Success === true) assert.deepEqual(unknown, [], name);
      }
    };

    for (const resource of resources) {
      const { name, actions } = resource;

      it(`${name}: accepts the form of each example`, async () => {
        // Examples may end the login.
        const administrator = await accounts.right.account.login('admin');
        for (const { method, path, query, body } of exampleRequests(resource)) {
          const { status, json, text } = await administrator.request(method, path, {
            query: Object.fromEntries(query),
            ...(body === null ? {} : { body }),
          });
          const code = json['ErrorExtended']?.errorCode as string | undefined;
          // Rules and rows of an account may forbid what an example does, or want more; its form may not be at fault.
          const form = ['unknown_parameter', 'unknown_operator', 'unknown_address', 'invalid_value'];
          // There is no such file yet.
          if (code === 'missing_parameter' || code === 'file_not_found') continue;
          const hint = `${method} ${path} (src/reference/example-values.ts has the values)`;
          assert.ok([200, 422].includes(status) && !form.includes(code ?? ''), `${hint}: ${text}`);
        }
      });

      if (actions.has('read')) {
        it(`${name}: read answers fit the document`, async () => {
          const isTold = letterOf(name, 'read', 'machine') !== '!';
          const { machine } = accounts.left.account;
          // What only people are told is asked by one of them about themselves.
          const teller = isTold ? machine : await accounts.left.account.login('admin');
          const about = isTold ? accounts.left.ids['users'] : rowOf(await teller.get('users/me'))['id'];
          const parameters = (document.paths[`/v4/${name}/read`].get.parameters ?? []) as Any[];
          const all = parameters.map((parameter) => resolved(document, parameter));
          const relations = all.find((one) => one.name === '_resolve')?.schema.items;
          const children = all.find((one) => one.name === 'nestedEntities')?.schema.examples[0] as string;
          const delta = all.some((one) => one.name === '_since')
            ? { _since: '2000-01-01 00:00:00', _fetch_deleted: 1 }
            : {};
          const whole = {
            ...delta,
            ...asked[name]?.(about as number),
            ...(relations === undefined ? {} : { _resolve: resolved(document, relations).enum.join() }),
            ...(children === undefined ? {} : { nestedEntities: children }),
          };
          for (const client of new Set([teller, machine, accounts.left.employee])) {
            const answer = await client.get(`${name}/read`, whole);
            assertFits(`${name}/read`, 'get', answer);
            if (client === teller) assert.equal(answer.status, 200, answer.text);
          }
          const refused = await teller.get(`${name}/read`, { no_such_field: 1 });
          assert.equal(refused.status, 422);
          assertFits(`${name}/read`, 'get', refused);
        });
      }
    }

    /** Samples refer to the latest rows, so that no two are the same where they must differ. */
    const written = new Map<string, number>();
    const context = (): SampleContext => {
      const given = accounts.left.nextSample();
      return { ...given, id: (name) => written.get(name) ?? given.id(name) };
    };

    for (const [name, sample] of Object.entries(samples)) {
      it(`${name}: created and updated rows fit the document`, async () => {
        const { machine } = accounts.left.account;
        const entity = sample(context());
        const takes = compile(`#/components/schemas/${name[0]?.toUpperCase()}${name.slice(1)}Create`);
        assert.ok(takes(entity), JSON.stringify(takes.errors));
        const created = await machine.post(`${name}/create`, entity);
        assert.equal(created.status, 200, created.text);
        assertFits(`${name}/create`, 'post', created);
        const batch = await machine.post(`${name}/create`, [sample(context()), { no_such: 1 }]);
        assert.equal(batch.json['isBatch'], 1);
        assertFits(`${name}/create`, 'post', batch);
        const id = created.json['Results'][0].id as number | undefined;
        if (id === undefined) return;
        written.set(name, id);
        if (harmlessUpdates[name] === undefined) return;
        const updated = await machine.put(`${name}/update`, { ...harmlessUpdates[name], id });
        assert.equal(updated.status, 200, updated.text);
        assertFits(`${name}/update`, 'put', updated);
      });
    }

    it('delete answers fit the document', async () => {
      let deleted = 0;
      for (const [name, id] of [...written].toReversed()) {
        if (document.paths[`/v4/${name}/delete/{id}`] === undefined) continue;
        const answer = await accounts.left.account.machine.delete(`${name}/delete/${id}`);
        assertFits(`${name}/delete/{id}`, 'delete', answer);
        if (answer.status === 200) deleted += 1;
      }
      assert.ok(deleted > 5, String(deleted));
    });

    it('aggregated reads fit the document', async () => {
      const { machine } = accounts.left.account;
      const query = { _since: '2000-01-01 00:00:00', _fetch_deleted: 1, users__active: 1 };
      const answer = await machine.get('deltaSync/read', query);
      assert.equal(answer.status, 200, answer.text);
      const fits = compile('#/components/schemas/AggregatedResult');
      assert.ok(fits(answer.json), JSON.stringify(fits.errors));
      const { Results } = document.components.schemas.AggregatedResult.allOf[1].properties;
      for (const name of Object.keys(answer.json['Results'])) assert.ok(name in Results.properties, name);
    });

    it('refusals without a valid token fit the document', async () => {
      const { address } = accounts.installation;
      const url = `${address}/acme/v4/users/read`;
      const none = await send(url, { method: 'GET' });
      assert.equal(none.status, 403);
      assertFits('users/read', 'get', none);
      const wrong = await send(url, { method: 'GET', token: '1.nonsense' });
      assert.equal(wrong.status, 401);
      assertFits('users/read', 'get', wrong);
    });
  });
}
