// A session has the rights of a password token of the same person, and those of no other account.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { clientWithCookie, sessionClient, type SessionClient } from '../support/session-client.ts';
import { actionCellsOf } from './action-cells.ts';
import { rights, type Column } from './access-table.ts';
import { assertIsolated, dump, leak } from './assert-isolated.ts';
import { entityAbout, rowAbout, updateOf } from './company-rows.ts';
import { startCompany, subjects, type Company } from './company.ts';
import { cellsOf } from './isolation-cells.ts';
import { startTwoAccounts, type TwoAccounts } from './two-accounts.ts';

/** Callers who are people of the account, by the usernames under which they log in. */
const usernames = {
  administrator: 'admin',
  hrManager: 'hrManager',
  supervisor: 'supervisor',
  assistant: 'assistant',
  teamLeader: 'teamLeader',
  employee: 'employee',
} as const satisfies Partial<Record<Column, string>>;

/** Where the server tells on which rows a person may do what. */
const resolving = [
  'permissionResolveUsers',
  'permissionResolveDepartments',
  'permissionResolveEntities',
  'permissionResolveAbsenceTypesAndUsers',
];

/** test/matrix/isolation asserts every cell by token; behind a session stands a caller of the same kind. */
const everySoManyCells = 8;

type Logged = keyof typeof usernames;

for (const engine of storageEngines) {
  describe(`the rights of a session (${engine.name})`, () => {
    let company: Company;
    const sessions = new Map<Logged, SessionClient>();

    before(async () => {
      company = await startCompany(engine);
      const where = { address: company.installation.address, account: 'acme' };
      for (const [column, username] of Object.entries(usernames))
        sessions.set(column as Logged, await sessionClient(where, username));
    });
    after(() => company?.installation.close());

    const session = (column: Logged): SessionClient => sessions.get(column) as SessionClient;

    for (const column of Object.keys(usernames) as Logged[]) {
      test(`${column}: every resource reads like by token`, async () => {
        // The clock alone differs from one request to the next.
        const resources = Object.keys(rights).filter((resource) => resource !== 'serverTime');
        for (const path of ['deltaSync/read', ...resources.map((resource) => `${resource}/read`)]) {
          const byToken = await company.callers[column].get(path);
          assert.deepEqual(told(await session(column).get(path)), told(byToken), `${column} ${path}`);
        }
      });

      test(`${column}: login tells the rights of permissionResolve`, async () => {
        const { rights: reaches, user_id } = (await session(column).session('GET')).json['Results'][0];
        const rows = async (resource: string): Promise<readonly Envelope[]> =>
          (await company.machine.get(`${resource}/read`, { subject_user_id: user_id, _limit: 10_000 })).json[
            'Results'
          ];
        const questions = await company.machine.get('permissionResolveQuestions/read', { _limit: 1000 });
        const answers = (await Promise.all(resolving.map(rows))).flat();
        for (const { id, question_name } of questions.json['Results'] as readonly Envelope[]) {
          const found = answers.filter((row) => row['resolve_question_id'] === id);
          const place = `${question_name}: ${reaches[question_name]}, ${JSON.stringify(found.slice(0, 2))}`;
          assert.equal(reaches[question_name] === 'none', found.length === 0, place);
          if (reaches[question_name] !== 'own') continue;
          const people = found.flatMap((row) => row['resolve_user_id'] ?? []);
          assert.deepEqual([...new Set(people)], [user_id], place);
        }
      });
    }

    test('employee: reports reach own rows only, those of who leads reach more', async () => {
      const reports = ['readHoursReports', 'readAbsenceReports', 'readOvertimeReports'];
      for (const [column, reach] of Object.entries({
        employee: 'own',
        supervisor: 'some',
        hrManager: 'all',
      })) {
        const { rights: reaches } = (await session(column as Logged).session('GET')).json['Results'][0];
        assert.deepEqual(
          reports.map((name) => reaches[name]),
          reports.map(() => reach),
          column,
        );
      }
    });

    test('login tells which fields of others a person may set', async () => {
      const fieldsFor = async (column: Logged): Promise<unknown> =>
        (await session(column).session('GET')).json['Results'][0]['fields_of_people'];
      assert.equal(await fieldsFor('administrator'), 'all');
      assert.deepEqual(await fieldsFor('employee'), []);
      const ofHr = (await fieldsFor('hrManager')) as readonly string[];
      const other = company.people[subjects.employee];
      const write = (field: string, value: unknown): Promise<Answer> =>
        session('hrManager').put(`users/update/${other}`, { [field]: value });
      const values = {
        birthday: '1990-01-01',
        hr_manager: 1,
        email_address: 'x@example.com',
        pin_code: '4711',
      };
      for (const [field, value] of Object.entries({ ...values, username: 'other', password })) {
        const { status } = await write(field, value);
        assert.equal(status === 200, ofHr.includes(field), `${field}: ${status}`);
      }
    });

    for (const column of ['supervisor', 'employee'] as const) {
      test(`${column}: every create, update and delete is answered like by token`, async () => {
        for (const [resource, verbs] of Object.entries(rights)) {
          const person = company.people[subjects[column]];
          if (verbs.create.includes('y')) {
            const answers = await Promise.all(
              [session(column), company.callers[column]].map(async (client) =>
                client.post(`${resource}/create`, await entityAbout(company, resource, person)),
              ),
            );
            assert.deepEqual(verdict(answers[0]), verdict(answers[1]), `${column} creates ${resource}`);
          }
          for (const verb of ['update', 'delete'] as const) {
            if (!verbs[verb].includes('y') || !verbs.create.includes('y') || resource === 'users') continue;
            const answers: Answer[] = [];
            for (const client of [session(column), company.callers[column]]) {
              const key = await rowAbout(company, resource, person);
              answers.push(
                verb === 'update'
                  ? await client.put(`${resource}/update`, { ...key, ...updateOf(resource) })
                  : await client.delete(`${resource}/delete`, key),
              );
            }
            assert.deepEqual(verdict(answers[0]), verdict(answers[1]), `${column} ${verb}s ${resource}`);
          }
        }
      });
    }
  });

  describe(`another account's ids by session (${engine.name})`, () => {
    let both: TwoAccounts;
    let client: SessionClient;

    before(async () => {
      both = await startTwoAccounts(engine);
      client = await sessionClient({ address: both.installation.address, account: 'acme' }, 'admin');
    });
    after(() => both?.installation.close());

    test('are to an administrator what ids of no row are', async () => {
      const { left: asker, right: other } = both;
      const { schema } = both.installation.app.engine;
      const kept = await dump(other, both.resources);
      for (const resource of both.resources) {
        const cells = [...cellsOf(schema, resource), ...actionCellsOf(schema, resource)];
        for (const cell of cells.filter((_, index) => index % everySoManyCells === 0))
          await assertIsolated(both, { cell, resource, asker, other, client });
      }
      assert.deepEqual(await dump(other, both.resources), kept);
    });

    test('a token of one account opens no other one, under either cookie name', async () => {
      const rival = { address: both.installation.address, account: both.right.account.name };
      const bodies = new Set<string>();
      for (const name of ['acme', rival.account]) {
        const thief = clientWithCookie(rival, [`__Host-Http-hourbook-${name}`, client.token]);
        for (const path of ['users/read', 'deltaSync/read', 'generalSettings/read']) {
          const answer = await thief.get(path);
          assert.equal(answer.status, 403, answer.text);
          assert.equal(answer.json['ErrorExtended'].errorCode, 'authentication_missing');
          assert.equal(leak(answer.text, both.right), null);
        }
        const who = await thief.session('GET');
        bodies.add(JSON.stringify(who.json['Results']));
      }
      assert.deepEqual([...bodies], ['[]']);
      assert.equal((await client.get('users/me')).status, 200);
    });
  });
}

/** An answer without what differs from one request to the next. */
function told({ status, json }: Answer): unknown {
  const { RequestStartTime: _start, RequestEndTime: _end, ...rest } = json;
  return [status, JSON.parse(JSON.stringify(rest, (key, value) => (key.startsWith('Request') ? '' : value)))];
}

function verdict(answer: Answer | undefined): unknown {
  return [answer?.status, answer?.json['ErrorExtended']?.errorCode];
}
