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

/** Asks for a task, submits it and shows its page. */
export async function submitTask() {
  const order = { type: 'agent', name: '', json: '', tools: '', priority: '', ttl: '' };
  let schemas;
  let choices;
  let wrong;
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
      const set = (name, value) => {
        order[name] = value;
        wrong = undefined;
        update();
      };
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
          error = failure;
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

/** The input of a form by fields, or of the text in JSON: `{value}` or `{wrong}`. */
function inputOf(form, json) {
  const fields = form.querySelector('gh-schema-form');
  return fields ? { value: fields.values() } : parse(json.trim() || '{}', 'object');
}

function form(order, { schemas, choices, set, send, wrong, error }) {
  const { type, tool } = order;
  const schema = schemas?.[type];
  return html`<form id="submit-task" class="stack wide" @submit=${send}>
    ${error ? problem(error) : nothing}
    ${field('task-type', 'Type', html`<select class="input" id="task-type" autofocus aria-describedby="task-type-hint" @change=${(event) => set('type', event.target.value)}>
        ${BUILT_IN.map((each) => html`<option value=${each} ?selected=${each === type}>${schemas?.[each]?.title ?? each}</option>`)}
        <option value=${OTHER} ?selected=${type === OTHER}>Another type…</option></select>`, schema?.description ?? (type === OTHER ? OTHER_HINT : nothing))}
    ${type === OTHER ? field('task-name', 'Name of the type', html`<input class="input" id="task-name" required pattern="[a-z0-9][a-z0-9._\\-]{0,63}" autocomplete="off" spellcheck="false" placeholder="summarize" aria-describedby="task-name-hint"
        .value=${order.name} @input=${(event) => set('name', event.target.value)}>`, 'Small letters, digits, points, hyphens and underscores') : nothing}
    ${!schemas ? skeleton(2, 'line') : schema?.properties ? html`<gh-schema-form .schema=${withChoices(type, schema, choices, tool)} @pick=${(event) => event.detail.name === 'tool' && set('tool', event.detail.value)}></gh-schema-form>` : jsonField(order.json, set, wrong)}
    ${WITH_TOOLS.includes(type) ? field('task-tools', 'Tools that it may use', html`<input class="input" id="task-tools" autocomplete="off" spellcheck="false" placeholder="builtin.calculate" aria-describedby="task-tools-hint" .value=${order.tools} @input=${(event) => set('tools', event.target.value)}>`, 'Names, separated by commas') : nothing}
    <details class="extra"><summary>Priority and timeout</summary><div class="cols">
      ${field('task-priority', 'Priority', html`<input class="input" id="task-priority" type="number" min="0" max="100" placeholder="50" aria-describedby="task-priority-hint" @input=${(event) => set('priority', event.target.value)}>`, '0 to 100, higher first')}
      ${field('task-ttl', 'Timeout', html`<input class="input" id="task-ttl" type="number" min="1" max="31536000" placeholder="3600" aria-describedby="task-ttl-hint" @input=${(event) => set('ttl', event.target.value)}>`, 'Seconds, with the time in the queue')}
    </div></details>
  </form>`;
}

const jsonField = (json, set, wrong) => html`<div class="field"><label class="label" for="task-input">Input</label>
  <textarea class="input mono" id="task-input" rows="5" spellcheck="false" placeholder='{"hello": "world"}' aria-invalid=${Boolean(wrong)} aria-describedby="task-input-hint task-input-wrong" .value=${json} @input=${(event) => set('json', event.target.value)}></textarea>
  <span class="hint" id="task-input-hint">An object as JSON: this type has no schema.</span>
  <span class="wrong" id="task-input-wrong" role="alert">${wrong ?? ''}</span></div>`;

function bodyOf({ type, name, tools, priority, ttl }, input) {
  const names = WITH_TOOLS.includes(type) ? tools.split(',').map((each) => each.trim()).filter(Boolean) : [];
  return { type: type === OTHER ? name : type, input, ...(names.length ? { tools: names } : {}), ...(priority ? { priority: Number(priority) } : {}), ...(ttl ? { ttl: Number(ttl) } : {}) };
}
