// A row of the table of what the specification says.

/** Section of the specification, what it says, the file below test/ whose test holds it, and the test's name in its source. */
export type Sentence = readonly [section: string, says: string, file: string, test: string];
