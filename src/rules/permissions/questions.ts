// The questions that the permissionResolve… resources answer: may a person do this, and on whose rows?
// An id belongs to its question for ever; new questions are appended.
import type { Row } from '#resource/rule.ts';

/** One question: an action of a resource. */
export interface Question {
  readonly id: number;
  /** Name by which programs know it, such as readTimeTrackings. */
  readonly name: string;
  readonly resource: string;
  /** read, create, update, delete, or an action of the resource's own. */
  readonly action: string;
  readonly description: string;
}

const asked: readonly (readonly [action: string, resource: string, sentence: string])[] = [
  ['read', 'users', 'See the personnel data of a person.'],
  ['create', 'users', 'Create a person.'],
  ['update', 'users', 'Change the personnel data of a person.'],
  ['delete', 'users', 'Delete a person.'],
  ['read', 'timeTrackings', 'See the times of a person.'],
  ['create', 'timeTrackings', 'Book times for a person.'],
  ['update', 'timeTrackings', 'Change times of a person.'],
  ['delete', 'timeTrackings', 'Delete times of a person.'],
  ['read', 'timeTrackingChangelogs', 'See who changed the times of a person.'],
  ['read', 'checkpointTrackings', 'See the checkpoints that a person passed.'],
  ['update', 'checkpointTrackings', 'Change recorded checkpoints of a person.'],
  ['delete', 'checkpointTrackings', 'Delete recorded checkpoints of a person.'],
];

/** Every question. */
export const questions: readonly Question[] = asked.map(([action, resource, description], index) => ({
  id: index + 1,
  name: action + resource.slice(0, 1).toUpperCase() + resource.slice(1),
  resource,
  action,
  description,
}));

/** The rows of `permissionResolveQuestions`. */
export const questionRows: readonly Row[] = questions.map(({ id, name, resource, action, description }) => ({
  id,
  question_name: name,
  question_description: description,
  question_endpoint: `${resource}/${action}`,
}));
