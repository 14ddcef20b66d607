// A script of form requests runs in every manner: in both shapes of addresses, with JSON and with XML responses. It
// ends with faulty forms and reads all rows back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Elements } from '../support/xml.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { loginByForm, type Form, type FormAnswer, type FormClient, type Manner } from './form-client.ts';
import { startLedger, type Ledger } from './form-ledger.ts';

/** What the steps of a script share. */
export interface Story {
  /** The machine credential. */
  readonly api: FormClient;
  readonly ledger: Ledger;
  /** Logs in a user whose password is {@link secret}. */
  asUser(username: string): Promise<FormClient>;
  /** Creates a row and remembers under a name its id and what it must show: the form, with `shown` over it. */
  create(name: string, resource: string, form: Form, shown?: Form): Promise<Elements>;
  /** Updates it by a form that names its id. */
  update(resource: string, name: string, form: Form): Promise<void>;
  /** Remembers an id that something else than `create` made. */
  remember(name: string, id: unknown): string;
  /** The id under a name. */
  id(name: string): string;
}

/** A password that only comes through when forms are decoded as they should be. */
export const secret = 'Pässe + 100 % & =?#';

/** Wednesday, noon in Vienna. */
const startsAt = '2026-06-03T10:00:00Z';
const timezone = 'Europe/Vienna';
const manners: readonly Manner[] = [
  { shape: 'v4', accept: 'application/json' },
  { shape: 'v4', accept: 'application/xml' },
  { shape: 'userapi/v3', accept: 'application/json' },
  { shape: 'userapi/v3', accept: 'application/xml' },
];

/** Tells a story on every engine and in every manner, each in a fresh account; `tell` declares its steps as tests. */
export function inEveryManner(title: string, tell: (told: () => Story) => void): void {
  for (const engine of storageEngines) {
    describe(`${title} (${engine.name})`, () => {
      let installation: Installation;
      before(async () => {
        installation = await startInstallation({ engine, timezone, startsAt });
      });
      after(() => installation?.close());
      for (const [index, manner] of manners.entries()) {
        describe(`${manner.shape}, ${manner.accept}`, () => {
          let story: Story;
          before(async () => {
            story = await startStory(installation, { manner, account: `forms-${index}` });
          });
          tell(() => story);
          end(() => story);
        });
      }
    });
  }
}

async function startStory(
  installation: Installation,
  { manner, account }: { manner: Manner; account: string },
): Promise<Story> {
  const { clientId, clientSecret } = await installation.addAccount(account, timezone);
  const login = (form: Form): Promise<FormClient> =>
    loginByForm(
      { address: installation.address, account },
      { manner, form: { client_id: clientId, client_secret: clientSecret, ...form } },
    );
  const api = await login({ grant_type: 'client_credentials' });
  const ledger = await startLedger(installation, api);
  const ids = new Map<string, string>();
  const id = (name: string): string => ids.get(name) ?? assert.fail(`no row was created as ${name}`);
  const remember = (name: string, given: unknown): string => {
    ids.set(name, String(given));
    return id(name);
  };
  return {
    api,
    ledger,
    id,
    remember,
    asUser: (username) => login({ grant_type: 'password', username, password: secret }),
    create: async (name, resource, form, shown = {}) => {
      const row = await api.create(resource, form);
      ledger.created(resource, form);
      ledger.sent(resource, remember(name, row['id']), { ...form, ...shown });
      return row;
    },
    update: async (resource, name, form) => {
      const [row] = await api.put(`${resource}/update`, { id: id(name), ...form });
      assert.equal(row?.['id'], id(name));
      ledger.sent(resource, id(name), form);
    },
  };
}

function end(told: () => Story): void {
  it('answers 400 to each form without a required field and names it', async () => {
    const { api, ledger } = told();
    for (const { resource, form, field } of ledger.lacking()) {
      assertRefused(await api.request('POST', `${resource}/create`, { form }), 400, field);
    }
  });

  it('answers 422 to each value of the wrong type and names the field', async () => {
    const { api, ledger } = told();
    for (const { resource, form, field } of ledger.misspelt()) {
      assertRefused(await api.request('POST', `${resource}/create`, { form }), 422, field);
    }
  });

  it('reads back every row that was sent and not deleted, and no other', () => told().ledger.check());
}

/** The answer is a refusal that names the field, for people and for programs. */
export function assertRefused({ status, envelope, rows }: FormAnswer, code: number, field: string): void {
  const place = JSON.stringify(envelope);
  assert.deepEqual([status, envelope['Error'], envelope['Success']], [code, String(code), '0'], place);
  assert.equal(envelope['ErrorExtended']['field'], field, place);
  assert.ok(String(envelope['ErrorMessage']).includes(field), place);
  assert.deepEqual(rows, []);
}

/** The ids of rows, in their order. */
export function idsOf(rows: readonly Elements[]): readonly unknown[] {
  return rows.map((row) => row['id']);
}
