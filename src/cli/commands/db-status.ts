// `hourbook db status`: nodes, biggest accounts, what is out of reach and what waits.
import { statusOf, type DatabaseStatus } from '#sql/database-status.ts';
import type { Command } from '../command.ts';
import { textTable } from '../text-table.ts';
import { asFailure, withBareDatabase } from '../with-database.ts';

const shown = 10;

/** Looks, and changes nothing. */
export const command: Command = {
  name: 'db status',
  summary: 'Tells the nodes of the database, its biggest accounts, what does not answer and what waits',
  arguments: [],
  options: [],
  async run(context) {
    const status = await asFailure(withBareDatabase(context, statusOf));
    context.print({ text: textOf(status), data: { ...status, accounts: status.accounts.slice(0, shown) } });
  },
};

function textOf(status: DatabaseStatus): string {
  const { nodes, accounts, due, overdueJobs, isShutOut } = status;
  const placed = nodes.map((node) => [
    node.address,
    node.isCoordinator ? 'coordinator' : 'worker',
    node.answers ? 'answers' : 'DOES NOT ANSWER',
    String(node.shards),
    String(node.accounts),
    node.answers ? `${Math.ceil(node.bytes / 2 ** 20)} MB` : '',
  ]);
  const biggest = accounts
    .slice(0, shown)
    .map(({ name, rows, node }) => [name, rows === null ? 'out of reach' : String(rows), node ?? '']);
  const waiting = Object.entries(due).map(([kind, count]) => `${kind} in ${count} accounts`);
  const lost = accounts.filter(({ rows }) => rows === null).length;
  return [
    nodes.length === 0
      ? 'The database is on one server.'
      : textTable(['NODE', 'IS', 'STATE', 'SHARDS', 'ACCOUNTS', 'SIZE'], placed),
    textTable(['ACCOUNT', 'ROWS MADE', 'NODE'], biggest),
    isShutOut
      ? 'Services are shut out: hourbook db distribute is running, or was interrupted and must be run again.'
      : `Accounts out of reach: ${lost} of ${accounts.length}.`,
    `Due: ${waiting.length === 0 ? 'nothing' : waiting.join(', ')}.`,
    `Overdue for all accounts: ${overdueJobs.length === 0 ? 'nothing' : overdueJobs.join(', ')}.`,
  ].join('\n\n');
}
