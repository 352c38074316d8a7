import { html, nothing } from 'lit';
import { jsonBlock } from './code.js';
import { duration } from './format.js';
import { icon } from './icon.js';

const LONGEST_HINT = 60;
const CREATES_TASK = 'builtin.task_create';

/** The arguments in a short form: `id: 8812`. @param {Api.ToolCall['parameters']} parameters */
function hint(parameters) {
  const words = Object.entries(parameters ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
  return words.length > LONGEST_HINT ? `${words.slice(0, LONGEST_HINT)}…` : words;
}

/** @param {Api.ToolCall} call */
function chipOf({ state, success }) {
  if (state === 'running') return html`<span class="chip run">running</span>`;
  if (state === 'waiting') return html`<span class="chip warn">waits for you</span>`;
  if (state === 'cut') return html`<span class="chip">stopped</span>`;
  return success ? html`<span class="chip good">done</span>` : html`<span class="chip bad">failed</span>`;
}

/**
 * A call of a tool: `{callId, tool, parameters, state: 'running' | 'waiting' | 'done' | 'cut', success, data, error, ms}`. Folded;
 * its body is written when it is unfolded. `unfolded(isOpen)` is told when a person folds or unfolds it.
 *
 * @param {Api.ToolCall} call
 * @param {{ isOpen?: boolean, unfolded?: (isOpen: boolean) => void }} [options]
 */
export function toolCard(call, { isOpen = false, unfolded } = {}) {
  const task = call.success && call.tool === CREATES_TASK ? /** @type {any} */ (call.data)?.taskId : undefined;
  return html`<details class="tool" .open=${isOpen}
    @toggle=${(/** @type {Ui.On<HTMLDetailsElement>} */ event) => unfolded?.(event.target.open)}>
    <summary>${icon('chevron-right', 's fold')}${icon(call.success === false ? 'circle-alert' : 'wrench', 's')}<b
      class="clip">${call.tool}</b>
      <span class="args grow clip">${hint(call.parameters)}</span>
      ${call.ms === undefined ? nothing : html`<span class="small num">${duration(call.ms)}</span>`}${chipOf(call)}</summary>
    ${isOpen ? html`<div class="body">
      <h3>Arguments</h3>${jsonBlock(call.parameters ?? {})}
      ${call.requestedParameters ? html`<h3>What the model wanted</h3>${jsonBlock(call.requestedParameters)}` : nothing}
      ${call.state === 'running' ? html`<p class="small">The tool is at work.</p>` : nothing}
      ${call.error ? html`<h3>What went wrong</h3><p class="small bad wrap">${call.error}</p>` : nothing}
      ${call.state === 'done' && call.success
        ? html`<h3>Result</h3>${call.data === null || call.data === undefined ? html`<p class="small">The tool returned nothing.</p>`
        : jsonBlock(call.data)}` : nothing}
    </div>` : nothing}
  </details>
  ${task ? html`<a class="btn small after-tool" href="/tasks/${encodeURIComponent(task)}?kind=agent">${icon('list-checks', 's')}Follow the
    task</a>` : nothing}`;
}
