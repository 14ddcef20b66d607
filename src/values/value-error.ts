// A value that does not have the form its type wants. Callers add the field's name and make it an ApiError.

/** `expected` completes the sentence "must be …"; `data` says for programs what would be right, where it is one value. */
export class ValueError extends Error {
  readonly expected: string;
  readonly data: Readonly<Record<string, string>> | undefined;

  constructor(expected: string, data?: Readonly<Record<string, string>>) {
    super(`must be ${expected}`);
    this.data = data;
    this.name = 'ValueError';
    this.expected = expected;
  }
}
