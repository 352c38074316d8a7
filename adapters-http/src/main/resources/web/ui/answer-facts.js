// What is known about the answers of a chat beside their text: the model, the tokens and the time that each took.

/**
 * @param {Api.Step[]} calls
 * @param {'promptTokens' | 'completionTokens'} field
 */
const sum = (calls, field) => calls.reduce((total, call) => total + call.usage[field], 0);

/** @param {Api.Trace} trace */
const endOf = ({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs;

/** @param {Api.Trace[]} traces */
function factsOf(traces) {
  const calls = traces.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'model'));
  if (!calls.length) return undefined;
  return {
    model: calls.findLast(({ model }) => model)?.model,
    usage: { promptTokens: sum(calls, 'promptTokens'), completionTokens: sum(calls, 'completionTokens') },
    ms: endOf(traces[traces.length - 1]) - Date.parse(traces[0].startedAt),
  };
}

/**
 * The facts of each answer, by its message's timestamp: those of the traces that end after its question and before the
 * next one. A trace begins a moment before or after its question is stored. An answer that another node has taken over has
 * several.
 *
 * @param {Api.Message[]} messages
 * @param {Api.Trace[]} answers
 * @returns {Map<string, Partial<Api.Message>>}
 */
export function answerFacts(messages, answers) {
  const traces = answers.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const questions = messages.flatMap(({ role, timestamp }) => (role === 'user' ? [Date.parse(timestamp)] : []));
  const own = Map.groupBy(traces, (trace) => questions.findLastIndex((asked) => asked <= endOf(trace)));
  const facts = new Map();
  let question = -1;
  for (const { role, timestamp } of messages) {
    if (role === 'user') {
      question += 1;
    } else {
      const known = factsOf(own.get(question) ?? []);
      if (known) facts.set(timestamp, known);
    }
  }
  return facts;
}
