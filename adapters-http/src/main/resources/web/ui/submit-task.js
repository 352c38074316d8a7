import { html } from './element.js';
import { post } from '../api.js';
import { openDialog } from './dialog.js';
import { field } from './field.js';
import { parse } from './json.js';
import { navigate } from './router.js';
import { problem } from './states.js';

const TYPES = [
  { type: 'agent', words: 'The agent works on a prompt', input: { prompt: 'What is 12*12? Use the calculator.' }, tools: 'builtin.calculate' },
  { type: 'completion', words: 'A model answers once', input: { prompt: 'Name three guilds of the Middle Ages.' } },
  { type: 'tool', words: 'One tool is called', input: { tool: 'builtin.calculate', parameters: { expression: '6*7' } }, tools: 'builtin.calculate' },
  { type: 'test-run', words: 'A suite of browser tests runs', input: { suite: 'smoke', target: `${location.origin}/docs` } },
  { type: 'sleep', words: 'Waits', input: { ms: 10_000 } },
  { type: 'echo', words: 'Answers with its input', input: { hello: 'world' } },
];
const text = (value) => JSON.stringify(value, null, 2);

/** Asks for a task, submits it and shows its page. */
export async function submitTask() {
  let order = { ...TYPES[0], input: text(TYPES[0].input), tools: TYPES[0].tools, priority: '', ttl: '' };
  let wrong;
  let error;
  let isSending = false;
  const submitted = await openDialog({
    title: 'Submit a task',
    body: ({ close, update }) => {
      const choose = (type) => {
        const known = TYPES.find((each) => each.type === type);
        order = { ...order, type, words: known?.words, ...(known ? { input: text(known.input), tools: known.tools ?? '' } : {}) };
        wrong = undefined;
        update();
      };
      const send = async (event) => {
        event.preventDefault();
        const { value, wrong: fault } = parse(order.input || '{}', 'object');
        wrong = fault;
        if (wrong || isSending) return update();
        isSending = true;
        error = undefined;
        update();
        try {
          close(await post('/web/api/v1/tasks', body(order, value)));
        } catch (failure) {
          error = failure;
        }
        isSending = false;
        update();
      };
      return form(order, { choose, send, set: (name, value) => (order = { ...order, [name]: value }), wrong, error });
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="submit-task" aria-busy=${isSending}>Submit the task</button>`,
  });
  if (submitted) navigate(`/tasks/${submitted.id}`);
}

const form = (order, { choose, send, set, wrong, error }) => html`
  <form id="submit-task" class="stack wide" @submit=${send}>
    ${error ? problem(error) : ''}
    ${field('task-type', 'Type', html`
      <input class="input" id="task-type" autofocus name="type" list="task-types" required pattern="[a-z0-9][a-z0-9._\\-]{0,63}" autocomplete="off" aria-describedby="task-type-hint" .value=${order.type} @change=${(event) => choose(event.target.value)}>
      <datalist id="task-types">${TYPES.map(({ type, words }) => html`<option value=${type}>${words}</option>`)}</datalist>`,
      order.words ?? 'Carried out by a worker that asks for this type, or by the agent')}
    <div class="field"><label class="label" for="task-input">Input</label>
      <textarea class="input mono" id="task-input" name="input" rows="6" spellcheck="false" aria-invalid=${Boolean(wrong)} aria-describedby="task-input-wrong" .value=${order.input} @input=${(event) => set('input', event.target.value)}></textarea>
      <span class="wrong" id="task-input-wrong" role="alert">${wrong ?? ''}</span></div>
    ${field('task-tools', 'Tools that it may use', html`
      <input class="input" id="task-tools" name="tools" autocomplete="off" aria-describedby="task-tools-hint" .value=${order.tools ?? ''} @input=${(event) => set('tools', event.target.value)}>`, 'Names, separated by commas')}
    <div class="cols">
      ${field('task-priority', 'Priority', html`<input class="input" id="task-priority" type="number" name="priority" min="0" max="100" placeholder="50" aria-describedby="task-priority-hint" @input=${(event) => set('priority', event.target.value)}>`, '0 to 100, higher first')}
      ${field('task-ttl', 'Time', html`<input class="input" id="task-ttl" type="number" name="ttl" min="1" max="31536000" placeholder="3600" aria-describedby="task-ttl-hint" @input=${(event) => set('ttl', event.target.value)}>`, 'Seconds until it fails')}
    </div>
  </form>`;

function body({ type, tools, priority, ttl }, input) {
  const names = (tools ?? '').split(',').map((name) => name.trim()).filter(Boolean);
  return { type, input, ...(names.length ? { tools: names } : {}), ...(priority ? { priority: Number(priority) } : {}), ...(ttl ? { ttl: Number(ttl) } : {}) };
}
