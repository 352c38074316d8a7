import { html, nothing } from './element.js';
import { post } from '../api.js';
import { openDialog } from './dialog.js';
import { field } from './field.js';
import { parse } from './json.js';
import { navigate } from './router.js';
import './schema-form.js';
import { problem, skeleton } from './states.js';
import { BUILT_IN, inputChoices, inputSchemas, withChoices } from './task-inputs.js';

const OTHER = 'other';
/** The types that use tools besides the one that their input names. */
const WITH_TOOLS = ['agent', OTHER];
const OTHER_HINT = 'A worker that polls for this type carries it out, else the agent.';

/**
 * What is filled in.
 *
 * @typedef {{ type: string, name: string, json: string, tools: string, priority: string, ttl: string, tool?: string }} Order
 *
 * @typedef {{
 *   schemas?: Record<string, Api.Schema>, choices?: import('./task-inputs.js').Choices, wrong?: string, error?: Api.Failure,
 *   set(name: keyof Order, value: string): void, send(event: Ui.On<HTMLFormElement>): unknown,
 * }} FormState
 */

/** Asks for a task, submits it and shows its page. */
export async function submitTask() {
  /** @type {Order} */
  const order = { type: 'agent', name: '', json: '', tools: '', priority: '', ttl: '' };
  /** @type {Record<string, Api.Schema> | undefined} */
  let schemas;
  /** @type {import('./task-inputs.js').Choices | undefined} */
  let choices;
  /** @type {string | undefined} */
  let wrong;
  /** @type {Api.Failure | undefined} */
  let error;
  let isSending = false;
  let isAsked = false;
  const submitted = await openDialog({
    title: 'Submit a task',
    body: ({ close, update }) => {
      if (!isAsked) {
        isAsked = true;
        inputSchemas().then((all) => (schemas = all), () => (schemas = {})).finally(update);
        // Without the choices their fields take texts.
        inputChoices().then((all) => (choices = all), () => {}).finally(update);
      }
      /**
       * @param {keyof Order} name
       * @param {string} value
       */
      const set = (name, value) => {
        order[name] = value;
        wrong = undefined;
        update();
      };
      /** @param {Ui.On<HTMLFormElement>} event */
      const send = async (event) => {
        event.preventDefault();
        const { value: input, wrong: fault } = inputOf(event.target, order.json);
        wrong = fault;
        if (!input || isSending) return update();
        isSending = true;
        error = undefined;
        update();
        try {
          close(await post('/web/api/v1/tasks', bodyOf(order, input)));
        } catch (failure) {
          error = /** @type {Api.Failure} */ (failure);
        }
        isSending = false;
        update();
      };
      return form(order, { schemas, choices, set, send, wrong, error });
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="submit-task" aria-busy=${isSending}>Submit the task</button>`,
  });
  if (submitted) navigate(`/tasks/${submitted.id}`);
}

/**
 * The input of a form by fields, or of the text in JSON: `{value}` or `{wrong}`.
 *
 * @param {HTMLFormElement} form
 * @param {string} json
 * @returns {{ value?: Record<string, unknown>, wrong?: string }}
 */
function inputOf(form, json) {
  /** @type {import('./schema-form.js').SchemaForm | null} */
  const fields = form.querySelector('gh-schema-form');
  return fields ? { value: fields.values() } : parse(json.trim() || '{}', 'object');
}

/**
 * @param {Order} order
 * @param {FormState} state
 */
function form(order, { schemas, choices, set, send, wrong, error }) {
  const { type, tool } = order;
  const schema = schemas?.[type];
  return html`<form id="submit-task" class="stack wide" @submit=${send}>
    ${error ? problem(error) : nothing}
    ${field('task-type', 'Type', html`<select class="input" id="task-type" autofocus aria-describedby="task-type-hint"
      @change=${(/** @type {Ui.On} */ event) => set('type', event.target.value)}>
        ${BUILT_IN.map((each) => html`<option value=${each} ?selected=${each === type}>${schemas?.[each]?.title ?? each}</option>`)}
        <option value=${OTHER} ?selected=${type === OTHER}>Another type…</option></select>`, schema?.description
          ?? (type === OTHER ? OTHER_HINT : nothing))}
    ${type === OTHER ? field('task-name', 'Name of the type',
      html`<input class="input" id="task-name" required pattern="[a-z0-9][a-z0-9._\\-]{0,63}" autocomplete="off" spellcheck="false"
      placeholder="summarize" aria-describedby="task-name-hint"
        .value=${order.name} @input=${(/** @type {Ui.On} */ event) => set('name', event.target.value)}>`,
          'Small letters, digits, points, hyphens and underscores') : nothing}
    ${!schemas ? skeleton(2, 'line') : schema?.properties
      ? html`<gh-schema-form .schema=${withChoices(type, schema, choices, tool)}
      @pick=${(/** @type {CustomEvent} */ event) => event.detail.name === 'tool' && set('tool', event.detail.value)}></gh-schema-form>`
      : jsonField(order.json, set, wrong)}
    ${WITH_TOOLS.includes(type)
      ? field('task-tools', 'Tools that it may use',
      html`<input class="input" id="task-tools" autocomplete="off" spellcheck="false" placeholder="builtin.calculate"
      aria-describedby="task-tools-hint" .value=${order.tools} @input=${(/** @type {Ui.On} */ event) => set('tools', event.target.value)}>`,
      'Names, separated by commas') : nothing}
    <details class="extra"><summary>Priority and timeout</summary><div class="cols">
      ${field('task-priority', 'Priority', html`<input class="input" id="task-priority" type="number" min="0" max="100" placeholder="50"
        aria-describedby="task-priority-hint" @input=${(/** @type {Ui.On} */ event) => set('priority', event.target.value)}>`,
        '0 to 100, higher first')}
      ${field('task-ttl', 'Timeout', html`<input class="input" id="task-ttl" type="number" min="1" max="31536000" placeholder="3600"
        aria-describedby="task-ttl-hint" @input=${(/** @type {Ui.On} */ event) => set('ttl', event.target.value)}>`,
        'Seconds, with the time in the queue')}
    </div></details>
  </form>`;
}

/**
 * @param {string} json
 * @param {FormState['set']} set
 * @param {string} [wrong]
 */
const jsonField = (json, set, wrong) => html`<div class="field"><label class="label" for="task-input">Input</label>
  <textarea class="input mono" id="task-input" rows="5" spellcheck="false" placeholder='{"hello": "world"}' aria-invalid=${Boolean(wrong)}
    aria-describedby="task-input-hint task-input-wrong" .value=${json}
    @input=${(/** @type {Ui.On} */ event) => set('json', event.target.value)}></textarea>
  <span class="hint" id="task-input-hint">An object as JSON: this type has no schema.</span>
  <span class="wrong" id="task-input-wrong" role="alert">${wrong ?? ''}</span></div>`;

/**
 * @param {Order} order
 * @param {Record<string, unknown>} input
 */
function bodyOf({ type, name, tools, priority, ttl }, input) {
  const names = WITH_TOOLS.includes(type) ? tools.split(',').map((each) => each.trim()).filter(Boolean) : [];
  return {
    type: type === OTHER ? name : type,
    input,
    ...(names.length ? { tools: names } : {}),
    ...(priority ? { priority: Number(priority) } : {}),
    ...(ttl ? { ttl: Number(ttl) } : {}),
  };
}
