// Every reason for which Hourbook refuses a request, with the HTTP status (= the envelope's `Error`) it answers.
// A code is never reused for another meaning. It must not know HTTP, SQL or any resource.

interface Entry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly meaning: string;
}

/** All error codes, as they appear in `ErrorExtended.errorCode`, grouped by the step that raises them. */
export const catalogue = {
  // http and request
  malformed_body: { status: 400, meaning: 'The body is not JSON or form data that can be read.' },
  malformed_parameter: { status: 400, meaning: 'The query string or a header cannot be read.' },
  body_too_large: { status: 413, meaning: 'The body is larger than the server accepts.' },
  file_too_large: { status: 413, meaning: 'A file is larger than the server accepts.' },
  body_too_slow: { status: 408, meaning: 'The body did not come in time.' },
  unsupported_encoding: { status: 415, meaning: 'The body is compressed, which the server does not accept.' },
  unknown_address: { status: 404, meaning: 'No such account, version, resource or action.' },
  wrong_method: { status: 405, meaning: 'The action exists, but under another HTTP method.' },
  empty_batch: { status: 400, meaning: 'A batch holds no item.' },
  batch_too_large: {
    status: 422,
    meaning: 'A batch holds more than 100 items, or more than 2,000 entities.',
  },
  // oauth and access
  authentication_missing: { status: 403, meaning: 'The Authorization header is missing.' },
  login_failed: {
    status: 401,
    meaning: 'The username or the password is wrong, or the user may not log in.',
  },
  not_same_origin: {
    status: 403,
    meaning: 'A request with the session cookie lacks `X-Hourbook: 1` or `Sec-Fetch-Site: same-origin`.',
  },
  other_account: { status: 401, meaning: 'The token belongs to another account.' },
  account_suspended: { status: 401, meaning: 'The account is suspended by the operator of the server.' },
  not_allowed: { status: 401, meaning: 'The caller may not do this.' },
  field_not_allowed: { status: 401, meaning: 'The caller may not see or write this field.' },
  answer_too_large: { status: 422, meaning: 'The answer would hold more rows or bytes than a read may.' },
  too_many_streams: { status: 429, meaning: 'As many streams of changes as there may be are open.' },
  // plan
  missing_parameter: { status: 400, meaning: 'A required parameter is missing.' },
  unknown_parameter: { status: 422, meaning: 'No field or parameter has this name.' },
  unknown_operator: { status: 422, meaning: 'No operator or aggregate has this name.' },
  invalid_value: { status: 422, meaning: 'A value has the wrong type or is out of range.' },
  read_only_field: {
    status: 422,
    meaning: 'The field is set by the server, or stands once the row is created.',
  },
  contradiction: { status: 422, meaning: 'Two parameters contradict each other.' },
  // sql and rules
  unknown_reference: { status: 422, meaning: 'No row has this id, or none that the caller may read.' },
  not_unique: { status: 422, meaning: 'Another row has this value already.' },
  key_reused: { status: 422, meaning: 'The Idempotency-Key came before with other values.' },
  row_deleted: {
    status: 422,
    meaning: 'The row that was made with this Idempotency-Key has been deleted since.',
  },
  in_use: { status: 422, meaning: 'Other rows still refer to this one.' },
  conflict: { status: 422, meaning: 'The change collides with another row.' },
  locked: { status: 422, meaning: 'The row is approved and cannot be changed.' },
  weak_password: { status: 422, meaning: 'The password does not suit the rules of the account.' },
  wrong_password: { status: 422, meaning: 'The old password is wrong.' },
  invalid_code: { status: 422, meaning: 'The one-time code is unknown, expired or was used.' },
  too_many_attempts: {
    status: 422,
    meaning: 'Too many attempts; `data.retry_after` says how many seconds to wait.',
  },
  mail_unavailable: { status: 422, meaning: 'The server has no mail server through which to send.' },
  files_unavailable: { status: 422, meaning: 'The server has no place where it keeps files.' },
  files_full: { status: 422, meaning: 'The files of the account take as many bytes as they may.' },
  file_not_found: { status: 404, meaning: 'There is no such file, or none that the caller may read.' },
  rule_broken: { status: 422, meaning: 'A rule of the domain forbids this.' },
  // the server itself
  overloaded: { status: 503, meaning: 'The server is overloaded, starting or shutting down.' },
  storage_full: {
    status: 503,
    meaning: 'The storage of the server is full: reads go on, nothing was changed.',
  },
  storage_unreachable: {
    status: 503,
    meaning: 'The place where the server keeps files cannot be reached; try again later.',
  },
  internal: { status: 500, meaning: 'Something unforeseen happened.' },
} as const satisfies Record<string, Entry>;

/** A key of {@link catalogue}. */
export type ErrorCode = keyof typeof catalogue;
