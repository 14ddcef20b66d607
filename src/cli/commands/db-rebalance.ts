// `hourbook db rebalance`: moves accounts so that the nodes of a spread database hold the same amount.
import { planMoves } from '#sql/plan-moves.ts';
import { addressOfNode, moveShard, placementOf } from '#sql/shard-groups.ts';
import type { Command } from '../command.ts';
import { asFailure, withDatabase } from '../with-database.ts';

/** Moves one shard after another while the service goes on; begun anew it does what is left. */
export const command: Command = {
  name: 'db rebalance',
  summary: 'Moves accounts between the nodes of a spread database, while the service goes on',
  arguments: [],
  options: [{ flag: 'dry-run', doc: 'Tells what would be moved, and moves nothing.' }],
  async run(context) {
    const moves = await asFailure(
      withDatabase(context, async (database) => {
        const planned = planMoves(await placementOf(database));
        for (const [index, { shard, from, to }] of planned.entries()) {
          if (context.options['dry-run'] === true) break;
          const places = `${addressOfNode(from)} to ${addressOfNode(to)}`;
          context.warn(`moves shard ${shard.shard} from ${places}: ${index + 1} of ${planned.length}`);
          await moveShard(database, { shard: shard.shard, from, to });
        }
        return planned;
      }),
    );
    if (moves.length > 0 && context.options['dry-run'] !== true)
      context.observe({ kind: 'database_rebalanced', moves: moves.length });
    const done = context.options['dry-run'] === true ? 'would move' : 'moved';
    context.print({
      text:
        moves.length === 0
          ? 'No move brings the nodes closer together.'
          : moves
              .map(({ shard, from, to }) => {
                const size = `${Math.ceil(shard.bytes / 2 ** 20)} MB`;
                return `${done} shard ${shard.shard} (${size}) from ${addressOfNode(from)} to ${addressOfNode(to)}`;
              })
              .join('\n'),
      data: {
        moves: moves.map(({ shard, from, to }) => ({
          shard: shard.shard,
          bytes: shard.bytes,
          from: addressOfNode(from),
          to: addressOfNode(to),
        })),
      },
    });
  },
};
