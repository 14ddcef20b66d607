// A ledger records each form that a script sends, reads all rows back, and derives forms with one faulty field.
import assert from 'node:assert/strict';
import type { Field, Resource } from '#resource/resource.ts';
import type { Elements } from '../support/xml.ts';
import type { Installation } from '../support/installation.ts';
import type { Form, FormClient } from './form-client.ts';

/** A form with a fault in one field. */
export interface Faulty {
  readonly resource: string;
  readonly form: Form;
  readonly field: string;
}

/** The ledger. */
export interface Ledger {
  /** Notes a form that created a row. */
  created(resource: string, form: Form): void;
  /** Notes what a row must show; later notes of a row add to earlier ones. */
  sent(resource: string, id: string, form: Form): void;
  /** Notes rows that came to be without a form of their own, as they were read. */
  found(resource: string, rows: readonly Elements[]): void;
  gone(resource: string, id: string): void;
  /** The first form of each resource without each of its required fields. */
  lacking(): readonly Faulty[];
  /** The first form of each resource with a wrong text in each field whose type does not take any text. */
  misspelt(): readonly Faulty[];
  /** Reads every resource that was noted and compares: which ids there are, and all that they must show. */
  check(): Promise<void>;
}

const wrong = 'n€t + a value & 1';
const everything = { _limit: '10000' };

/** Starts one for a fresh account, whose standing rows it reads as the client. */
export async function startLedger({ app }: Installation, api: FormClient): Promise<Ledger> {
  const { resources } = app.engine.schema;
  const named = (name: string): Resource =>
    resources.get(name) ?? assert.fail(`no resource is named ${name}`);
  const forms = new Map<Resource, Form>();
  const notes = new Map<Resource, Map<string, Form>>();
  const standing = new Map<Resource, readonly unknown[]>();
  for (const resource of resources.values()) {
    if (!resource.actions.has('create') || !resource.fields.has('id')) continue;
    const rows = await api.read(`${resource.name}/read`, everything);
    standing.set(
      resource,
      rows.map((row) => row['id']),
    );
  }
  const notesOf = (name: string): Map<string, Form> => {
    const known = notes.get(named(name)) ?? new Map<string, Form>();
    notes.set(named(name), known);
    return known;
  };
  const faulty = (isMeant: (field: Field) => boolean, fault: (form: Form, name: string) => Form): Faulty[] =>
    [...forms].flatMap(([{ name, fields }, form]) =>
      [...fields.values()]
        .filter(isMeant)
        .map((field) => ({ resource: name, form: fault(form, field.name), field: field.name })),
    );
  return {
    created: (resource, form) => void (forms.has(named(resource)) || forms.set(named(resource), form)),
    sent: (resource, id, form) => {
      const of = notesOf(resource);
      of.set(id, { ...of.get(id), ...form });
    },
    found: (resource, rows) => {
      for (const row of rows) notesOf(resource).set(row['id'] as string, {});
    },
    gone: (resource, id) => void notesOf(resource).delete(id),
    lacking: () => faulty(({ create }) => create === 'R', without),
    misspelt: () => faulty(isStrict, (form, name) => ({ ...form, [name]: wrong })),
    check: async () => {
      assert.ok(notes.size > 0);
      for (const [resource, noted] of notes) {
        const shown = await api.read(`${resource.name}/read`, everything);
        const before = standing.get(resource);
        if (before !== undefined) {
          const ids = shown.map((row) => row['id']);
          assert.deepEqual(ids.sort(), [...before, ...noted.keys()].sort(), resource.name);
        }
        for (const [id, form] of noted)
          assertShows(resource, shown.find((row) => row['id'] === id) ?? {}, form);
      }
    },
  };
}

function assertShows(resource: Resource, row: Elements, form: Form): void {
  const expected = expectedOf(resource, form);
  const part = Object.fromEntries(Object.keys(expected).map((field) => [field, row[field]]));
  assert.deepEqual(part, expected, `${resource.name} ${row['id']}`);
}

/** Only what can be sent: a field that the server sets is refused for another reason. */
function isStrict({ create, type }: Field): boolean {
  return create !== '-' && type.name !== 'String' && type.name !== 'Char';
}

function without(form: Form, name: string): Form {
  return Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));
}

/** What those fields of a form that can be read must show. */
function expectedOf({ fields }: Resource, form: Form): Form {
  const shown = Object.entries(form).flatMap(([name, text]) => {
    const field = fields.get(name);
    return field === undefined || field.read === '-' || !field.stored ? [] : [[name, shownText(field, text)]];
  });
  return Object.fromEntries(shown) as Form;
}

function shownText({ type }: Field, text: string): string {
  if (text === '') return '';
  if (type.name === 'Boolean') return ['1', 'true'].includes(text.toLowerCase()) ? '1' : '0';
  return type.name === 'Decimal' ? String(Number(text)) : text;
}
