// The fields of an assistant.
import { provider } from '../state.js';
import { audiences } from './audience.js';
import { collectionField } from './collection-picker.js';
import { html, nothing } from './element.js';
import { field } from './field.js';

const MOST_STARTERS = 6;
const EFFORTS = ['', 'none', 'minimal', 'low', 'medium', 'high'];
/** @type {[string, string][]} */
const TOOLS = [['all', 'All of the user’s'], ['some', 'Only these'], ['none', 'None']];

/**
 * What the user has typed.
 *
 * @typedef {{
 *   name: string, description: string, instructions: string, model: string, temperature: string, reasoningEffort: string,
 *   toolsKind: string, tools: string, memory: boolean, starters: string, visibility: string, collections: string[],
 * }} Typed
 */

/** @typedef {'name' | 'description' | 'instructions' | 'model' | 'temperature' | 'reasoningEffort' | 'tools' | 'starters'} TextField */

/** @param {Api.Assistant} [known] @returns {Typed} */
export const typed = (known) => ({
  name: known?.name ?? '',
  description: known?.description ?? '',
  instructions: known?.instructions ?? '',
  model: known?.model ?? '',
  temperature: known?.temperature === null || known?.temperature === undefined ? '' : String(known.temperature),
  reasoningEffort: known?.reasoningEffort ?? '',
  toolsKind: !known?.tools ? 'all' : known.tools.length ? 'some' : 'none',
  tools: (known?.tools ?? []).join('\n'),
  memory: known?.memory ?? true,
  starters: (known?.starters ?? []).join('\n'),
  visibility: known?.visibility ?? 'private',
  collections: known?.collections ?? [],
});

/** @param {string} text */
const lines = (text) => text.split('\n').map((line) => line.trim()).filter(Boolean);

/** The body of a request. @param {Typed} wanted */
export const settingsOf = (wanted) => ({
  name: wanted.name,
  description: wanted.description.trim() || null,
  instructions: wanted.instructions,
  model: wanted.model || null,
  temperature: wanted.temperature === '' ? null : Number(wanted.temperature),
  reasoningEffort: wanted.reasoningEffort || null,
  tools: wanted.toolsKind === 'all' ? null : wanted.toolsKind === 'none' ? [] : lines(wanted.tools),
  memory: wanted.memory,
  starters: lines(wanted.starters),
  visibility: wanted.visibility,
  collections: wanted.collections,
});

/**
 * @param {Typed} wanted
 * @param {{
 *   groups: import('./audience.js').Group[], collections: Api.Collection[], isFixed: boolean, update: () => unknown,
 *   learn: (collections: Api.Collection[]) => unknown,
 * }} form
 */
export function assistantFields(wanted, { groups, collections, isFixed, update, learn }) {
  /** @param {TextField} name */
  const set = (name) => (/** @type {Ui.On} */ event) => {
    wanted[name] = event.target.value;
    update();
  };
  /** @param {TextField} name @param {string} label @param {string} hint @param {number} rows @param {number} most */
  const area = (name, label, hint, rows, most) => field(`assistant-${name}`, label, html`<textarea class="input"
    id="assistant-${name}" rows=${rows} maxlength=${most} aria-describedby=${hint ? `assistant-${name}-hint` : nothing}
    .value=${wanted[name]} @input=${set(name)}></textarea>`, hint);
  return html`<fieldset class="plain-set stack" ?disabled=${isFixed}><legend class="unseen">Assistant</legend>
    ${field('assistant-name', 'Name', html`<input class="input" id="assistant-name" required maxlength="100" autocomplete="off"
      .value=${wanted.name} @input=${set('name')}>`)}
    ${field('assistant-description', 'Description', html`<input class="input" id="assistant-description" maxlength="1000"
      autocomplete="off" aria-describedby="assistant-description-hint" .value=${wanted.description} @input=${set('description')}>`,
    'For people who choose one, and for MCP clients.')}
    ${area('instructions', 'Instructions', 'What the model is told before each conversation.', 10, 32_000)}
    ${area('starters', 'Starters', `Questions to begin with, one on each line, at most ${MOST_STARTERS}.`, 3, 3_100)}
    <div class="field"><span class="label" id="assistant-tools-label">Tools</span><div class="seg" role="group"
      aria-labelledby="assistant-tools-label">${TOOLS.map(([kind, words]) => html`<button type="button"
      aria-pressed=${wanted.toolsKind === kind} @click=${() => ((wanted.toolsKind = kind), update())}>${words}</button>`)}</div>
      ${wanted.toolsKind === 'some' ? nothing : html`<span class="hint">It acts with the rights of who talks to it.</span>`}</div>
    ${wanted.toolsKind === 'some' ? area('tools', 'Names of tools', `One on each line; integration.* for all of one. Those that the user
      may not use are not offered.`, 4, 64_000) : nothing}
    ${collectionField(wanted.collections, { collections, learn, set: (chosen) => ((wanted.collections = chosen), update()) })}
    <details class="extra"><summary>Model and memory</summary><div class="stack">
      ${field('assistant-model', 'Model', html`<select class="input" id="assistant-model" @change=${set('model')}>
        <option value="" ?selected=${!wanted.model}>Default</option>${models(wanted.model).map((id) => html`<option value=${id}
        ?selected=${id === wanted.model}>${id}</option>`)}</select>`)}
      <div class="cols">${field('assistant-temperature', 'Temperature', html`<input class="input" id="assistant-temperature" type="number"
        min="0" max="2" step="any" placeholder="Default" .value=${wanted.temperature} @input=${set('temperature')}>`)}
      ${field('assistant-effort', 'Reasoning', html`<select class="input" id="assistant-effort" @change=${set('reasoningEffort')}>
        ${efforts(wanted.reasoningEffort).map((effort) => html`<option value=${effort}
        ?selected=${effort === wanted.reasoningEffort}>${effort || 'Default'}</option>`)}</select>`)}</div>
      <label class="check"><input type="checkbox" .checked=${wanted.memory} @change=${(/** @type {Ui.On} */ event) =>
        ((wanted.memory = event.target.checked), update())}>It remembers what users tell it</label></div></details>
    ${field('assistant-visibility', 'Who can use it', html`<select class="input" id="assistant-visibility"
      aria-describedby="assistant-visibility-hint" @change=${(/** @type {Ui.On} */ event) =>
      ((wanted.visibility = event.target.value), update())}>${audiences(wanted.visibility, groups).map(([value, words]) => html`<option
      value=${value} ?selected=${value === wanted.visibility}>${words}</option>`)}</select>`,
    'Others read and use it; only you change it.')}</fieldset>`;
}

/** @param {string} chosen */
const models = (chosen) => [...new Set([...(chosen ? [chosen] : []), ...provider.models.map(({ id }) => id)])];

/** @param {string} chosen */
const efforts = (chosen) => [...new Set([...EFFORTS, chosen])];
