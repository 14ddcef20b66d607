// Who is logged in, as the shell of a program needs to know it: name, language, clock and rights.
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import type { Caller } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import {
  fieldsOfOthers,
  shellRights,
  type Reach,
  type RightsView,
} from '#domain/permissions/shell-rights.ts';
import type { Tx } from '#sql/database.ts';

/** The row; the members of a machine's that only people have are `null`. */
export interface DescribedCaller {
  readonly user_id: number | null;
  /** The administrator who acts as the user by a login link; `null`: there is none. */
  readonly actor_id: number | null;
  readonly username: string | null;
  readonly fullname: string | null;
  readonly account: string;
  /** ISO 639-1. */
  readonly language: string | null;
  /** IANA name. */
  readonly timezone: string | null;
  readonly renew_password: number;
  /** On the person's clocks, `YYYY-MM-DD`. */
  readonly today: string;
  /** Epoch seconds. */
  readonly server_time: number;
  readonly rights: Readonly<Record<string, Reach>>;
  /** The fields of `users` that they may set in rows of others. */
  readonly fields_of_people: readonly string[] | 'all';
  /** 1: the server can send mails. */
  readonly sends_mail: number;
}

interface RowsAboutCaller {
  readonly user: Row;
  readonly language: Row<'languages'> | undefined;
  /** Active ones. */
  readonly administrators: number;
  readonly absenceTypes: readonly Row<'absenceTypes'>[];
}

function rowsAboutCaller({ get, find, count }: ReadView, { userId }: Caller): RowsAboutCaller {
  const user: Row = (userId === null ? undefined : get('users', userId)) ?? {};
  return {
    user,
    language: get('languages', (user['language_id'] as number | null | undefined) ?? 0),
    administrators: count('users', [
      { column: 'internal_user_group', is: '=', value: 1 },
      { column: 'active', is: '=', value: 1 },
    ]),
    absenceTypes: find('absenceTypes', []),
  };
}

/** Describes the caller in the transaction's snapshot. */
export async function describeCaller(engine: Engine, tx: Tx, caller: Caller): Promise<DescribedCaller> {
  const { accessContext, account, schema } = await engine.loadState(tx, caller);
  const { user, language, administrators, absenceTypes } = await tx.unit((unit) =>
    rowsAboutCaller(readView({ tx: unit, accountId: caller.accountId }, engine.schema), caller),
  );
  const view: RightsView = {
    accessContext,
    resource: (name) => resourceOf(schema, name),
    absenceTypes,
    onlyAdministrator: accessContext.administrator && accessContext.userId !== null && administrators === 1,
  };
  return {
    user_id: caller.userId,
    actor_id: caller.actorId ?? null,
    username: textOf(user, 'username'),
    fullname: textOf(user, 'fullname'),
    account: caller.accountName,
    language: textOf(language ?? {}, 'iso_639_1'),
    timezone: textOf(user, 'timezone') ?? account.serverTimeZone,
    renew_password: (user['renew_password'] as number | null | undefined) ?? 0,
    today: accessContext.today,
    server_time: tx.now,
    rights: shellRights(view),
    fields_of_people: fieldsOfOthers(view),
    sends_mail: engine.sendsMail ? 1 : 0,
  };
}

function textOf(row: Row, column: string): string | null {
  return (row[column] as string | null | undefined) ?? null;
}

function resourceOf(schema: Schema, name: string): Resource {
  const resource = schema.resources.get(name);
  if (resource === undefined) throw new Error(`no resource is named ${name}`);
  return resource;
}
