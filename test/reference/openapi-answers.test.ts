// What the OpenAPI document says of parameters, of answers and of logging in, shown on the library.
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

  it('are all that the interface has, each once', () => {
    const fields = Object.keys(schemas.Books.properties).filter((name) => name !== 'reader');
    const meta =
      '_limit _offset _order_by _order_desc _sort_direction _since _fetch_deleted _fields _resolve _group_by';
    const names = [
      ...meta.split(' '),
      'If-None-Match',
      ...fields.flatMap((name) => [name, `_op__${name}`, `_aggregate__${name}`]),
    ];
    assert.deepEqual(all.map(({ name }) => name as string).sort(), names.sort());
  });

  it('give filters their operators, and aggregates only to fields that can have them', () => {
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

  it('have children and changes only where there are any', () => {
    const parent = (document.paths['/v4/readers/read'].get.parameters as Any[]).map((one) =>
      resolved(document, one),
    );
    const names = parent.map(({ name }) => name as string);
    assert.ok(names.includes('nestedEntities'));
    for (const name of ['_since', '_fetch_deleted', '_resolve']) assert.ok(!names.includes(name), name);
  });
});

describe('a read that is asked by the fields of its resource', () => {
  const { parameters, responses, summary } = document.paths['/v4/habits/read'].get;

  it('takes these and nothing else, without operators', () => {
    assert.deepEqual(parameters, [
      {
        name: 'reader_id',
        in: 'query',
        required: true,
        schema: { type: 'integer' },
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

  it('answers rows of any form', () => {
    accepts('Habits', [{ kinds: { novel: 3 }, favourite: 'Ulysses' }], true);
    assert.equal(schemas.Habits.additionalProperties, true);
    assert.equal(schemas.Habits.properties, undefined);
  });
});

describe('what is answered', () => {
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

  it('is an envelope of rows', () => {
    accepts('BooksReadResult', [{ ...frame, Results: [{ id: 1 }] }], true);
    accepts('BooksReadResult', [{ ...frame }, { Results: [] }, { ...frame, Results: [{ id: 'x' }] }], false);
  });

  it('lists deletions where changes are tracked', () => {
    const deletion = { id: 1, deleted_at: '2026-06-01 08:00:00' };
    accepts('BooksReadResult', [{ ...frame, Results: [], Deleted: [deletion], FullResync: 1 }], true);
    accepts('BooksReadResult', [{ ...frame, Results: [], Deleted: [{ id: 1 }] }], false);
    assert.equal(schemas.ReadersReadResult.allOf[1].properties.Deleted, undefined);
  });

  it('tells of each item of a batch whether it succeeded', () => {
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

  it('is a refusal with a code of the catalogue', () => {
    const refusal = { ...frame, Success: false, Error: 422, ErrorMessage: 'x' };
    accepts(
      'ErrorEnvelope',
      [{ ...refusal, ErrorExtended: { errorCode: 'not_unique', field: 'title' } }],
      true,
    );
    accepts('ErrorEnvelope', [refusal, { ...refusal, ErrorExtended: { errorCode: 'bad_luck' } }], false);
  });
});

describe('logging in', () => {
  it('takes each grant with what it needs, as form data or JSON', () => {
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
