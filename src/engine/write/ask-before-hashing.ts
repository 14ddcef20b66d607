// Asks the rules that say who may set a secret. Hashing costs more than the rest, so they are asked before it, and once more
// in the transaction before the hash is looked up: an item whose secret was not hashed is refused with their reason.
import { isEmpty } from '#plan/parse-value.ts';
import type { EntityPlan } from '#plan/write-plan.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Row } from '#resource/rule.ts';
import { changeOf } from './change-of.ts';
import type { WriteRun } from './write-run.ts';

/** Throws the refusal; what the rules set is forgotten. */
export function askBeforeHashing(run: WriteRun, plan: EntityPlan, before: Row | null): void {
  const { resource, values, trusted } = plan;
  if (trusted === true || resource.beforeHashing.length === 0) return;
  const sent = [...resource.fields.values()].filter(({ name, secret }) => secret && !isEmpty(values[name]));
  if (sent.length === 0) return;
  const after = { ...(before ?? emptyRow(resource)), ...values };
  const secrets = Object.fromEntries(sent.map(({ name }) => [name, String(values[name])]));
  const change = changeOf(run, plan, { before, after, secrets });
  const { view } = run;
  for (const rule of resource.beforeHashing) rule(change, view);
}
