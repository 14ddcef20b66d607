// Tests the whole OpenAPI document: it is valid, complete and consistent.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '#reference/openapi/openapi-document.ts';
import { sharedSchemas } from '#reference/openapi/shared-schemas.ts';
import { buildSchema } from '#resource/schema.ts';
import { loadResources } from '../../src/load-resources.ts';
import { library } from './library.ts';
import {
  operationsIn,
  referencesIn,
  resolved,
  schemaCompiler,
  schemaPointers,
  type Any,
} from './document-checks.ts';

const schema = buildSchema(await loadResources());
const options = { version: '1.2.3', prefix: '/v4', account: 'acme' };
const document = plain(openApiDocument(schema, options));
const everywhere = plain(openApiDocument(schema, { ...options, account: null }));
const books = plain(openApiDocument(buildSchema(library), options));

/** As a client gets it. */
function plain(value: unknown): Any {
  return JSON.parse(JSON.stringify(value)) as Any;
}

async function faultsOf(value: Any): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(plain(value));
  return valid ? null : errors;
}

describe('all OpenAPI documents', () => {
  it('are valid by the schema of OpenAPI 3.1', async () => {
    for (const one of [document, everywhere, books]) {
      assert.equal(one.openapi, '3.1.0');
      assert.equal(await faultsOf(one), null);
    }
  });
});

for (const [which, one] of Object.entries({ 'of an account': document, 'of the library': books })) {
  describe(`the document ${which}`, () => {
    it('has schemas that are valid by JSON Schema 2020-12', () => {
      const compile = schemaCompiler(one);
      for (const pointer of schemaPointers(one)) assert.doesNotThrow(() => compile(pointer), pointer);
    });

    it('has no broken reference and no unused component', () => {
      const used = new Set(referencesIn(one));
      for (const $ref of used) assert.notEqual(resolved(one, { $ref }), undefined, $ref);
      const kinds = Object.entries<Any>(one.components).filter(([kind]) => kind !== 'securitySchemes');
      const all = kinds.flatMap(([kind, parts]) =>
        Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
      );
      const values = Object.keys(sharedSchemas).map((name) => `#/components/schemas/${name}`);
      const unused = all.filter((pointer) => !used.has(pointer) && !values.includes(pointer));
      assert.deepEqual(unused, []);
    });

    it('has a unique operation id of resource and action', () => {
      const ids = operationsIn(one).map(({ operation }) => operation.operationId as string);
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids) assert.match(id, /^[a-zA-Z]+_[a-zA-Z]+$/);
    });

    it('has examples that fit their schemas', () => {
      const compile = schemaCompiler(one);
      for (const { path, method, operation } of operationsIn(one)) {
        const json = operation.requestBody?.content['application/json'];
        if (json?.example === undefined) continue;
        const at = path.replaceAll('/', '~1');
        const fits = compile(`#/paths/${at}/${method}/requestBody/content/application~1json/schema`);
        assert.ok(fits(json.example), `${operation.operationId}: ${JSON.stringify(fits.errors)}`);
      }
    });
  });
}

describe('the checks of this file', () => {
  it('find an invalid document, an invalid schema and an invalid body', async () => {
    assert.notEqual(await faultsOf({ ...document, paths: { 'no-slash': {} } }), null);
    assert.notEqual(await faultsOf({ ...document, servers: [{}] }), null);
    const wrong = plain(document);
    wrong.components.schemas.Users.properties.id.type = 'inteeger';
    assert.throws(() => schemaCompiler(wrong)('#/components/schemas/Users'));
    const create = schemaCompiler(document)('#/components/schemas/UsersCreate');
    assert.equal(create({ username: 'a', lastname: 'b', firstname: 'c' }), false);
    assert.equal(create({ username: 'a', lastname: 'b', firstname: 'c', password: 'd', active: 2 }), false);
    assert.equal(create({ username: 'a', lastname: 'b', firstname: 'c', password: 'd', active: 1 }), true);
  });
});

describe('the operations', () => {
  const served = new Map(
    operationsIn(document).map(({ path, method, operation }) => [`${method} ${path}`, operation]),
  );

  it('are exactly the declared actions with their methods', () => {
    const methods = { read: 'get', create: 'post', update: 'put', delete: 'delete' };
    const expected = new Set([
      'post /auth/oauth2/token',
      'post /auth/oauth2/revoke',
      'get /v4/deltaSync/read',
      'get /v4/fetchData/read',
      'get /v4/exports/timesheets',
    ]);
    for (const resource of schema.resources.values()) {
      const at = (method: string, address: string): unknown =>
        expected.add(`${method.toLowerCase()} /v4/${resource.name}/${address}`);
      const byId = !['computed', 'report'].includes(resource.storage) && resource.pair === null;
      for (const action of resource.actions) {
        if (action !== 'delete' || !byId) at(methods[action], action);
        if (action !== 'create' && byId) at(methods[action], `${action}/{id}`);
      }
      for (const name of Object.keys(resource.namedReads)) at('get', name);
      if (resource.content !== null) at('get', 'download/{id}');
      for (const { name, methods: own, on } of resource.customActions.values()) {
        at(own[0] as string, name);
        if (on !== 'resource') at(own[0] as string, `${name}/{id}`);
      }
    }
    assert.deepEqual([...served.keys()].sort(), [...expected].sort());
  });

  it('have operation ids of resource and action', () => {
    const names: readonly [place: string, name: string][] = [
      ['get /v4/timeTrackings/read', 'timeTrackings_read'],
      ['get /v4/timeTrackings/read/{id}', 'timeTrackings_readById'],
      ['put /v4/users/update', 'users_update'],
      ['put /v4/users/update/{id}', 'users_updateById'],
      ['get /v4/users/me', 'users_me'],
      ['delete /v4/teamMembers/delete', 'teamMembers_delete'],
      ['get /v4/deltaSync/read', 'deltaSync_read'],
      ['post /auth/oauth2/token', 'auth_token'],
    ];
    for (const [place, name] of names) assert.equal(served.get(place)?.operationId, name);
  });

  it('have paths with the requested version and form of address', () => {
    const other = openApiDocument(schema, { ...options, prefix: '/userapi/v3' }) as Any;
    assert.ok('/userapi/v3/users/read' in other.paths);
    assert.ok('/auth/oauth2/token' in other.paths);
  });

  it('require a token, except for login and open actions', () => {
    assert.deepEqual(document.security, [{ login: [] }, { token: [] }]);
    const free = [...served.values()].filter(({ security }) => security !== undefined);
    const declared = [...schema.resources.values()].flatMap((resource) => [
      ...(resource.open ? [`${resource.name}_read`] : []),
      ...[...resource.customActions.values()]
        .filter((action) => action.open)
        .flatMap(({ name, on }) => [name, ...(on === 'resource' ? [] : [`${name}ById`])])
        .map((name) => `${resource.name}_${name}`),
    ]);
    assert.deepEqual(
      free.map(({ operationId }) => operationId as string).sort(),
      ['auth_token', 'auth_revoke', ...declared].sort(),
    );
    assert.ok(declared.includes('serverCommunication_read'));
  });
});

describe('the account in the document', () => {
  it('appears by its name only', () => {
    const text = JSON.stringify(document);
    const other = JSON.stringify(openApiDocument(schema, { ...options, account: 'rival' }));
    assert.equal(text.replaceAll('/acme', '/rival'), other);
    assert.deepEqual(document.servers, [{ url: '/acme' }]);
    const { flows } = document.components.securitySchemes.login;
    assert.equal(flows.password.tokenUrl, '/acme/auth/oauth2/token');
    assert.equal(flows.clientCredentials.tokenUrl, '/acme/auth/oauth2/token');
  });

  it('is a variable when no account is given', () => {
    assert.equal(everywhere.servers[0].url, '/{account}');
    assert.equal(everywhere.servers[0].variables.account.default, 'demo');
    assert.ok(!JSON.stringify(everywhere).includes('acme'));
  });

  it('leaves the document below 1500 bytes for each field', () => {
    const fields = [...schema.resources.values()].reduce((sum, { fields: { size } }) => sum + size, 0);
    assert.ok(JSON.stringify(document).length < fields * 1500, `${JSON.stringify(document).length / fields}`);
  });
});
