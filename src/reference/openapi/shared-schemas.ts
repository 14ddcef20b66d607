// Schemas that all resources share: values, envelopes, errors (specification §2, decisions §2 and §3).
import { catalogue } from '#errors/catalogue.ts';
import { aggregateFunctions, operators } from '#plan/read-parameters.ts';
import type { JsonObject } from '../json.ts';
import { schemaRef } from './component-names.ts';

const dateTime = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$`,
  examples: ['2026-06-01 08:00:00'],
};
const date = { type: 'string', format: 'date', examples: ['2026-06-01'] };
const time = { type: 'string', pattern: String.raw`^\d{2}:\d{2}:\d{2}$`, examples: ['08:00:00'] };

const values: JsonObject = {
  Flag: { type: 'integer', enum: [0, 1] },
  FlagOrNull: { type: ['integer', 'null'], enum: [0, 1, null] },
  FlagInput: { type: ['integer', 'boolean'], enum: [0, 1, false, true] },
  FlagInputOrNull: { type: ['integer', 'boolean', 'null'], enum: [0, 1, false, true, null] },
  Date: date,
  DateOrNull: { ...date, type: ['string', 'null'] },
  Time: time,
  TimeOrNull: { ...time, type: ['string', 'null'] },
  DateTime: dateTime,
  DateTimeOrNull: { ...dateTime, type: ['string', 'null'] },
};

const filters: JsonObject = {
  NumberFilter: { type: ['number', 'string'], description: 'A number, or what the operator takes.' },
  FlagFilter: { type: ['integer', 'boolean', 'string'], description: '1 or 0, or what the operator takes.' },
  TextFilter: { type: 'string', description: 'A value, or what the operator takes.' },
  Operator: {
    type: 'string',
    enum: [...operators],
    description:
      'How the filter compares; without it eq. in and nin take values separated by |, betw two of them, like a part of the value; null and notnull look at no value.',
  },
  NumberAggregate: { type: 'string', enum: [...aggregateFunctions] },
  TextAggregate: {
    type: 'string',
    enum: aggregateFunctions.filter((name) => name !== 'sum' && name !== 'avg'),
  },
};

const frame: JsonObject = {
  Host: { type: 'string' },
  Codeversion: { type: 'string' },
  Success: { type: 'boolean' },
  SuccessNested: { type: 'boolean', description: 'Whether every nested child succeeded too.' },
  NumResults: { type: 'integer' },
  NumResultsNested: { type: 'integer' },
  ResourceName: { type: 'string' },
  RequestStartTime: {
    ...schemaRef('DateTime'),
    description: 'Pass it on as the next _since and no change is lost.',
  },
  RequestEndTime: schemaRef('DateTime'),
  ServerTimeZone: { type: 'string', description: 'IANA time zone of the moments that the server writes.' },
};

const failure: JsonObject = {
  Error: { type: 'integer', description: 'The HTTP status; 400 with a 405 or 413.' },
  ErrorMessage: {
    type: 'string',
    description: 'One sentence: the field, the value it got, what would be right.',
  },
  ErrorExtended: {
    type: 'object',
    required: ['errorCode'],
    properties: {
      errorCode: { type: 'string', enum: Object.keys(catalogue) },
      field: { type: 'string' },
      data: { description: 'Facts for programs, such as the row that is collided with.' },
    },
  },
};

const itemFrame: JsonObject = {
  SuccessNested: { type: 'boolean' },
  NumResults: { type: 'integer' },
  NumResultsNested: { type: 'integer' },
  ResourceName: { type: 'string' },
};

const envelopes: JsonObject = {
  Envelope: { type: 'object', required: Object.keys(frame), properties: frame },
  ErrorEnvelope: {
    allOf: [
      schemaRef('Envelope'),
      { type: 'object', required: ['Error', 'ErrorMessage', 'ErrorExtended'], properties: failure },
    ],
  },
  FailedItem: {
    type: 'object',
    required: ['Success', ...Object.keys(itemFrame), ...Object.keys(failure)],
    properties: { Success: { const: false }, ...itemFrame, ...failure },
  },
  Deletion: {
    type: 'object',
    required: ['id', 'deleted_at'],
    properties: { id: { type: 'integer' }, deleted_at: schemaRef('DateTime') },
  },
  Affected: {
    type: 'object',
    description: 'Rows that were changed beside the ones asked for, by resource.',
    additionalProperties: { type: 'array', items: { type: 'object' } },
  },
};

const login: JsonObject = {
  ClientCredentialsGrant: grant('client_credentials', {}),
  PasswordGrant: grant('password', {
    username: { type: 'string' },
    password: { type: 'string', format: 'password' },
  }),
  RefreshTokenGrant: grant('refresh_token', { refresh_token: { type: 'string' } }),
  Revocation: {
    type: 'object',
    required: ['token'],
    properties: {
      token: {
        type: 'string',
        description: 'An access token or a refresh token; either ends the whole login.',
      },
      token_type_hint: { type: 'string' },
      ...clientProperties(),
    },
  },
  Tokens: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in'],
    properties: {
      access_token: { type: 'string' },
      token_type: { const: 'bearer' },
      expires_in: { type: 'integer', description: 'Seconds.' },
      refresh_token: { type: 'string', description: 'Not with client_credentials.' },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
};

function clientProperties(): JsonObject {
  return {
    client_id: { type: 'string' },
    client_secret: { type: 'string', format: 'password' },
  };
}

/** Client id and secret may come by HTTP Basic instead. */
function grant(name: string, more: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['grant_type', ...Object.keys(more)],
    properties: { grant_type: { const: name }, ...clientProperties(), ...more },
  };
}

/** All of them, by name. */
export const sharedSchemas: JsonObject = { ...values, ...filters, ...envelopes, ...login };

/** What an item of a batch and a nested child say of themselves beside `Success` and `Results`. */
export const itemMembers = itemFrame;
/** What a batch says of the items that failed. */
export const batchFailure: JsonObject = {
  NumErrors: { type: 'integer', description: 'How many items failed; not there when none did.' },
  Error: { type: 'integer' },
  ErrorMessage: { type: 'string' },
};
