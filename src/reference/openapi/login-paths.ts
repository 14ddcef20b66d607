// The token endpoint and the end of a login (specification §5, RFC 6749, RFC 7009).
import type { JsonObject } from '../json.ts';
import { responseRef, schemaRef } from './component-names.ts';

const grants = ['ClientCredentialsGrant', 'PasswordGrant', 'RefreshTokenGrant'].map(schemaRef);

/** The paths behind the account. */
export const loginPaths: JsonObject = {
  '/auth/oauth2/token': {
    post: {
      operationId: 'auth_token',
      tags: ['auth'],
      summary: 'Logs in, or refreshes a login',
      description: 'Client id and secret stand in the form or in an Authorization header (Basic).',
      security: [{}, { client: [] }],
      requestBody: formOrJson({ oneOf: grants }),
      responses: {
        '200': { description: 'Tokens.', content: { 'application/json': { schema: schemaRef('Tokens') } } },
        ...refusals(),
      },
    },
  },
  '/auth/oauth2/revoke': {
    post: {
      operationId: 'auth_revoke',
      tags: ['auth'],
      summary: 'Ends a login',
      security: [{}, { client: [] }],
      requestBody: formOrJson(schemaRef('Revocation')),
      responses: {
        '200': {
          description: 'The login is over.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        ...refusals(),
      },
    },
  },
};

function refusals(): JsonObject {
  return {
    '400': responseRef('LoginRefused'),
    '401': responseRef('LoginRefused'),
    default: responseRef('Refused'),
  };
}

function formOrJson(schema: JsonObject): JsonObject {
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
  };
}
