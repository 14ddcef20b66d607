// Tests parameters, answers and login in the OpenAPI document of the library.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolved, type Any } from './document-checks.ts';
import { accepts, compile, document } from './library-document.ts';

const { schemas } = document.components;

describe('the parameters of a read', () => {
  const all = (document.paths['/v4/books/read'].get.parameters as Any[]).map((one) =>
    resolved(document, one),
  );
  const named = (name: string): Any => all.find((one) => one.name === name);

  it('include each parameter of the interface once', () => {
    const fields = Object.keys(schemas.Books.properties).filter((name) => name !== 'reader');
    const meta =
      '_limit _offset _count _order_by _order_desc _sort_direction _since _fetch_deleted _fields _resolve _group_by';
    const names = [
      ...meta.split(' '),
      'If-None-Match',
      ...fields.flatMap((name) => [name, `_op__${name}`, `_aggregate__${name}`]),
    ];
    assert.deepEqual(all.map(({ name }) => name as string).sort(), names.sort());
  });

  it('give filters operators, and fields the aggregates of their type', () => {
    const { Operator, NumberAggregate, TextAggregate } = schemas;
    assert.deepEqual(Operator.enum.slice(0, 4), ['eq', 'neq', 'gt', 'gteq']);
    assert.equal(Operator.enum.length, 12);
    assert.deepEqual(TextAggregate.enum, ['max', 'min', 'count', 'group_concat']);
    assert.equal(resolved(document, named('_aggregate__price').schema), NumberAggregate);
    assert.equal(resolved(document, named('_aggregate__title').schema), TextAggregate);
    assert.equal(resolved(document, named('_op__title').schema), Operator);
  });

  it('list fields and relations separated by commas', () => {
    for (const [name, items] of [
      ['_fields', schemas.BooksField],
      ['_resolve', schemas.BooksRelation],
      ['_group_by', schemas.BooksField],
    ] as const) {
      const { style, explode, schema } = named(name);
      assert.deepEqual([style, explode, schema.type], ['form', false, 'array']);
      assert.equal(resolved(document, schema.items), items);
    }
    assert.deepEqual(schemas.BooksRelation.enum, ['reader_id']);
    assert.equal(named('_limit').schema.maximum, 10_000);
  });

  it('include children and delta only where the resource has them', () => {
    const parent = (document.paths['/v4/readers/read'].get.parameters as Any[]).map((one) =>
      resolved(document, one),
    );
    const names = parent.map(({ name }) => name as string);
    assert.ok(names.includes('nestedEntities'));
    for (const name of ['_since', '_fetch_deleted', '_resolve']) assert.ok(!names.includes(name), name);
  });
});

describe('a computed read', () => {
  const { parameters, responses, summary } = document.paths['/v4/habits/read'].get;

  it('takes the fields as parameters without operators', () => {
    assert.deepEqual(parameters, [
      {
        name: 'reader_id',
        in: 'query',
        required: true,
        schema: { type: 'integer', 'x-relation': 'readers' },
        description: 'Who reads.',
      },
      {
        name: 'since',
        in: 'query',
        schema: { $ref: '#/components/schemas/Date' },
        description: 'From which day; all days unless given.',
      },
    ]);
    assert.equal(summary, 'Rows worked out for what the parameters ask');
    assert.equal(responses['304'], undefined);
  });

  it('allows rows of any form', () => {
    accepts('Habits', [{ kinds: { novel: 3 }, favourite: 'Ulysses' }], true);
    assert.equal(schemas.Habits.additionalProperties, true);
    assert.equal(schemas.Habits.properties, undefined);
  });
});

describe('the schema of an answer', () => {
  const frame = {
    Host: 'h',
    Codeversion: '1',
    Success: true,
    SuccessNested: true,
    NumResults: 1,
    NumResultsNested: 1,
    ResourceName: 'books',
    RequestStartTime: '2026-06-01 08:00:00',
    RequestEndTime: '2026-06-01 08:00:00',
    ServerTimeZone: 'UTC',
  };

  it('requires an envelope of rows with HasMore', () => {
    const page = { ...frame, HasMore: 0 };
    accepts('BooksReadResult', [{ ...page, Results: [{ id: 1 }] }], true);
    accepts('BooksReadResult', [{ ...page, Results: [], NumResultsTotal: 7 }], true);
    accepts('BooksReadResult', [page, { Results: [] }, { ...page, Results: [{ id: 'x' }] }], false);
    accepts('BooksReadResult', [{ ...frame, Results: [] }], false);
  });

  it('includes deletions where changes are tracked', () => {
    const deletion = { id: 1, deleted_at: '2026-06-01 08:00:00' };
    const page = { ...frame, HasMore: 1, Results: [] };
    accepts('BooksReadResult', [{ ...page, Deleted: [deletion], FullResync: 1 }], true);
    accepts('BooksReadResult', [{ ...page, Deleted: [{ id: 1 }] }], false);
    assert.equal(schemas.ReadersReadResult.allOf[1].properties.Deleted, undefined);
  });

  it('requires the success of each item of a batch', () => {
    const item = { SuccessNested: true, NumResults: 1, NumResultsNested: 1, ResourceName: 'books' };
    const good = { ...item, Success: true, Results: [{ id: 1 }] };
    const bad = {
      ...item,
      Success: false,
      Error: 422,
      ErrorMessage: 'x',
      ErrorExtended: { errorCode: 'locked' },
    };
    const batch = { ...frame, isBatch: 1, NumErrors: 1, Error: 422, ErrorMessage: 'x' };
    accepts('BooksBatchResult', [{ ...batch, Results: [good, bad] }], true);
    accepts(
      'BooksBatchResult',
      [
        { ...batch, Results: [{ id: 1 }] },
        { ...batch, Results: [{ ...bad, Error: 'x' }] },
      ],
      false,
    );
  });

  it('requires an error code of the catalogue in a refusal', () => {
    const refusal = { ...frame, Success: false, Error: 422, ErrorMessage: 'x' };
    accepts(
      'ErrorEnvelope',
      [{ ...refusal, ErrorExtended: { errorCode: 'not_unique', field: 'title' } }],
      true,
    );
    accepts('ErrorEnvelope', [refusal, { ...refusal, ErrorExtended: { errorCode: 'bad_luck' } }], false);
  });
});

describe('the token request', () => {
  it('requires the fields of each grant, as form data or JSON', () => {
    const { requestBody, security } = document.paths['/auth/oauth2/token'].post;
    assert.deepEqual(Object.keys(requestBody.content), [
      'application/x-www-form-urlencoded',
      'application/json',
    ]);
    assert.deepEqual(security, [{}, { client: [] }]);
    const fits = compile(
      '#/paths/~1auth~1oauth2~1token/post/requestBody/content/application~1x-www-form-urlencoded/schema',
    );
    const client = { client_id: 'a', client_secret: 'b' };
    for (const [body, good] of [
      [{ grant_type: 'client_credentials', ...client }, true],
      [{ grant_type: 'client_credentials' }, true],
      [{ grant_type: 'password', ...client, username: 'c', password: 'd' }, true],
      [{ grant_type: 'password', ...client, username: 'c' }, false],
      [{ grant_type: 'refresh_token', ...client, refresh_token: 'e' }, true],
      [{ grant_type: 'refresh_token', ...client }, false],
      [{ grant_type: 'authorization_code' }, false],
    ] as const) {
      assert.equal(fits(body), good, JSON.stringify(body));
    }
  });
});
