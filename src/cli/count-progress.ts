// How far a command that goes from person to person has come, for people who wait.

const tellEvery = 100;

/** Tells after every hundredth person; few people need no telling. */
export function countProgress(
  done: string,
  warn: (sentence: string) => void,
): (count: number, all: number) => void {
  return (count, all) => {
    if (count % tellEvery === 0 && count < all) warn(`${count} of ${all} people ${done}`);
  };
}
