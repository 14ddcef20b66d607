// `hourbook accounts verify ACCOUNT`: whether day and holiday accounts are what they follow from. It changes nothing.
import { verifyAccounts, type Person } from '#accounts/check-accounts.ts';
import { AccountError } from '#accounts/account-error.ts';
import { openApp } from '#app';
import type { Stored } from '#resource/field-type.ts';
import { CommandFailure, type Command } from '../command.ts';
import { countProgress } from '../count-progress.ts';
import { textTable } from '../text-table.ts';

/** One value that is not what it should be, of one person. */
interface Fault {
  readonly user_id: number;
  readonly username: string;
  readonly resource: string;
  readonly key: string;
  readonly field: string | null;
  readonly stored: Stored;
  readonly expected: Stored;
  /** On an approved day. */
  readonly frozen?: true;
}

/** Says what differs and ends with 1, or ends with 0. */
export const command: Command = {
  name: 'accounts verify',
  summary:
    'Compares day and holiday accounts of people with what they follow from, and finds overlaps; changes nothing',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [{ flag: 'user', value: 'USERNAME', doc: 'Only of this person.' }],
  async run({ arguments: words, options, config, print, warn }) {
    const app = await openApp(config, { mustExist: true });
    try {
      const account = words['ACCOUNT'] ?? '';
      const username = options['user'] === undefined ? null : String(options['user']);
      const onPerson = countProgress('compared', warn);
      const checked = await verifyAccounts(app.engine, { account, username, onPerson });
      const faults = checked.flatMap(({ person, found }) => found.map((one) => faultOf(person, one)));
      const people = `${checked.length} ${checked.length === 1 ? 'account' : 'accounts'}`;
      print({
        text: faults.length === 0 ? `${people} compared: nothing differs.` : tableOf(faults),
        data: { account: account.toLowerCase(), people: checked.length, differences: faults },
      });
      if (faults.length > 0)
        throw new CommandFailure(`${faults.length} values of ${people} differ; ${remedyOf(faults)}`);
    } catch (error) {
      if (error instanceof AccountError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};

function remedyOf(faults: readonly Fault[]): string {
  const exceptions = [
    faults.some(({ resource }) => resource === 'timeTrackings') &&
      'trackings that overlap: change or delete one of each two',
    faults.some(({ frozen }) => frozen === true) &&
      'the holiday of approved days: take the approval back, and give it again',
  ].filter((one) => one !== false);
  return ['hourbook accounts rebuild sets them right', ...exceptions].join(', but for ');
}

function faultOf({ id, username }: Person, difference: Omit<Fault, 'user_id' | 'username'>): Fault {
  return { user_id: id, username, ...difference };
}

function tableOf(faults: readonly Fault[]): string {
  const headings = ['USER', 'ID', 'DATE OR ID', 'OF', 'FIELD', 'STORED', 'EXPECTED'];
  const shown = (value: Stored): string => (value === null ? '–' : String(value));
  const rows = faults.map(({ username, user_id, key, resource, field, stored, expected }) => [
    username,
    String(user_id),
    key,
    resource,
    field ?? 'the whole row',
    shown(stored),
    shown(expected),
  ]);
  return textTable(headings, rows);
}
