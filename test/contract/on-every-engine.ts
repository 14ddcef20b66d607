// The frame of every contract test: one installation for each storage engine, shared by the tests of a file.
import { after, before, describe } from 'node:test';
import type { Client } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
  type TestAccount,
} from '../support/installation.ts';

/** What the tests of a block share; its members can be used inside tests only. */
export interface Place {
  readonly installation: Installation;
  readonly account: TestAccount;
  /** The machine credential of the account `acme`: it may do everything. */
  readonly machine: Client;
}

/** Declares the tests once for each storage engine. */
export function onEveryEngine(
  title: string,
  declare: (place: Place) => void,
  options: Omit<InstallationOptions, 'engine'> = {},
): void {
  for (const engine of storageEngines) {
    describe(`${title} (${engine.name})`, () => {
      let started: Installation | undefined;
      const installation = (): Installation => {
        if (started === undefined) throw new Error('the installation is started before the tests only');
        return started;
      };
      before(async () => {
        started = await startInstallation({ ...options, engine });
      });
      after(() => started?.close());
      declare({
        get installation() {
          return installation();
        },
        get account() {
          return installation().account;
        },
        get machine() {
          return installation().account.machine;
        },
      });
    });
  }
}
