// Which test file runs in which suite, on which storage engines, and which files have a process of their own. The longest
// path that fits a file holds. A file that no path fits fails every run.

/**
 * Storage engines that a file's tests run on; `none`: its tests open no database through test/support/engines.ts; `citus`:
 * PostgreSQL spread over nodes, if `HOURBOOK_TEST_CITUS` is the address of a coordinator.
 */
export type Engines = 'none' | 'sqlite' | 'postgres' | 'every' | 'citus';

/** What holds for a file or for all files of a folder. */
export interface Place {
  /** Below `test/`. */
  readonly path: string;
  /** In `npm test`. Left out: it does not run there. The same for the other two suites. */
  readonly test?: Engines;
  /** In `npm run test:long`. */
  readonly long?: Engines;
  /** In `npm run test:soak`. */
  readonly soak?: Engines;
  /** Why each file has a process of its own; files without a reason share one. */
  readonly alone?: string;
  /** These files run before all others, and end the run when they fail: they say in seconds what a change lacks. */
  readonly first?: true;
  /** These files run after all others, one at a time: they stop what others need. */
  readonly last?: true;
}

const servers = 'starts servers as processes, ends them by signals, and is ended with them';

/** What does not depend on the engine, such as rules of the domain: SQLite tests it at once, PostgreSQL in the long suite. */
const domain = { test: 'sqlite', long: 'postgres' } as const;
/** Random cases about storage and the interface: more of them in the long suite, the largest numbers in the third. */
const properties = { test: 'every', long: 'every', soak: 'every' } as const;
/** Random histories of the domain: the rules are the same on both engines, so more of them run on one of them. */
const histories = { test: 'sqlite', long: 'postgres', soak: 'every' } as const;

/** What the console does with rows. `npm test` opens each screen on every engine. */
const inBrowser = { long: 'postgres', soak: 'every', alone: 'starts a browser' } as const;

/** The places. Files that take long stand first, because the groups start in this order. */
export const places: readonly Place[] = [
  { path: 'architecture.test.ts', test: 'none', first: true },
  { path: 'cli-frame/placed-commands.test.ts', test: 'none', first: true },
  { path: 'config.test.ts', test: 'none', first: true },
  { path: 'matrix/complete.test.ts', test: 'none', first: true },
  { path: 'permissions/rules/grantables.test.ts', test: 'none', first: true },
  { path: 'reference/pages.test.ts', test: 'none', first: true },
  { path: 'resources', test: 'none', first: true },
  { path: 'source-files.test.ts', test: 'none', first: true },
  { path: 'sql/migrations.test.ts', test: 'every', first: true },

  { path: 'process/failover', long: 'every', alone: servers },
  { path: 'process/crowd', long: 'every', soak: 'every', alone: servers },
  { path: 'process/workers-together.test.ts', long: 'every', alone: servers },
  { path: 'process/database-unreachable.test.ts', test: 'every', alone: servers },
  { path: 'process/disk-full-postgres.test.ts', long: 'postgres', alone: servers },
  { path: 'process/clock-ahead.test.ts', long: 'every', alone: servers },
  { path: 'process/command-traces.test.ts', long: 'every', alone: servers },
  { path: 'process/shutdown.test.ts', long: 'every', alone: servers },
  { path: 'process/new-account.test.ts', long: 'every', alone: servers },
  { path: 'process/accounts-commands.test.ts', long: 'every', alone: servers },
  { path: 'process/backup.test.ts', long: 'every', alone: servers },
  { path: 'process/commands.test.ts', long: 'every', alone: servers },
  { path: 'process/copy.test.ts', long: 'every', alone: servers },
  { path: 'process/demo.test.ts', long: 'every', alone: servers },
  { path: 'process/export-timesheet.test.ts', long: 'every', alone: servers },
  { path: 'process/rolling-upgrade.test.ts', long: 'postgres', alone: servers },
  { path: 'process/newer-schema.test.ts', long: 'every', alone: servers },
  { path: 'process/person-commands.test.ts', long: 'every', alone: servers },
  { path: 'process/account-transfer.test.ts', long: 'every', alone: servers },
  { path: 'process/workers.test.ts', long: 'every', alone: servers },
  { path: 'process/distribute.test.ts', test: 'every', alone: servers },
  { path: 'process/large-sync.test.ts', test: 'sqlite', long: 'every', soak: 'sqlite', alone: servers },
  { path: 'citus', long: 'citus', alone: 'moves shards and stops nodes', last: true },
  { path: 'package', long: 'none', alone: servers },
  { path: 'package/container.test.ts', soak: 'none', alone: 'makes an image of packages that it fetches' },
  { path: 'package/deployment.test.ts', test: 'none', long: 'none' },
  { path: 'process', test: 'sqlite', long: 'postgres', alone: servers },
  { path: 'console', test: 'sqlite', long: 'sqlite', alone: 'starts a browser' },
  { path: 'console/timer.test.ts', test: 'postgres', ...inBrowser },
  { path: 'console/outbox.test.ts', test: 'sqlite', ...inBrowser },
  { path: 'console/clock.test.ts', ...inBrowser, test: 'sqlite' },
  { path: 'console/geofence.test.ts', ...inBrowser, test: 'sqlite' },
  { path: 'console/full-disk.test.ts', ...inBrowser, test: 'sqlite' },
  { path: 'console/refused-later.test.ts', ...inBrowser, test: 'sqlite' },
  { path: 'console/logins.test.ts', ...inBrowser },
  { path: 'console/shared-computer.test.ts', ...inBrowser },
  { path: 'console/first-day.test.ts', ...inBrowser },
  { path: 'console/absence-answers.test.ts', ...inBrowser },
  { path: 'console/long-open.test.ts', ...inBrowser },
  { path: 'console/forgotten-stop.test.ts', ...inBrowser },
  { path: 'console/home-time.test.ts', ...inBrowser },
  { path: 'console/speed-causes.test.ts', ...inBrowser },
  { path: 'console/week.test.ts', ...inBrowser },
  { path: 'console/week-focus.test.ts', ...inBrowser },
  { path: 'console/over-midnight.test.ts', ...inBrowser },
  { path: 'console/why.test.ts', ...inBrowser },
  { path: 'console/sheet.test.ts', ...inBrowser },
  { path: 'console/booking-form.test.ts', ...inBrowser },
  { path: 'console/whole-bookings.test.ts', ...inBrowser },
  { path: 'console/giving-way.test.ts', ...inBrowser },
  { path: 'console/data.test.ts', ...inBrowser },
  { path: 'console/team.test.ts', ...inBrowser },
  { path: 'console/team-holidays.test.ts', ...inBrowser },
  { path: 'console/team-month.test.ts', ...inBrowser },
  { path: 'console/team-absence.test.ts', ...inBrowser },
  { path: 'console/absences-of-others.test.ts', ...inBrowser },
  { path: 'console/large-team.test.ts', ...inBrowser, long: 'sqlite' },
  { path: 'console/leave.test.ts', ...inBrowser },
  { path: 'console/inbox.test.ts', ...inBrowser },
  { path: 'console/holiday-years.test.ts', ...inBrowser },
  { path: 'console/focus-in-sight.test.ts', ...inBrowser },
  { path: 'console/people.test.ts', ...inBrowser },
  { path: 'console/employments.test.ts', ...inBrowser },
  { path: 'console/reports.test.ts', ...inBrowser },
  { path: 'console/dialogs.test.ts', ...inBrowser },
  { path: 'console/messages.test.ts', ...inBrowser },
  { path: 'console/unsaved.test.ts', ...inBrowser },
  { path: 'console/late-answers.test.ts', ...inBrowser },
  { path: 'console/lost-answers.test.ts', ...inBrowser },
  { path: 'console/print.test.ts', ...inBrowser },
  { path: 'console/two-browsers.test.ts', long: 'every', alone: servers },
  { path: 'console/slow-network.test.ts', long: 'sqlite', alone: 'starts a browser' },
  { path: 'console/forced-colours.test.ts', long: 'sqlite', alone: 'starts a browser' },
  { path: 'console/gestures.test.ts', long: 'every', alone: 'starts a browser' },
  { path: 'console/rights.test.ts', ...inBrowser },
  { path: 'console/keyboard.test.ts', long: 'every', alone: 'starts a browser' },
  { path: 'console/walkthrough.test.ts', long: 'every', alone: 'starts a browser' },
  {
    path: 'console/screens.test.ts',
    test: 'every',
    long: 'sqlite',
    soak: 'sqlite',
    alone: 'starts a browser',
  },
  { path: 'console/random-clicks.test.ts', ...inBrowser, soak: 'sqlite' },
  { path: 'console/wrong-values.test.ts', test: 'sqlite' },
  { path: 'console/domain', test: 'none' },
  { path: 'console/domain/number.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'console/domain/server-clock.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'console/architecture.test.ts', test: 'none' },
  { path: 'console/build.test.ts', long: 'none' },
  { path: 'cli-frame', test: 'none' },
  { path: 'docs', test: 'none' },
  { path: 'docs/monthly-payroll.test.ts', long: 'none', alone: servers },

  { path: 'matrix/isolation.test.ts', ...histories },
  { path: 'contract/delta-convergence.test.ts', test: 'sqlite', long: 'every', soak: 'every' },
  { path: 'matrix/access.test.ts', ...domain },
  { path: 'transfer/round-trip.test.ts', test: 'sqlite', long: 'every', soak: 'every' },
  { path: 'matrix/hidden-fields-some-rows.test.ts', long: 'every' },
  { path: 'matrix/row-level-security.test.ts', long: 'every' },
  { path: 'matrix/session-rights.test.ts', long: 'every' },
  { path: 'matrix/permission-answers.test.ts', ...histories },
  { path: 'matrix/kept-answers.test.ts', ...histories },
  { path: 'matrix', ...domain },

  { path: 'contract', test: 'every' },
  { path: 'contract/specification/table.test.ts', test: 'none' },
  { path: 'contract/body-limits.test.ts', ...domain },
  { path: 'contract/aggregates.test.ts', ...properties },
  { path: 'contract/body-forms.test.ts', ...properties },
  { path: 'contract/compressed-pages.test.ts', ...properties },
  { path: 'contract/delta-access.test.ts', test: 'sqlite', long: 'every', soak: 'every' },
  { path: 'contract/paging.test.ts', ...properties },
  { path: 'contract/reading-filters.test.ts', ...properties },
  { path: 'contract/values.test.ts', ...properties },
  { path: 'differential', ...properties },
  { path: 'transfer', test: 'every' },
  { path: 'transfer/copy.test.ts', long: 'every' },
  { path: 'transfer/read-lines.test.ts', ...properties },
  { path: 'transfer/refusals.test.ts', ...properties },
  { path: 'sql', test: 'every' },
  { path: 'sql/list-shapes.test.ts', ...properties },
  { path: 'sql/postgres-clock.test.ts', ...properties },
  { path: 'sql/postgres-hanging.test.ts', long: 'every', soak: 'every' },
  { path: 'sql/postgres-held.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'sql/postgres-migrations.test.ts', ...properties },
  { path: 'sql/postgres-outage.test.ts', ...properties },
  { path: 'sql/postgres-standbys.test.ts', long: 'every', soak: 'every' },
  { path: 'sql/row-question.test.ts', ...properties },
  { path: 'sql/families.test.ts', test: 'postgres', long: 'postgres' },
  { path: 'sql/rows-of-others.test.ts', ...properties },
  { path: 'sql/sqlite-answers.test.ts', ...properties },
  { path: 'sql/sqlite-dialect.test.ts', ...properties },
  { path: 'sql/sqlite-stamps.test.ts', ...properties },
  { path: 'oauth', ...domain },
  { path: 'oauth/authenticate.test.ts', ...properties },
  { path: 'oauth/remembered-login.test.ts', test: 'every', long: 'every' },
  { path: 'oauth/refresh-token.test.ts', ...properties },
  { path: 'mail', ...domain },
  { path: 'mail/mail-independence.test.ts', ...properties },
  { path: 'http', ...domain },
  { path: 'sessions', ...domain },
  { path: 'changes', test: 'every' },
  {
    path: 'reference/random-requests.test.ts',
    test: 'sqlite',
    long: 'every',
    soak: 'sqlite',
    alone: 'measures the memory of its process',
  },
  { path: 'reference', ...domain },
  { path: 'clients', ...domain },
  { path: 'own-fields', ...domain },
  { path: 'personal-data', ...domain },
  { path: 'personal-data/catalogue.test.ts', test: 'none', first: true },
  { path: 'personal-data/zip-writer.test.ts', test: 'none' },

  { path: 'time-tracking/company-day.test.ts', long: 'every', soak: 'every' },
  { path: 'time-tracking/timer/upload-orders.test.ts', ...histories },
  { path: 'time-tracking/timer/random-histories.test.ts', ...histories },
  { path: 'time-tracking/timer/offline-histories.test.ts', ...histories },
  { path: 'time-tracking/timer/live-and-late.test.ts', ...histories },
  { path: 'time-tracking/timer/offline-creates.test.ts', ...histories },
  { path: 'time-tracking/requests/requested-uploads.test.ts', ...histories },
  { path: 'time-tracking/random-histories.test.ts', ...histories },
  { path: 'timesheets/random-histories.test.ts', ...histories },
  { path: 'timesheets/company-of-twelve', ...histories },
  { path: 'timesheets/company-of-twelve/company-of-twelve.test.ts', long: 'every', soak: 'every' },
  { path: 'absences/random-histories.test.ts', ...histories },
  { path: 'absences/shared-dates-histories.test.ts', ...histories },
  { path: 'holidays/random-histories.test.ts', ...histories },
  { path: 'schedules/random-histories.test.ts', ...histories },
  { path: 'presence/random-histories.test.ts', ...histories },
  { path: 'reports/hours-histories.test.ts', ...histories },

  { path: 'files', test: 'every' },
  { path: 'files/s3.test.ts', test: 'sqlite', alone: 'starts a server of S3-compatible storage' },
  { path: 'files/rules', test: 'none', long: 'none', soak: 'none' },

  { path: 'time-tracking', ...domain },
  { path: 'timesheets', ...domain },
  { path: 'absences', ...domain },
  { path: 'holidays', ...domain },
  { path: 'presence', ...domain },
  { path: 'presence/refresh.test.ts', long: 'every' },
  { path: 'schedules', ...domain },
  { path: 'locations', ...domain },
  { path: 'people', ...domain },
  { path: 'logins', ...domain },
  { path: 'accounts', ...domain },
  { path: 'accounts/demo.test.ts', long: 'every' },
  { path: 'projects', ...domain },
  { path: 'messages', ...domain },
  { path: 'permissions', ...domain },
  { path: 'reports', ...domain },

  { path: 'export', test: 'none' },
  { path: 'export/over-http.test.ts', ...domain },
  { path: 'export/timesheet-pdf.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'export/timesheet-sheet.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'export/timesheet-xlsx.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'observe', test: 'none' },
  { path: 'response', test: 'none' },
  { path: 'values', test: 'none' },
  { path: 'values/zone-oracle.test.ts', test: 'none', long: 'none', soak: 'none' },
  { path: 'workers', test: 'none' },
];
