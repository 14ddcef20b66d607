// The OpenAPI 3.1 document: everything that is declared, for programs. It must not know any account.
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { documentedResources } from '../actions.ts';
import type { JsonObject } from '../json.ts';
import { aggregatedPaths, aggregatedResponses, aggregatedSchemas } from './aggregated-paths.ts';
import { schemaRef } from './component-names.ts';
import { exportPaths } from './export-paths.ts';
import { loginPaths } from './login-paths.ts';
import { resourceParameters, sharedParameters } from './parameters.ts';
import { answer, resourcePaths, resourceResponses } from './resource-paths.ts';
import { childSchemas } from './entity-schemas.ts';
import { resourceSchemas } from './resource-schemas.ts';
import { publicSchemas } from './row-schemas.ts';
import { sharedSchemas } from './shared-schemas.ts';

/** What a document is made for. */
export interface DocumentOptions {
  readonly version: string;
  /** What stands between account and resource: `/v4`, `/userapi/v3` … */
  readonly prefix: string;
  /** The account in every address; `null`: a variable. */
  readonly account: string | null;
}

/** The account that stands in addresses which cannot hold a variable. */
const usualAccount = 'demo';

/** The whole document. */
export function openApiDocument(schema: Schema, options: DocumentOptions): JsonObject {
  const resources = documentedResources(schema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hourbook',
      version: options.version,
      summary: 'Time tracking for many accounts.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverOf(options)],
    security: [{ login: [] }, { token: [] }],
    tags: tagsOf(resources),
    paths: {
      ...loginPaths,
      ...prefixed(options.prefix, aggregatedPaths),
      ...prefixed(options.prefix, exportPaths),
      ...merged(resources, (resource) => prefixed(options.prefix, resourcePaths(resource, schema))),
    },
    components: {
      securitySchemes: securitySchemes(options),
      headers: {
        RequestId: { schema: { type: 'string' }, description: 'Names the request in the log of the server.' },
      },
      parameters: {
        rowId: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
        ...sharedParameters,
        ...merged(resources, (resource) => resourceParameters(resource, schema)),
      },
      responses: {
        ...sharedResponses,
        ...aggregatedResponses,
        ...merged(resources, resourceResponses),
      },
      schemas: {
        ...sharedSchemas,
        ...aggregatedSchemas(schema),
        ...merged(resources, (resource) => resourceSchemas(resource, schema)),
        ...publicSchemas(schema),
        ...childSchemas(schema),
      },
    },
  };
}

const description = `A REST service for time tracking.

- Log in at \`/auth/oauth2/token\`; every other request carries \`Authorization: Bearer <access token>\`. A credential belongs to one account.
- Answers are JSON, or XML with the header \`Accept: application/xml\`. A refusal has \`Success\` false, \`Error\`, \`ErrorMessage\` and \`ErrorExtended\`.
- Rows and fields that you may not see are not there. Unknown fields are refused, and unknown parameters too unless they begin with \`_\`: these are ignored.
- A create or update takes one entity, as JSON or form data, or a JSON array of at most 100. Items of a batch succeed or fail one by one.
- \`v3\`, \`v4\` and \`v5\` are one interface. An action other than create and update takes \`POST\` and \`PUT\` alike; one of them is shown.
- With \`_aggregate__<field>\`, what is computed stands under the field's name.
- To stay in step, send the \`RequestStartTime\` of the last answer as \`_since\`, with \`_fetch_deleted=1\`.`;

function serverOf({ account }: DocumentOptions): JsonObject {
  if (account !== null) return { url: `/${account}` };
  const variable = { default: usualAccount, description: 'Name of the account.' };
  return { url: '/{account}', variables: { account: variable } };
}

function securitySchemes({ account }: DocumentOptions): JsonObject {
  const tokenUrl = `/${account ?? usualAccount}/auth/oauth2/token`;
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: {} };
  const elsewhere = account === null ? ` Of the account ${usualAccount}; other accounts have their own.` : '';
  return {
    login: {
      type: 'oauth2',
      description: `A machine's credential, or a person's login.${elsewhere}`,
      flows: { clientCredentials: { tokenUrl, scopes: {} }, password: flow },
    },
    token: { type: 'http', scheme: 'bearer', description: 'An access token that you have already.' },
    client: { type: 'http', scheme: 'basic', description: 'Client id and secret, for the token endpoint.' },
  };
}

const sharedResponses: JsonObject = {
  NotModified: { description: 'You have this answer already.' },
  NotAllowed: answer('You may not do this, or the token does not work.', {
    anyOf: [schemaRef('ErrorEnvelope'), schemaRef('OAuthError')],
  }),
  Unprocessable: answer('A value cannot be taken, or a rule forbids it.', schemaRef('ErrorEnvelope')),
  Refused: answer('The request failed; ErrorMessage says why.', schemaRef('ErrorEnvelope')),
  LoginRefused: {
    description: 'No token is given (RFC 6749 §5.2).',
    content: { 'application/json': { schema: schemaRef('OAuthError') } },
  },
};

function tagsOf(resources: readonly Resource[]): readonly JsonObject[] {
  return [
    { name: 'auth', description: 'Logging in and out.' },
    { name: 'deltaSync', description: 'Changes of many resources in one answer.' },
    { name: 'fetchData', description: 'Rows of many resources in one answer.' },
    { name: 'exports', description: 'Files for payroll.' },
    ...resources.map(({ name, doc }) => ({ name, description: doc })),
  ];
}

function prefixed(prefix: string, paths: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [`${prefix}${path}`, item]));
}

function merged(resources: readonly Resource[], part: (resource: Resource) => JsonObject): JsonObject {
  return Object.assign({}, ...resources.map(part)) as JsonObject;
}
