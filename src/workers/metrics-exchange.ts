// One worker is asked for the metrics of the service, and every worker has its own: here they come together, without those
// of a worker that does not answer.
import type { WorkerMetrics } from './message.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Questions of workers for the metrics of the others. */
export interface MetricsExchange {
  /** A worker wants to know; it gets the answer under its own number of the question. */
  ask(asker: WorkerProcess, question: number): void;
  /** Resolves with those of every worker, for the process that supervises them. */
  gather(): Promise<readonly WorkerMetrics[]>;
  /** A worker has said its own. */
  told(teller: WorkerProcess, answer: { readonly question: number; readonly text: string }): void;
  /** A worker will not say anything any more. */
  gone(process: WorkerProcess): void;
}

/** Who has not answered after so many milliseconds is left out. */
const patience = 1000;

interface Question {
  readonly answered: (all: readonly WorkerMetrics[]) => void;
  readonly waitingFor: Set<WorkerProcess>;
  readonly all: WorkerMetrics[];
  readonly timer: NodeJS.Timeout;
}

/** Starts without questions; `serving` tells who can be asked. */
export function createMetricsExchange(serving: () => Iterable<WorkerProcess>): MetricsExchange {
  const open = new Map<number, Question>();
  let count = 0;
  const answerIfComplete = (id: number, question: Question): void => {
    if (question.waitingFor.size === 0) answer(id, question);
  };
  const answer = (id: number, { answered, all, timer }: Question): void => {
    clearTimeout(timer);
    open.delete(id);
    answered(all);
  };
  const askAll = (waitingFor: Set<WorkerProcess>, answered: Question['answered']): void => {
    const id = (count += 1);
    const timer = setTimeout(() => answer(id, question), patience);
    const question: Question = { answered, waitingFor, all: [], timer };
    open.set(id, question);
    for (const process of waitingFor) process.tell({ kind: 'tell_metrics', question: id });
    answerIfComplete(id, question);
  };
  return {
    ask(asker, question) {
      const others = new Set(serving());
      others.delete(asker);
      askAll(others, (all) => asker.tell({ kind: 'all_metrics', question, all }));
    },
    gather: () => new Promise((resolve) => askAll(new Set(serving()), resolve)),
    told(teller, { question: id, text }) {
      const question = open.get(id);
      if (question?.waitingFor.delete(teller) !== true) return;
      question.all.push({ worker: teller.worker, text });
      answerIfComplete(id, question);
    },
    gone(process) {
      for (const [id, question] of open) {
        question.waitingFor.delete(process);
        answerIfComplete(id, question);
      }
    },
  };
}
