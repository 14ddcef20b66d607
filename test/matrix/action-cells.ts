// Every way in which a custom action can name the id of a row, generated from the declared resources.
import type { Action, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { Entity } from './areas/area.ts';
import type { Cell } from './isolation-cells.ts';
import { samples } from './samples.ts';

/** All of them: the row that is acted on, and each parameter that refers to one. */
export function actionCellsOf(schema: Schema, resource: Resource): readonly Cell[] {
  return [...resource.customActions.values()].flatMap((action): Cell[] => {
    const path = `${resource.name}/${action.name}`;
    const method = action.methods[0] as string;
    const named = parametersOf(schema, action);
    return [...(action.on === 'resource' ? [] : ['id']), ...named].map((name) => ({
      name: `${action.name} ${name}`,
      kind: 'alike',
      request: (id, { sample }) => ({
        method,
        path,
        body: { ...(name === 'id' ? {} : requiredOf(action, samples[resource.name]?.(sample))), [name]: id },
      }),
    }));
  });
}

/** How many there must be, counted from the declaration. */
export function actionCellCount(schema: Schema, { customActions }: Resource): number {
  return [...customActions.values()].reduce(
    (sum, action) => sum + (action.on === 'resource' ? 0 : 1) + parametersOf(schema, action).length,
    0,
  );
}

function parametersOf(schema: Schema, { parameters }: Action): readonly string[] {
  return [...parameters.values()]
    .filter(({ relation }) => schema.targets(relation ?? '-').some(({ storage }) => storage === 'account'))
    .map(({ name }) => name);
}

/** Of an entity what must be sent beside the id; what no entity has stays away, and the answer says so. */
function requiredOf({ parameters }: Action, sample: Entity = {}): Entity {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => parameters.get(name)?.create === 'R'));
}
