// The frame of the tests of mailed links: an installation that sends mails, and short ways to request one.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../support/expectations.ts';
import { send, type Answer } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import {
  codeIn,
  mailFlags,
  startMailServer,
  type MailServer,
  type TakenMail,
} from '../support/mail-server.ts';
import { hire } from '../time-tracking/booking.ts';

/** The password that people choose. */
export const next = 'another horse 2';
/** In milliseconds, for the clock. */
export const hour = 3_600_000;
/** How a link that does not work is refused. */
export const deadCode = { status: 422, code: 'invalid_code', field: 'token' } as const;

/** What the tests of a block share; its members can be used inside tests only. */
export interface MailPlace {
  readonly installation: Installation;
  readonly account: TestAccount;
  readonly server: MailServer;
  /** Calls an action of users without a token. */
  open(action: string, body: object): Promise<Answer>;
  /** Creates a person with the mail address `<username>@acme.example`. */
  person(username: string, more?: object): Promise<number>;
  mailsTo(username: string): readonly TakenMail[];
  /** The newest mail to a user who has got so many. */
  mail(username: string, count?: number): Promise<TakenMail>;
  /** Forgets the password; answers the code of the mail, which is their so-manieth. */
  forgotten(username: string, count?: number): Promise<string>;
  /** Uses a code. */
  choose(token: string, given?: string): Promise<Answer>;
}

/** Declares the tests once for each storage engine. Access tokens outlive everything. */
export function withMail(title: string, declare: (place: MailPlace) => void): void {
  for (const engine of storageEngines) {
    describe(`${title} (${engine.name})`, () => {
      let started: { server: MailServer; installation: Installation } | undefined;
      before(async () => {
        const server = await startMailServer();
        const flags = { ...mailFlags(server), 'access-token-lifetime': '30d' };
        started = { server, installation: await startInstallation({ engine, flags }) };
      });
      after(async () => {
        await started?.installation.close();
        await started?.server.stop();
      });
      declare(
        placeOf(() => {
          if (started === undefined) throw new Error('the installation is started before the tests only');
          return started;
        }),
      );
    });
  }
}

function placeOf(now: () => { server: MailServer; installation: Installation }): MailPlace {
  const place: MailPlace = {
    get installation() {
      return now().installation;
    },
    get account() {
      return now().installation.account;
    },
    get server() {
      return now().server;
    },
    open: (action, body) =>
      send(`${now().installation.address}/acme/v4/users/${action}`, { method: 'PUT', body }),
    person: (username, more = {}) =>
      hire(place.account.machine, username, { email_address: `${username}@acme.example`, ...more }),
    mailsTo: (username) =>
      now().server.taken.filter(({ envelope }) => envelope.to[0] === `${username}@acme.example`),
    mail: async (username, count = 1) => {
      for (let turn = 0; place.mailsTo(username).length < count; turn += 1) {
        assert.ok(turn < 3000, `${username} got ${place.mailsTo(username).length} mails, not ${count}`);
        await sleep(20);
      }
      return place.mailsTo(username).at(-1) as TakenMail;
    },
    forgotten: async (username, count = 1) => {
      assert.deepEqual(rowsOf(await place.open('forgotPassword', { username })), []);
      return codeIn(await place.mail(username, count));
    },
    choose: (token, given = next) => place.open('updatePassword', { token, password: given }),
  };
  return place;
}
