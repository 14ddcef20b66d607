// What a unit of work is ended with when it needs an answer that has not come yet: it runs again as soon as it has.

/** Thrown through rules and all that they call. Work that catches errors throws it on. */
export class Missing extends Error {}

/** The only instance: its stack says nothing, and making one for each question would cost time. */
export const missing = new Missing('This unit of work runs again with the answer that it waits for.');

type Answers<T extends readonly (() => unknown)[]> = { -readonly [K in keyof T]: ReturnType<T[K]> };

/** Asks several things that do not depend on each other, so that a database far away is waited for once. They write nothing. */
export function together<const T extends readonly (() => unknown)[]>(questions: T): Answers<T> {
  let isMissing = false;
  const answers = questions.map((question) => {
    try {
      return question();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      isMissing = true;
      return undefined;
    }
  });
  if (isMissing) throw missing;
  return answers as Answers<T>;
}
