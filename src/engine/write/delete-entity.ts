// One delete inside the transaction: the row must exist for the caller, be theirs to delete, and be out of use.
import { authorizeWrite } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { isEmpty, parseForStorage } from '#plan/parse-value.ts';
import type { DeleteRequest } from '#request/api-request.ts';
import { inScope } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, Change, Row } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import { removeRow } from './account-view.ts';
import { refuseInUse } from './check-references.ts';
import { planUnflag } from './flag-view.ts';
import { mayRead } from '../read/readable-row.ts';
import { recordAudit } from './record-audit.ts';
import { writeEntity } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';

/** Finds the row that a delete names; throws if it does not exist for the caller or is not theirs to delete. */
export function rowToDelete(run: WriteRun, request: DeleteRequest): Row {
  const { resource } = request;
  const grant = authorizeWrite(run.accessContext, resource, 'delete');
  const comparisons = keyOf(run, request);
  const [row] = findRows(run, resource, { comparisons });
  if (row === undefined || !mayRead(run.accessContext, resource, row)) {
    const key = comparisons.map(({ column, value }) => `${column} ${String(value)}`).join(' and ');
    throw new ApiError('unknown_reference', `${resource.name} has no row with the ${key}.`, {
      field: comparisons[0]?.column ?? 'id',
    });
  }
  if (!inScope(grant.scope, row))
    throw new ApiError('not_allowed', `You may not delete this row of ${resource.name}.`);
  return row;
}

/** Deletes the row with its owned children, under its rules. */
export function deleteEntity(run: WriteRun, request: DeleteRequest, row: Row): void {
  const parameters = [...request.parameters].filter(([name]) => name.startsWith('_'));
  deleteRowOf(run, request.resource, {
    row,
    parameters: Object.fromEntries(parameters),
    trusted: false,
  });
}

/** As {@link deleteEntity}, whoever asks; `parameters` are those that begin with `_`. */
export function deleteRowOf(
  run: WriteRun,
  resource: Resource,
  { row, parameters, trusted }: Pick<Change, 'parameters' | 'trusted'> & { row: Row },
): void {
  if (resource.flagView !== null) {
    writeEntity(run, planUnflag(run, resource.flagView, row['id'] as number));
    return;
  }
  const change: Change = {
    verb: 'delete',
    resource: resource.name,
    accessContext: run.accessContext,
    before: row,
    after: { ...row },
    given: new Set(),
    secrets: {},
    proven: null,
    content: null,
    trusted,
    extra: {},
    parameters,
    now: run.tx.now,
    remoteAddress: run.remoteAddress,
  };
  const { view } = run;
  for (const rule of resource.before) rule(change, view);
  refuseInUse(run, resource, row);
  removeRow(run, resource, row);
  for (const rule of resource.after) rule(change, view);
  const id = (row['id'] as number | undefined) ?? null;
  recordAudit(run, resource, { action: 'delete', id, before: row, after: null });
}

function keyOf(run: WriteRun, { resource, id, parameters }: DeleteRequest): readonly Comparison[] {
  const names = resource.pair ?? ['id'];
  refuseUnknown(names, parameters, resource.name);
  return names.map((name) => {
    const inAddress = names.length === 1 ? id : null;
    const given = inAddress ?? parameters.get(name);
    if (inAddress !== null && parameters.has(name) && parameters.get(name) !== inAddress) {
      throw new ApiError(
        'contradiction',
        `The address names ${name} ${inAddress}, the parameter ${parameters.get(name)}; give one.`,
        { field: name },
      );
    }
    const field = resource.fields.get(name);
    if (isEmpty(given) || field === undefined) {
      throw new ApiError(
        'missing_parameter',
        `The required parameter ${name} is missing: delete/<${names.join('>, <')}>.`,
        { field: name },
      );
    }
    return { column: name, is: '=', value: parseForStorage(field, given, run.context) };
  });
}

function refuseUnknown(
  names: readonly string[],
  parameters: ReadonlyMap<string, string>,
  resource: string,
): void {
  for (const name of parameters.keys()) {
    if (name.startsWith('_') || names.includes(name)) continue;
    throw new ApiError(
      'unknown_parameter',
      `The delete action of ${resource} has no parameter "${name}"; it takes ${names.join(' and ')}.`,
      { field: name },
    );
  }
}
