// The view that actions get: what rules have, and writes of any resource under its rules.
import { actionGrant } from '#access/authorize.ts';
import type { EntityPlan } from '#plan/write-plan.ts';
import type { ActionView, ActionWrite } from '#resource/action.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { resourceNamed } from './account-view.ts';
import { deleteRowOf } from './delete-entity.ts';
import { knownRow } from './identity-map.ts';
import { noSuchRow } from '../read/readable-row.ts';
import { writeEntity } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';

/** The account in the run's transaction, for an action. */
export function actionView(run: WriteRun): ActionView {
  const named = (name: string): Resource => resourceNamed(run.schema, name);
  const write = (part: Omit<EntityPlan, 'grant' | keyof typeof unsent>) => {
    const grant = actionGrant(run.accessContext, part.resource, part.verb);
    const plan: EntityPlan = { ...part, ...unsent, grant };
    return writeEntity(run, plan).id as number;
  };
  return {
    ...run.view,
    create: (resource, values, options) =>
      write({ verb: 'create', resource: named(resource), id: null, values, ...parametersOf(options) }),
    change: (resource, id, values, options) =>
      void write({ verb: 'update', resource: named(resource), id, values, ...parametersOf(options) }),
    delete: (resource, id) => removeUnderRules(run, named(resource), id),
  };
}

/** What only a client sends. */
const unsent = { extra: {}, echoed: [], returned: {}, children: [], trusted: true } as const;

function parametersOf(options: ActionWrite | undefined): Pick<EntityPlan, 'parameters'> {
  return { parameters: options?.parameters ?? {} };
}

function removeUnderRules(run: WriteRun, resource: Resource, id: number): void {
  const row: Row | undefined = knownRow(run, resource, id);
  if (row === undefined) throw noSuchRow(resource, id);
  deleteRowOf(run, resource, { row, parameters: {}, trusted: true });
}
