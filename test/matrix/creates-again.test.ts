// Of every resource that clients can create, a create that comes again with its key answers what the first one made.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { rights } from './access-table.ts';
import { startCompany, type Company } from './company.ts';
import { entityAbout } from './company-rows.ts';

const created = Object.keys(rights).filter((name) => rights[name]?.create.startsWith('.') === false);

describeOnEveryEngine('a create that comes again with its key', (engine) => {
  let company: Company;
  before(async () => {
    company = await startCompany(engine);
  });
  after(() => company?.installation.close());

  for (const name of created)
    test(`makes one row of ${name}`, async () => {
      const { machine, people } = company;
      const entity = await entityAbout(company, name, people.colleague);
      const all = async (): Promise<number> =>
        (await machine.get(`${name}/read`, { _limit: 0, _count: 1 })).json['NumResultsTotal'];
      const count = await all();
      const sent = async (): Promise<unknown> => {
        const answer = await machine.post(`${name}/create`, entity, { 'idempotency-key': name });
        assert.equal(answer.status, 200, answer.text);
        return answer.json['Results'];
      };
      const first = await sent();
      assert.equal(await all(), count + 1);
      assert.deepEqual(await sent(), first);
      assert.equal(await all(), count + 1);
    });
});
