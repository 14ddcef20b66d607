// A tree with one restricted part inside another, for the tests of assignments.
import assert from 'node:assert/strict';
import { idsOf } from '../support/expectations.ts';
import type { Place } from '../support/on-every-engine.ts';
import type { Client } from '../support/client.ts';

/**
 *     top ─ secret (restricted) ─┬ paint
 *                                └ inner ─┬ plaster
 *                                         └ vault (restricted) ─ gold
 */
export async function plantTree({ machine }: Place) {
  const add = async (resource: string, name: string, mother_id: number, is_restricted = 0): Promise<number> =>
    (await machine.create(resource, { name, mother_id, is_restricted }))['id'];
  const top = await add('projects', 'Top', 1);
  const secret = await add('projects', 'Secret', top, 1);
  const paint = await add('tasks', 'Paint', secret);
  const inner = await add('projects', 'Inner', secret);
  const plaster = await add('tasks', 'Plaster', inner);
  const vault = await add('projects', 'Vault', inner, 1);
  const gold = await add('tasks', 'Gold', vault);
  const nodes = { tasks: ['paint', 'plaster', 'gold'] as const };
  return { tree: { top, secret, paint, inner, plaster, vault, gold }, nodes };
}

/** Ids of its nodes by name. */
export type Tree = Awaited<ReturnType<typeof plantTree>>['tree'];

/** Names of the nodes that the caller sees, whichever way they look. */
export async function seenBy(client: Client, tree: Tree): Promise<readonly string[]> {
  const seen: string[] = [];
  const listed = new Set([
    ...idsOf(await client.get('projects/read', { _limit: 1000 })),
    ...idsOf(await client.get('tasks/read', { _limit: 1000 })),
  ]);
  for (const [name, id] of Object.entries(tree)) {
    const found = [];
    for (const resource of ['projects', 'tasks'])
      found.push(...idsOf(await client.get(`${resource}/read/${id}`)));
    assert.equal(found.length === 1, listed.has(id), name);
    if (found.length === 1) seen.push(name);
  }
  return seen.sort();
}
