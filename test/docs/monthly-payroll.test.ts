// Runs every command of the page about closing a month, in its order, against a server with a company made for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { serve, type ServingProcess } from '../process/executable.ts';
import { createAcme, createSite, loginMachine, loginPerson, type Site } from '../process/site.ts';
import type { Client, Envelope } from '../support/client.ts';
import { sqliteEngine } from '../support/engines.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

const root = new URL('../../', import.meta.url).pathname;
const page = await readFile(join(root, 'docs/how-to/monthly-payroll.md'), 'utf8');
/** The shell commands, block by block. */
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] as string);

describe('the page about closing a month', () => {
  let site: Site;
  let server: ServingProcess;
  let machine: Client;
  let folder: string;
  let printed: readonly string[];
  before(async () => {
    site = await createSite(sqliteEngine);
    const credential = await createAcme(site);
    server = await serve(site.database);
    machine = await loginMachine(server.address, credential);
    const berts = (): Promise<Client> => loginPerson(server.address, { ...credential, username: 'bert' });
    await workJune(machine, berts);
    folder = await mkdtemp(join(tmpdir(), 'hourbook-payroll-'));
    const setUp = `API=${server.address}/acme/v4\nTOKEN=${machine.token}\n`;
    const script = blocks
      .map((block) => `${block.replace(/^(API|TOKEN)=.*\n/gm, '')}\necho '--- end of block'`)
      .join('\n')
      .replaceAll('bin/hourbook', join(root, 'bin/hourbook'));
    const env = { ...process.env, HOURBOOK_DATABASE: site.database };
    const { stdout } = await promisify(execFile)('bash', ['-euc', setUp + script], { cwd: folder, env });
    printed = stdout.split('--- end of block\n');
  });
  after(async () => {
    await site.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** The rows that each request of a block answered. */
  const answers = (place: number): readonly (readonly Envelope[])[] =>
    (printed[place] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const answer = JSON.parse(line) as Envelope;
        assert.equal(answer['Success'], true, line);
        return answer['Results'] as readonly Envelope[];
      });

  test('has commands that run, and requests that succeed', () => {
    assert.equal(printed.length - 1, blocks.length);
    assert.ok(blocks.length >= 8, `only ${blocks.length} blocks`);
    for (const place of blocks.keys()) answers(place);
  });

  test('finds people without a number, days without bookings, and broken rules', () => {
    const [, unnumbered] = answers(1);
    assert.deepEqual(
      unnumbered?.map((row) => row['id']),
      [1, 3],
    );
    const [missing = [], running, asked, , ...broken] = answers(2);
    assert.deepEqual(
      missing.filter((row) => row['user_id'] === 2).map((row) => row['date']),
      ['2026-06-30'],
    );
    assert.deepEqual([running?.length, asked?.length], [1, 2]);
    const violated = broken.slice(0, 7).map((rows) => rows.length);
    assert.ok((violated[2] ?? 0) > 0, `long days: ${violated}`);
    assert.ok((violated[5] ?? 0) > 0, `rest of the week: ${violated}`);
  });

  test('approves days, and keeps why one was reopened', () => {
    const place = blocks.findIndex((block) => block.includes('/approve'));
    const log = answers(place).at(-1) ?? [];
    assert.deepEqual(
      log.map((row) => [row['date'], row['subtype'], row['comment']]),
      [
        ['2026-06-01', 'approved_by_admin', null],
        ['2026-06-02', 'approved_by_admin', null],
        ['2026-06-02', 'approved_by_admin_removed', 'A booking is missing'],
        ['2026-06-02', 'approved_by_admin', null],
      ],
    );
  });

  test('writes the sheet, the workbook and CSV by command and over HTTP', async () => {
    const files = await readdir(folder);
    assert.equal(files.length, 5, files.join());
    for (const file of files) {
      const begin = (await readFile(join(folder, file))).subarray(0, 4).toString('latin1');
      const expected = file.endsWith('.pdf')
        ? '%PDF'
        : file.endsWith('.xlsx')
          ? 'PK\u0003\u0004'
          : /^(ï»¿)?R/;
      if (typeof expected === 'string') assert.equal(begin, expected, file);
      else assert.match(begin, expected, file);
    }
  });
});

/** June 2026: Anna works each working day but the last, once too long and once on a whole weekend; Bert asks for leave. */
async function workJune(machine: Client, logInBert: () => Promise<Client>): Promise<void> {
  const anna = await hire(machine, 'anna');
  const bert = await hire(machine, 'bert', {
    entry_date: '2026-06-01',
    timesheet_holiday_calc_yearly_amount: 25,
  });
  assert.deepEqual([anna, bert], [2, 3]);
  const days = Array.from({ length: 29 }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`);
  const weekday = (date: string): number => new Date(date).getUTCDay();
  const worked = days.filter((date) => ![0, 6].includes(weekday(date)) || date > '2026-06-19');
  for (const date of worked) {
    const end = date === '2026-06-03' ? '23:30' : '16:30';
    written(
      await machine.post(
        'timeTrackings/create',
        booking(anna, { start: `${date} 08:00`, end: `${date} ${end}` }),
      ),
    );
  }
  const leave = { type_id: 1, subtype_id: 0, from_date: '2026-06-15', to_date: '2026-06-16' };
  written(await (await logInBert()).post('absences/create', { user_id: bert, ...leave }));
  written(await machine.put('timeTrackings/start', { user_id: bert, task_id: 4 }));
}
