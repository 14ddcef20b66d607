// The only error class that reaches a client. Anything else thrown is a defect and answers 500.
import { catalogue, type ErrorCode } from './catalogue.ts';

/** What a program can read beside the sentence: the field at fault and facts such as the row collided with. */
export interface ErrorDetails {
  readonly field?: string;
  readonly data?: unknown;
}

/**
 * A refusal. `message` is one English sentence that names the field, the value it got and what would be right.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.field = details.field;
    this.data = details.data;
  }

  /** The HTTP status, which is also the envelope's `Error`. */
  get status(): number {
    return catalogue[this.code].status;
  }
}

/** Marks a `switch` as complete: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
