// What each command leaves behind, and how it is tried: test/process/command-traces.test.ts runs them.

/** What a command leaves. */
export type Trace = 'entry' | 'line' | 'nothing';

/** How a command is tried. `elsewhere`: its line is looked at in the test that has what the command needs. */
export interface PlacedCommand {
  readonly leaves: Trace;
  /** `{folder}`, `{client}` and `{month}` stand for what the test has made. */
  readonly words?: string;
  /** Where the entry is, and in which database if not the one of the command. */
  readonly accounts?: readonly string[];
  readonly action?: string;
  readonly database?: '{other}' | '{restored}' | '{fresh}';
  readonly onlyOn?: 'sqlite';
  readonly elsewhere?: true;
}

/** Every command, in the order in which they run; `acme` is there. */
export const placedCommands: Readonly<Record<string, PlacedCommand>> = {
  'account create': { leaves: 'entry', words: 'account create second --admin boss', accounts: ['second'] },
  'account list': { leaves: 'nothing', words: 'account list' },
  'account suspend': { leaves: 'entry', words: 'account suspend second', accounts: ['second'] },
  'account resume': { leaves: 'entry', words: 'account resume second', accounts: ['second'] },
  'account export': { leaves: 'entry', words: 'account export acme --to {folder}/acme.jsonl' },
  'account import': {
    leaves: 'entry',
    words: 'account import {folder}/acme.jsonl --as third',
    accounts: ['third'],
  },
  'credentials create': { leaves: 'entry', words: 'credentials create acme --name traced' },
  'credentials list': { leaves: 'nothing', words: 'credentials list acme' },
  'credentials revoke': { leaves: 'entry', words: 'credentials revoke acme {client}' },
  'user create': {
    leaves: 'entry',
    words: 'user create acme traced --firstname T --lastname R',
    action: 'create',
  },
  'user passwd': { leaves: 'entry', words: 'user passwd acme traced', action: 'update' },
  'user unblock': { leaves: 'entry', words: 'user unblock acme traced' },
  'person export': {
    leaves: 'entry',
    words: 'person export --account acme --person 2 --output {folder}/ann.zip',
  },
  'person anonymise': { leaves: 'entry', elsewhere: true },
  'accounts verify': { leaves: 'nothing', words: 'accounts verify acme' },
  'accounts rebuild': { leaves: 'entry', words: 'accounts rebuild acme' },
  'clock heal': { leaves: 'entry', words: 'clock heal', accounts: ['acme', 'second', 'third'] },
  explain: { leaves: 'nothing', words: 'explain /users/read --account acme' },
  'export timesheet': {
    leaves: 'nothing',
    words: 'export timesheet acme --month {month} --to {folder}/month.csv',
  },
  copy: { leaves: 'entry', accounts: ['acme', 'second', 'third'], database: '{other}' },
  backup: {
    leaves: 'entry',
    words: 'backup {folder}/whole.backup',
    accounts: ['acme', 'second', 'third'],
    onlyOn: 'sqlite',
  },
  restore: {
    leaves: 'entry',
    words: 'restore {folder}/whole.backup',
    accounts: ['acme', 'second', 'third'],
    database: '{restored}',
    onlyOn: 'sqlite',
  },
  'account delete': { leaves: 'line', words: 'account delete third --yes' },
  migrate: { leaves: 'line', words: 'migrate', database: '{fresh}', onlyOn: 'sqlite' },
  'db distribute': { leaves: 'line', elsewhere: true },
  'db rebalance': { leaves: 'line', elsewhere: true },
  'db isolate': { leaves: 'entry', elsewhere: true },
  'db status': { leaves: 'nothing', words: 'db status' },
  serve: { leaves: 'line', elsewhere: true },
};
