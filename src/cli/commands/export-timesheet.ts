// `hourbook export timesheet ACCOUNT --month 2026-06`: what payroll does every month, as a file.
import { AccountError } from '#accounts/account-error.ts';
import { exportAccount, type AskedAccount } from '#accounts/export-account.ts';
import { openApp, type App } from '#app';
import { timesheetFormats, type TimesheetFormat } from '#export/export-timesheets.ts';
import { month as monthType } from '#resource/field-types/month.ts';
import { CommandFailure, UsageError, type Command, type CommandContext } from '../command.ts';
import { writeWhole } from '../write-whole.ts';

/** Writes the timesheets. */
export const command: Command = {
  name: 'export timesheet',
  summary: 'Writes the timesheets of a month as CSV, Excel workbook or PDF, while the service runs',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [
    { flag: 'month', value: 'YYYY-MM', doc: 'Which month.', required: true },
    { flag: 'format', value: 'FORMAT', doc: `One of ${timesheetFormats.join(', ')} (default csv).` },
    { flag: 'user', value: 'USERNAME', doc: 'Only of this person.' },
    { flag: 'bom', doc: 'Begins CSV with a byte order mark, by which spreadsheets know UTF-8.' },
    { flag: 'to', value: 'FILE', doc: 'Where to write it, over what is there (default: standard output).' },
  ],
  async run(context) {
    const asked = askedOf(context);
    const file = context.options['to'];
    if (file === undefined) refuseTerminal(asked, context);
    const app = await openApp(context.config, { mustExist: true });
    try {
      if (typeof file === 'string') await writeFile(app, asked, { file, context });
      else await exportAccount(app.engine, process.stdout, asked);
    } catch (error) {
      if (error instanceof AccountError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};

function askedOf({ arguments: words, options }: CommandContext): AskedAccount {
  const format = String(options['format'] ?? 'csv').toLowerCase();
  if (!isFormat(format))
    throw new UsageError(`--format is "${format}"; it must be one of ${timesheetFormats.join(', ')}`);
  const username = options['user'] === undefined ? null : String(options['user']);
  const byteOrderMark = options['bom'] === true;
  if (byteOrderMark && format !== 'csv') throw new UsageError(`--bom goes with csv; --format is "${format}"`);
  const month = monthOf(String(options['month']));
  return { account: words['ACCOUNT'] ?? '', username, format, month, byteOrderMark };
}

function isFormat(format: string): format is TimesheetFormat {
  return (timesheetFormats as readonly string[]).includes(format);
}

function monthOf(text: string): string {
  try {
    return monthType.parse(text, { serverTimeZone: 'UTC' }) as string;
  } catch {
    throw new UsageError(`--month is "${text}"; it must be a month as YYYY-MM, such as 2026-06`);
  }
}

function refuseTerminal({ format }: AskedAccount, { json }: CommandContext): void {
  if (json) throw new UsageError('--json tells what was written to a file; add --to FILE');
  if (format !== 'csv' && process.stdout.isTTY)
    throw new UsageError(`a terminal cannot show ${format}; add --to FILE`);
}

async function writeFile(
  app: App,
  asked: AskedAccount,
  { file, context }: { file: string; context: CommandContext },
): Promise<void> {
  const people = await writeWhole(file, (out) => exportAccount(app.engine, out, asked));
  const { account, month, format } = asked;
  const whose = people === 1 ? 'the timesheet of one person' : `the timesheets of ${people} people`;
  context.print({
    text: `${file} holds ${whose} for ${month}.`,
    data: { file, account: account.toLowerCase(), month, format, people },
  });
}
