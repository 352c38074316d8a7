// What a schedule or a trigger starts: the fields of its form.
import { get } from '../api.js';
import { session } from '../state.js';
import { ASSISTANTS } from './assistants.js';
import { html, nothing } from './element.js';
import { describedBy, field } from './field.js';
import { parse } from './json.js';
import { whole } from './paged.js';
import { skeleton } from './states.js';
import { BUILT_IN, inputChoices, inputSchemas, withChoices } from './task-inputs.js';
import { WorkInput } from './work-input.js';

const DEFINITIONS = '/web/api/v1/workflow-definitions';
const OTHER = 'other';
/** The types that use tools besides the one that their input names. */
const WITH_TOOLS = ['agent', OTHER];
/** @type {[string, string][]} */
const KINDS = [
  ['task', 'A task'], ['definition', 'A kept workflow'], ['run', 'A test run'], ['chat', 'A chat with the agent'],
  ['evaluation', 'An evaluation of an assistant'], ['json', 'Another request, as JSON'],
];
const PARTS = 'In a text of JSON, {"$from": "trigger", "pointer": "/order/id"} stands for that part of the body of the call.';

/** @typedef {import('./form-dialog.js').Faults} Faults */
/** @typedef {'type' | 'tools' | 'definition' | 'version' | 'message' | 'assistant' | 'json'} TextOfStart */
/** @typedef {{ faults: Faults, update: () => void }} Form */

/** @param {Record<string, any>} body @param {string[]} names */
const hasOnly = (body, names) => Object.keys(body).every((name) => names.includes(name));
/** @param {unknown[]} values */
const areTexts = (...values) => values.every((value) => value === undefined || typeof value === 'string');

/** The kind of a start that the form can show; `json` for one that only JSON can. @param {Api.Start} start */
function kindOf({ task, definition, run, chat, evaluation }) {
  const [message, ...others] = chat?.messages ?? [];
  if (task && hasOnly(task, ['type', 'input', 'tools']) && areTexts(task.type, ...(task.tools ?? []))) return 'task';
  if (definition && hasOnly(definition, ['id', 'version', 'input']) && areTexts(definition.id)) return 'definition';
  if (run) return 'run';
  if (chat && hasOnly(chat, ['userId', 'messages', 'assistantId']) && !others.length && message?.role === 'user'
    && areTexts(chat.userId, chat.assistantId) && typeof message.content === 'string') return 'chat';
  return evaluation && areTexts(evaluation.assistantId) ? 'evaluation' : 'json';
}

export class StartForm {
  /** @type {Record<string, Api.Schema>} */
  #schemas = {};
  /** @type {import('./task-inputs.js').Choices | undefined} */
  #choices = undefined;
  /** @type {Api.ListedDefinition[]} */
  #definitions = [];
  /** @type {Api.Assistant[]} */
  #assistants = [];
  /** The schema of the input of the chosen definition; undefined until it is known. @type {Api.Schema | null | undefined} */
  #inputSchema = undefined;
  #isAsked = false;
  #isReady = false;
  /** What is wrong with the JSON of the whole start. @type {string | undefined} */
  #wrong = undefined;
  /** @type {unknown} */
  #tool;

  /** @param {Api.Start} [start] what it starts now @param {boolean} [isOfCall] whether it can have parts of the body of a call */
  constructor(start, isOfCall = false) {
    const { task, definition, run, chat, evaluation } = start ?? {};
    this.isOfCall = isOfCall;
    this.kind = start ? kindOf(start) : 'task';
    this.isOther = Boolean(task) && !BUILT_IN.includes(task?.type);
    this.#tool = task?.input?.tool;
    this.userId = chat?.userId;
    /** @type {Record<TextOfStart, string>} */
    this.typed = {
      type: task?.type ?? 'agent',
      tools: task?.tools?.join?.(', ') ?? '',
      definition: definition?.id ?? '',
      version: String((definition ?? evaluation)?.version ?? ''),
      message: chat?.messages?.[0]?.content ?? '',
      assistant: (chat ?? evaluation)?.assistantId ?? '',
      json: start ? JSON.stringify(start, null, 2) : '',
    };
    /** The inputs by what they belong to: they stay while the user looks at others. @type {Map<string, WorkInput>} */
    this.inputs = new Map();
    if (start) this.inputs.set(this.#key(), new WorkInput(task?.input ?? definition?.input ?? run));
  }

  #key() {
    const { type, definition } = this.typed;
    return this.kind === 'task' ? `task ${this.isOther ? OTHER : type}` : `${this.kind} ${this.kind === 'definition' ? definition : ''}`;
  }

  get #input() {
    const key = this.#key();
    const input = this.inputs.get(key) ?? new WorkInput();
    this.inputs.set(key, input);
    return input;
  }

  /** @param {() => void} update */
  async #load(update) {
    this.#isAsked = true;
    // What cannot be read has a field of text.
    const [schemas, choices, definitions, assistants] = await Promise.allSettled([
      inputSchemas(), inputChoices(), whole(DEFINITIONS, 'definitions'), whole(ASSISTANTS, 'assistants'),
    ]);
    if (schemas.status === 'fulfilled') this.#schemas = schemas.value;
    if (choices.status === 'fulfilled') this.#choices = choices.value;
    if (definitions.status === 'fulfilled') this.#definitions = definitions.value.items;
    if (assistants.status === 'fulfilled') this.#assistants = assistants.value.items;
    await this.#learn();
    this.#isReady = true;
    update();
  }

  /** Reads what input the chosen definition takes. */
  async #learn() {
    const id = this.typed.definition;
    if (!id) return;
    this.#inputSchema = undefined;
    const known = await get(`${DEFINITIONS}/${encodeURIComponent(id)}`).catch(() => ({ inputSchema: null }));
    if (id === this.typed.definition) this.#inputSchema = known.inputSchema;
  }

  /** @param {TextOfStart} name @param {() => unknown} [then] */
  #set(name, then) {
    return (/** @type {Ui.On} */ event) => {
      this.typed[name] = event.target.value;
      then?.();
    };
  }

  /** @param {Form} form */
  template(form) {
    if (!this.#isAsked) this.#load(form.update);
    /** @param {Ui.On<HTMLSelectElement>} event */
    const choose = ({ target }) => {
      // What was filled in so far is where JSON begins.
      const start = target.value === 'json' && target.form && this.read(target.form);
      if (start) this.typed.json = JSON.stringify(start, null, 2);
      this.kind = target.value;
      form.update();
    };
    const kinds = field('start-kind', 'What it starts', html`<select class="input" id="start-kind"
      @change=${choose}>${KINDS.map(([kind, words]) => html`<option value=${kind}
      ?selected=${kind === this.kind}>${words}</option>`)}</select>`);
    if (!this.#isReady) return html`${kinds}${skeleton(2, 'line')}`;
    switch (this.kind) {
      case 'task': return html`${kinds}${this.#task(form)}`;
      case 'definition': return html`${kinds}${this.#definition(form)}`;
      case 'run': return html`${kinds}${this.#run(form)}`;
      case 'chat': return html`${kinds}${this.#chat(form)}`;
      case 'evaluation': return html`${kinds}${this.#assistant('start.evaluation.assistantId', 'Assistant', form)}
        ${this.#version('start.evaluation.version', form)}`;
      default: return html`${kinds}${this.#json(form)}`;
    }
  }

  /** @param {string} path @param {Api.Schema | undefined} schema @param {Form} form */
  #work(path, schema, { faults, update }) {
    const hints = this.isOfCall ? { hint: PARTS, formHint: 'For parts of the body of the call, write JSON.' } : {};
    /** @param {string} name @param {unknown} value */
    const pick = (name, value) => {
      if (name !== 'tool') return;
      this.#tool = value;
      update();
    };
    return html`${this.#input.template({ path, schema, faults, update, pick, ...hints })}`;
  }

  /** @param {Form} form */
  #run(form) {
    return this.#work('start.run', withChoices('test-run', this.#schemas['test-run'] ?? {}, this.#choices), form);
  }

  /** @param {Form} form */
  #task(form) {
    const { type, tools } = this.typed;
    const shown = this.isOther ? OTHER : type;
    const schema = this.#schemas[shown];
    /** @param {Ui.On} event */
    const choose = ({ target: { value } }) => {
      this.isOther = value === OTHER;
      this.typed.type = this.isOther ? '' : value;
      form.update();
    };
    const wrong = form.faults.in('start.task.type');
    const wrongTools = form.faults.in('start.task.tools');
    const name = 'Small letters, digits, points, hyphens and underscores';
    return html`${field('start-type', 'Type', html`<select class="input" id="start-type" aria-describedby=${describedBy('start-type',
        schema?.description)} @change=${choose}>${BUILT_IN.map((each) => html`<option value=${each}
        ?selected=${each === shown}>${this.#schemas[each]?.title ?? each}</option>`)}<option value=${OTHER}
        ?selected=${this.isOther}>Another type…</option></select>`, schema?.description)}
      ${this.isOther ? field('start-type-name', 'Name of the type', html`<input class="input" id="start-type-name" required
        pattern="[a-z0-9][a-z0-9._\\-]{0,63}" autocomplete="off" spellcheck="false" placeholder="summarize" .value=${type}
        aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('start-type-name', name, wrong)}
        @input=${this.#set('type')}>`, name, wrong) : nothing}
      ${this.#work('start.task.input', schema && withChoices(type, schema, this.#choices, /** @type {string} */ (this.#tool)), form)}
      ${WITH_TOOLS.includes(shown) ? field('start-tools', 'Tools that it may use', html`<input class="input" id="start-tools"
        autocomplete="off" spellcheck="false" placeholder="builtin.calculate" aria-invalid=${wrongTools ? 'true' : nothing}
        aria-describedby=${describedBy('start-tools', true, wrongTools)} .value=${tools} @input=${this.#set('tools')}>`,
      'Names, separated by commas', wrongTools) : nothing}`;
  }

  /** @param {Form} form */
  #definition(form) {
    const { definition } = this.typed;
    const wrong = form.faults.in('start.definition.id');
    const others = this.#definitions.some(({ id }) => id === definition) || !definition ? [] : [{ id: definition, name: definition }];
    const hint = this.#definitions.length ? undefined : 'No workflow is kept yet. One is made with POST /api/v1/workflow-definitions.';
    const choose = this.#set('definition', () => {
      form.update();
      this.#learn().then(form.update);
    });
    return html`${field('start-definition', 'Workflow', html`<select class="input" id="start-definition" required
        aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('start-definition', hint, wrong)} @change=${choose}>
        <option value="" ?selected=${!definition}>Choose a workflow</option>${[...others, ...this.#definitions].map(({ id, name }) =>
        html`<option value=${id} ?selected=${id === definition}>${name}</option>`)}</select>`, hint, wrong)}
      ${!definition ? nothing : this.#inputSchema === undefined ? skeleton(2, 'line')
      : this.#work('start.definition.input', this.#inputSchema ?? undefined, form)}
      ${this.#version('start.definition.version', form)}`;
  }

  /** @param {Form} form */
  #chat(form) {
    const wrong = form.faults.in('start.chat.messages');
    const hint = this.isOfCall ? 'To ask about the call, choose “Another request, as JSON” once this is filled in.' : undefined;
    return html`${field('start-message', 'Message', html`<textarea class="input" id="start-message" rows="3" required
        aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('start-message', hint, wrong)}
        .value=${this.typed.message} @input=${this.#set('message')}></textarea>`, hint, wrong)}
      ${this.#assistant('start.chat.assistantId', 'Assistant', form, 'Default: the agent itself')}`;
  }

  /** @param {string} path @param {string} label @param {Form} form @param {string} [hint] absent: one has to be chosen */
  #assistant(path, label, { faults }, hint) {
    const { assistant } = this.typed;
    const wrong = faults.in(path);
    const others = this.#assistants.some(({ id }) => id === assistant) || !assistant ? [] : [{ id: assistant, name: assistant }];
    return field('start-assistant', label, html`<select class="input" id="start-assistant" ?required=${!hint}
      aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('start-assistant', hint, wrong)}
      @change=${this.#set('assistant')}><option value="" ?selected=${!assistant}>${hint ? 'None' : 'Choose an assistant'}</option>
      ${[...others, ...this.#assistants].map(({ id, name }) => html`<option value=${id}
      ?selected=${id === assistant}>${name}</option>`)}</select>`, hint, wrong);
  }

  /** @param {string} path @param {Form} form */
  #version(path, { faults }) {
    const wrong = faults.in(path);
    return field('start-version', 'Version', html`<input class="input" id="start-version" type="number" min="1" max="10000"
      aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('start-version', true, wrong)} .value=${this.typed.version}
      @input=${this.#set('version')}>`, 'Default: the newest one when it starts', wrong);
  }

  /** @param {Form} form */
  #json({ faults, update }) {
    const wrong = this.#wrong ?? faults.in('start');
    const hint = `One of task, workflow, run, chat, definition and evaluation, with the body of the request that starts it.${this.isOfCall
      ? ` ${PARTS}` : ''}`;
    return field('start-json', 'JSON', html`<textarea class="input mono" id="start-json" rows="10" required spellcheck="false"
      placeholder='{"task": {"type": "echo", "input": {}, "retry": {"maxAttempts": 3}}}' aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${describedBy('start-json', hint, wrong)} .value=${this.typed.json}
      @input=${this.#set('json', () => ((this.#wrong = undefined), update()))}></textarea>`, hint, wrong);
  }

  /**
   * What was filled in; undefined, and the form says why, when something is wrong.
   *
   * @param {HTMLFormElement} form
   * @returns {Api.Start | undefined}
   */
  read(form) {
    const { type, tools, definition, version, message, assistant, json } = this.typed;
    const newest = version ? { version: Number(version) } : {};
    if (this.kind === 'chat') {
      const userId = this.userId ?? session.user?.userId;
      return { chat: { userId, messages: [{ role: 'user', content: message }], ...(assistant ? { assistantId: assistant } : {}) } };
    }
    if (this.kind === 'evaluation') return { evaluation: { assistantId: assistant, ...newest } };
    if (this.kind === 'json') {
      const { value, wrong } = parse(json, 'object');
      this.#wrong = wrong;
      return wrong ? undefined : value;
    }
    const input = this.#input.read(form);
    if (!input) return undefined;
    if (this.kind === 'run') return { run: input };
    if (this.kind === 'definition') return { definition: { id: definition, ...newest, input } };
    const names = WITH_TOOLS.includes(this.isOther ? OTHER : type) ? tools.split(',').map((each) => each.trim()).filter(Boolean) : [];
    return { task: { type, input, ...(names.length ? { tools: names } : {}) } };
  }
}
