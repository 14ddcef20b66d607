// A value that does not have the form its type wants. Callers add the field's name and make it an ApiError.

/** `expected` completes the sentence "must be …". */
export class ValueError extends Error {
  readonly expected: string;

  constructor(expected: string) {
    super(`must be ${expected}`);
    this.name = 'ValueError';
    this.expected = expected;
  }
}
