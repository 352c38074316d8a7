// What schedules and triggers start, in words, and where it is.
import { html, nothing } from './element.js';
import { refusal } from './error-text.js';
import { nameOf } from './task-name.js';

/** @type {Record<Api.StartKind, string>} */
const KINDS = {
  task: 'Task', workflow: 'Workflow', run: 'Test run', chat: 'Chat', definition: 'Workflow', evaluation: 'Evaluation',
};

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : 'with a part of the call');

/** What it starts, in a few words. @param {Api.Start} start */
export function startWords({ task, workflow, run, chat, definition, evaluation }) {
  if (task) return `Task: ${nameOf({ status: '', input: {}, ...task, type: text(task.type) })}`;
  if (workflow) return `Workflow: ${text(workflow.name)}`;
  if (run) return `Test run: ${text(run.suite)}`;
  if (chat) return `Chat: ${text(chat.messages?.at?.(-1)?.content)}`;
  if (definition) return `Kept workflow ${text(definition.id)}${definition.version ? `, version ${definition.version}` : ''}`;
  return `Evaluation of ${text(evaluation?.assistantId)}`;
}

/** @param {Api.StartKind} kind @param {string} id @param {Api.Start} start */
function addressOf(kind, id, { evaluation }) {
  switch (kind) {
    case 'task': return `/tasks/${encodeURIComponent(id)}`;
    case 'run': return `/runs/${encodeURIComponent(id)}`;
    case 'chat': return `/chats/${encodeURIComponent(id)}`;
    case 'evaluation': return evaluation ? `/assistants/${encodeURIComponent(evaluation.assistantId)}` : undefined;
    default: return `/workflows/${encodeURIComponent(id)}`;
  }
}

/**
 * A link to what was started, or why nothing was.
 *
 * @param {Pick<Api.TriggerCall, 'kind' | 'id' | 'error'>} started
 * @param {Api.Start} start what the schedule or trigger starts now
 */
export function startedWork({ kind, id, error }, start) {
  if (error) return html`<span class="wrap bad">${refusal(error.message)}</span>`;
  if (!kind || !id) return nothing;
  const href = addressOf(kind, id, start);
  return href ? html`<a class="wrap" href=${href}>${KINDS[kind]} <span class="mono">${id}</span></a>`
    : html`${KINDS[kind]} <span class="mono wrap">${id}</span>`;
}
