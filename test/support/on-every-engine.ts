// The frame of most tests: a fresh account on each storage engine, in an installation that all files of a process share.
import { after, before, describe } from 'node:test';
import { atEnd } from './at-end.ts';
import type { Client } from './client.ts';
import { storageEngines, type StorageEngine } from './engines.ts';
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
  type TestAccount,
} from './installation.ts';

/** What the tests of a block share; its members can be used inside tests only. */
export interface Place {
  readonly installation: Installation;
  readonly account: TestAccount;
  /** The machine credential of the account: it may do everything. */
  readonly machine: Client;
}

/** What a block may ask for; flags and `startsAt` give it an installation of its own. */
export type PlaceOptions = Omit<InstallationOptions, 'engine' | 'account'>;

/** Declares the tests once for each storage engine. */
export function onEveryEngine(
  title: string,
  declare: (place: Place) => void,
  options: PlaceOptions = {},
): void {
  const isShared = options.flags === undefined && options.startsAt === undefined;
  declareBlocks(title, declare, (engine) =>
    isShared ? sharedPlace(engine, options.timezone) : ownPlace({ ...options, engine }),
  );
}

/** The same with installations of their own. `why`: what the tests change for all accounts, such as the clock. */
export function onOwnInstallations(
  title: string,
  _reason: { readonly why: string },
  declare: (place: Place) => void,
): void {
  declareBlocks(title, declare, (engine) => ownPlace({ engine }));
}

/** A place, and what ends it. */
interface OpenPlace {
  readonly place: Place;
  readonly close: () => Promise<void>;
}

function declareBlocks(
  title: string,
  declare: (place: Place) => void,
  open: (engine: StorageEngine) => Promise<OpenPlace>,
): void {
  for (const engine of storageEngines)
    describe(`${title} (${engine.name})`, () => {
      let opened: OpenPlace | undefined;
      before(async () => {
        opened = await open(engine);
      });
      after(() => opened?.close());
      const place = (): Place => {
        if (opened === undefined) throw new Error('the installation is started before the tests only');
        return opened.place;
      };
      declare({
        get installation() {
          return place().installation;
        },
        get account() {
          return place().account;
        },
        get machine() {
          return place().machine;
        },
      });
    });
}

async function ownPlace(options: InstallationOptions): Promise<OpenPlace> {
  const installation = await startInstallation(options);
  const { account, close } = installation;
  return { place: { installation, account, machine: account.machine }, close };
}

const shared = new Map<string, Promise<Installation>>();
let serial = 0;

/** A new account in the installation that the files of this process share. */
async function sharedPlace(engine: StorageEngine, timezone = 'UTC'): Promise<OpenPlace> {
  let starting = shared.get(engine.name);
  if (starting === undefined) {
    starting = startInstallation({ engine, account: 'first' });
    shared.set(engine.name, starting);
    atEnd(async () => (await starting)?.close());
  }
  const whole = await starting;
  const account = await whole.addAccount(`shared-${(serial += 1)}`, timezone);
  const firstEvent = whole.events.length;
  const installation = {
    ...whole,
    account,
    addAccount: (name: string, zone?: string) => whole.addAccount(`${name}-${(serial += 1)}`, zone),
    get clock(): never {
      throw new Error('This installation is shared: a block that moves the clock uses onOwnInstallations.');
    },
    get events() {
      return whole.events.slice(firstEvent);
    },
    close: () => Promise.reject(new Error('This installation is shared: the runner closes it.')),
  };
  return { place: { installation, account, machine: account.machine }, close: async () => {} };
}
