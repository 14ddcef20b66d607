// Tests rows, entities and custom actions in the OpenAPI document of the library.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolved, type Any } from './document-checks.ts';
import { accepts, compile, document } from './library-document.ts';

const { schemas } = document.components;

describe('schemas of rows', () => {
  it('have numbers, 1 and 0 for booleans, and null for empty fields', () => {
    const book = {
      id: 1,
      title: 'Ulysses',
      reader_id: null,
      price: 2.5,
      kind: 'novel',
      lent: 0,
      missed: null,
      shelf: 'A',
      printed: '1922-02-02',
      read_at: '08:30:00',
      updated: '2026-06-01 08:00:00',
    };
    accepts('Books', [book, { ...book, price: null, kind: null, printed: null, read_at: null }, {}], true);
    for (const [name, wrong] of Object.entries({
      id: '1',
      title: null,
      lent: true,
      price: '2.5',
      kind: 'play',
      shelf: 'AB',
      printed: '1922-02-30',
      read_at: '8:30',
      updated: '2026-06-01T08:00:00',
    })) {
      accepts('Books', [{ ...book, [name]: wrong }], false);
    }
  });

  it('hold the public fields of a related row or null', () => {
    accepts('Books', [{ reader: null }, { reader: { id: 1, name: 'Ann' } }], true);
    accepts('Books', [{ reader: 3 }, { reader: { id: 1 } }], false);
    assert.deepEqual(Object.keys(schemas.ReadersPublic.properties), ['id', 'name']);
    assert.equal(schemas.BooksPublic, undefined);
  });

  it('hold nothing of a resource without actions', () => {
    assert.deepEqual(
      Object.keys(schemas).filter((name) => name.startsWith('Stacks')),
      [],
    );
    assert.ok(!(document.tags as Any[]).some(({ name }) => name === 'stacks'));
  });

  it('never hold a secret', () => {
    assert.equal(schemas.Books.properties.secret_note, undefined);
    assert.ok(!schemas.BooksField.enum.includes('secret_note'));
  });

  it('have the description of each field', () => {
    assert.equal(schemas.Books.properties.price.description, 'What it costs.');
    assert.equal(schemas.Books.description, 'A book on a shelf.');
  });

  it('hold children as rows in reads and as results in writes', () => {
    accepts('ReadersWithChildren', [{ id: 1, nestedEntities: { books: [{ id: 2, title: 'x' }] } }], true);
    accepts('ReadersWithChildren', [{ id: 1, nestedEntities: { books: [{ id: 'x' }] } }], false);
    const item = { SuccessNested: true, NumResults: 1, NumResultsNested: 1, ResourceName: 'books' };
    const written = { id: 1, nestedEntities: { books: [{ ...item, Success: true, Results: [{ id: 2 }] }] } };
    accepts('ReadersWritten', [written], true);
    accepts('ReadersWritten', [{ id: 1, nestedEntities: { books: [{ id: 2 }] } }], false);
  });
});

describe('schemas of entities', () => {
  const book = { title: 'Ulysses', reader_id: 1 };

  it('have required fields for create and none for update', () => {
    accepts('BooksCreate', [book], true);
    accepts('BooksCreate', [{}, { title: 'Ulysses' }, { reader_id: 1 }], false);
    accepts('BooksUpdate', [{}, { title: 'x' }, { id: 7, price: 3 }], true);
  });

  it('limit bounds, lengths and allowed values', () => {
    const update = (name: string, good: readonly unknown[], bad: readonly unknown[]): void => {
      accepts(
        'BooksUpdate',
        good.map((value) => ({ [name]: value })),
        true,
      );
      accepts(
        'BooksUpdate',
        bad.map((value) => ({ [name]: value })),
        false,
      );
    };
    update('price', [0.5, 999.99, null], [0.49, 1000, 'a']);
    update('title', ['x'.repeat(80)], ['x'.repeat(81), null]);
    update('missed', [1, true, null], [2]);
    update('kind', ['novel', 'poem', null], ['play']);
    accepts(
      'BooksCreate',
      [1, 0, true, false].map((lent) => ({ ...book, lent })),
      true,
    );
    accepts(
      'BooksCreate',
      [2, 'yes', null].map((lent) => ({ ...book, lent })),
      false,
    );
  });

  it('describe the default of a field for create only', () => {
    assert.equal(schemas.BooksCreate.properties.price.description, 'What it costs. Default: 2.5.');
    assert.equal(schemas.BooksCreate.properties.kind.description, 'What kind it is. Default: novel.');
    assert.equal(schemas.BooksUpdate.properties.price.description, 'What it costs.');
    assert.equal(schemas.BooksCreate.properties.price['x-default'], 2.5);
    assert.ok(!('x-default' in schemas.BooksUpdate.properties.price));
    // With this keyword openapi-typescript would want the field to be sent.
    assert.ok(!('default' in schemas.BooksCreate.properties.price));
  });

  it('omit fields that only the server sets and mark secrets as write-only', () => {
    assert.equal(schemas.BooksCreate.properties.updated, undefined);
    assert.equal(schemas.BooksUpdate.properties.lent, undefined);
    assert.equal(schemas.BooksUpdate.properties.id.type, 'integer');
    assert.equal(schemas.BooksCreate.properties.secret_note.writeOnly, true);
  });

  it('name the resource that a relation refers to', () => {
    assert.equal(schemas.BooksCreate.properties.reader_id['x-relation'], 'readers');
    assert.ok(!('x-relation' in schemas.BooksCreate.properties.title));
  });

  it('take children without their parent, in JSON or as text in form data', () => {
    const children = (entity: object): object => ({ name: 'Ann', nestedEntities: { books: [entity] } });
    accepts(
      'ReadersCreate',
      [children({ title: 'x' }), { name: 'Ann', nestedEntities: '{"books":[]}' }],
      true,
    );
    accepts('ReadersCreate', [children({}), children({ title: 1 })], false);
  });

  it('take one entity, or a batch of 1 to 100 in JSON', () => {
    const at = '#/paths/~1v4~1books~1create/post/requestBody/content';
    const json = compile(`${at}/application~1json/schema`);
    const form = compile(`${at}/application~1x-www-form-urlencoded/schema`);
    for (const [value, inJson, inForm] of [
      [book, true, true],
      [[book, book], true, false],
      [[], false, false],
      [Array.from({ length: 100 }, () => book), true, false],
      [Array.from({ length: 101 }, () => book), false, false],
    ] as const) {
      assert.equal(json(value), inJson);
      assert.equal(form(value), inForm);
    }
  });
});

describe('schemas of custom actions', () => {
  it('have their parameters, and the row in the address or in the body', () => {
    accepts('BooksLendInput', [{ days: 3 }, { id: 1, days: 28, why: null }], true);
    accepts('BooksLendInput', [{}, { days: 0 }, { days: 29 }, { days: null }], false);
    const { put } = document.paths['/v4/books/lend/{id}'];
    assert.equal(put.operationId, 'books_lendById');
    assert.equal(put.summary, 'Gives it to a reader');
    assert.deepEqual(resolved(document, put.parameters[0]).name, 'id');
    assert.equal(document.paths['/v4/books/lend'].put.operationId, 'books_lend');
  });

  it('have both addresses for actions on a row or on parameters', () => {
    accepts('ReadersThankInput', [{ id: 1 }, { name: 'Ann' }, {}], true);
    assert.equal(document.paths['/v4/readers/thank'].put.operationId, 'readers_thank');
    const { put } = document.paths['/v4/readers/thank/{id}'];
    assert.equal(put.operationId, 'readers_thankById');
    assert.deepEqual(put.requestBody.content['application/json'].example, {});
  });

  it('have no id for actions on no row, and no token for open actions', () => {
    const { post } = document.paths['/v4/books/recommend'];
    assert.deepEqual(post.security, [{}]);
    assert.equal(document.paths['/v4/books/recommend/{id}'], undefined);
    assert.equal(schemas.BooksRecommendInput.properties.id, undefined);
    assert.deepEqual(
      Object.keys(document.components.responses).filter((name) => name.startsWith('Fines')),
      ['FinesWrittenOrBatch'],
    );
  });
});
