// What can be asked about rights, the same in every account.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'permissionResolveQuestions',
  doc: 'A question about rights, which the other permissionResolve resources answer.',
  storage: 'installation',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account of the server.'),
    question_name: field(types.string, '-O-', 'Name of the question, such as readTimeTrackings.', {
      maxLength: 255,
    }),
    question_description: field(types.string, '-O-', 'What is asked, in words.'),
    question_endpoint: field(types.string, '-O-', 'Resource and action that it is about.', {
      maxLength: 255,
    }),
  },
  actions: ['read'],
  access: sharedData,
});
