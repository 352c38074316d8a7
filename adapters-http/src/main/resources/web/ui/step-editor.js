// The fields of one step of a definition.
import { reach } from './draft.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { sentence } from './error-text.js';
import { field } from './field.js';
import { icon } from './icon.js';
import './input-form.js';
import { BUILT_IN, withChoices } from './task-inputs.js';

const OTHER = 'other';
const TYPE = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** The types that use tools besides the one that their input names. @param {string} type */
const takesTools = (type) => type === 'agent' || type === 'evaluation' || !BUILT_IN.includes(type);

/**
 * @typedef {{
 *   step: import('./draft.js').DraftStep, draft: import('./draft.js').Draft, schemas: Record<string, Api.Schema>,
 *   choices?: import('./task-inputs.js').Choices, nameWrong?: string, isJson?: boolean, isOther?: boolean, tool?: string,
 *   revision?: number,
 * }} Properties
 */

/**
 * A change of `revision` shows the step again, which is changed in place. The event `change-step` follows each change, `rename` has the
 * new name, `remove` asks for the removal of the step.
 */
export class StepEditor extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    step: { attribute: false },
    draft: { attribute: false },
    schemas: { attribute: false },
    choices: { attribute: false },
    nameWrong: { state: true },
    isJson: { state: true },
    isOther: { state: true },
    tool: { state: true },
    revision: { type: Number },
  };

  /** What the form of the input begins with; an input that the user changes there is not given to it again. */
  #begin = /** @type {Record<string, unknown> | undefined} */ (undefined);
  /** @type {Api.Schema | undefined} */
  #schema;

  /** @returns {import('./input-form.js').InputForm | null} */
  get form() {
    return this.querySelector('gh-input-form');
  }

  connectedCallback() {
    super.connectedCallback();
    const { step } = this;
    this.tool = typeof step.input.tool === 'string' ? step.input.tool : undefined;
    this.isOther = !BUILT_IN.includes(step.taskType);
    this.#begin = step.isNew ? undefined : step.input;
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    const { step, schemas, choices, tool } = this;
    const isChanged = ['step', 'schemas', 'choices', 'tool'].some((name) => changed.has(name));
    const type = step.taskType;
    if (isChanged || changed.has('isOther') || this.#schema?.title !== schemas[type]?.title)
      this.#schema = schemas[type] && withChoices(type, schemas[type], choices, tool);
  }

  updated() {
    const { form, step } = this;
    if (!form) return;
    if (step.isNew) form.updateComplete.then(() => this.#read());
    const wrong = new Map(step.faults.filter(([path]) => path.startsWith('input')).map(([path, text]) =>
      [path.replace(/^input\.?/, '').replace(/\.?\$from$|\.pointer$/, ''), sentence(text)]));
    if (wrong.size) form.updateComplete.then(() => form.show(wrong));
  }

  #changed() {
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('change-step'));
  }

  #read() {
    const { form, step } = this;
    if (!form?.isConnected) return;
    const { values, wrong } = form.peek();
    if (values) step.input = values;
    step.wrong = wrong.size > 0;
    step.isNew = false;
    step.faults = step.faults.filter(([path]) => !path.startsWith('input'));
    this.#changed();
  }

  /** Shows what is wrong with the input; false when something is. */
  check() {
    return this.form?.values() !== undefined;
  }

  /** @param {string} type */
  #setType(type) {
    const { step } = this;
    step.taskType = type;
    Object.assign(step, { input: {}, isNew: true, wrong: false });
    if (!takesTools(type)) step.tools = undefined;
    this.#begin = undefined;
    this.tool = undefined;
    this.#changed();
  }

  /** @param {Ui.On<HTMLSelectElement>} event */
  #pickType({ target }) {
    this.isOther = target.value === OTHER;
    if (!this.isOther) this.#setType(target.value);
    else if (BUILT_IN.includes(this.step.taskType)) this.#setType('');
  }

  /** @param {Ui.On} event */
  #rename({ target }) {
    const name = target.value.trim();
    const isTaken = this.draft.steps.some((other) => other !== this.step && other.name === name);
    this.nameWrong = !name ? 'Required' : isTaken ? 'Another step has this name'
      : ['input', 'trigger'].includes(name) ? 'References use this name for something else' : undefined;
    if (!this.nameWrong && name !== this.step.name) this.dispatchEvent(new CustomEvent('rename', { detail: name }));
  }

  /** @param {string[]} names */
  #depend(names) {
    this.step.dependsOn = names;
    this.step.faults = this.step.faults.filter(([path]) => !path.startsWith('dependsOn'));
    this.#changed();
  }

  /** @param {string} begin */
  #faults(begin) {
    const found = this.step.faults.filter(([path]) => path.startsWith(begin));
    return found.map(([, text]) => sentence(text)).join(' ');
  }

  /** What inputs can refer to: the input of a start, and the steps before this one. */
  get sources() {
    const before = reach(this.draft.steps, this.step.name, 'before');
    const names = this.draft.steps.map(({ name }) => name).filter((name) => name !== this.step.name && before.has(name));
    return [{ name: 'input', label: 'Input of the start' }, ...names.map((name) => ({ name, label: `Output of ${name}` }))];
  }

  render() {
    const { step } = this;
    const nameWrong = this.nameWrong ?? this.#faults('name');
    const typeWrong = this.#faults('taskType');
    const { schemas } = this;
    const schema = schemas[step.taskType];
    return html`<div class="head"><h2 class="wrap">${step.name}</h2><button type="button" class="btn danger"
        @click=${() => this.dispatchEvent(new CustomEvent('remove'))}>${icon('trash-2', 's')}Remove the step</button></div>
      <div class="cols">${field('step-name', 'Name', html`<input class="input" id="step-name" maxlength="200" autocomplete="off"
          spellcheck="false" aria-invalid=${Boolean(nameWrong)} aria-describedby=${nameWrong ? 'step-name-hint' : nothing}
          .value=${step.name} @change=${(/** @type {Ui.On} */ event) => this.#rename(event)}>`, wrong(nameWrong))}
        ${field('step-type', 'Type', html`<select class="input" id="step-type" aria-invalid=${Boolean(typeWrong)}
          aria-describedby="step-type-hint" @change=${(/** @type {Ui.On<HTMLSelectElement>} */ event) => this.#pickType(event)}>
          ${BUILT_IN.map((each) => html`<option value=${each} ?selected=${!this.isOther && each === step.taskType}>${schemas[each]?.title
            ?? each}</option>`)}
          <option value=${OTHER} ?selected=${this.isOther}>Another type…</option></select>`,
        wrong(typeWrong) ?? schema?.description ?? 'A worker that polls for this type carries it out, else the agent.')}
        ${this.isOther ? this.#typeName() : nothing}</div>
      ${this.#dependencies()}
      <div class="head"><h3>Input</h3>${schema?.properties ? html`<button type="button" class="link small"
        @click=${() => ((this.#begin = step.input), (this.isJson = !this.isJson))}>${this.isJson ? 'As fields' : 'As JSON'}</button>`
        : nothing}</div>
      ${step.taskType ? this.#input() : nothing}
      ${takesTools(step.taskType) ? field('step-tools', 'Tools that it may use', html`<input class="input" id="step-tools"
        autocomplete="off" spellcheck="false" aria-describedby="step-tools-hint" .value=${(step.tools ?? []).join(', ')}
        @change=${(/** @type {Ui.On} */ { target }) => this.#setTools(target.value)}>`,
      wrong(this.#faults('tools')) ?? 'Names, separated by commas') : nothing}
      ${this.#rules()}`;
  }

  #typeName() {
    const { taskType } = this.step;
    return field('step-type-name', 'Name of the type', html`<input class="input" id="step-type-name" autocomplete="off" spellcheck="false"
      placeholder="summarize" aria-invalid=${Boolean(taskType) && !TYPE.test(taskType)} aria-describedby="step-type-name-hint"
      .value=${taskType} @change=${(/** @type {Ui.On} */ { target }) => ((this.step.taskType = target.value.trim()), this.#changed())}>`,
    'Small letters, digits, points, hyphens and underscores');
  }

  #dependencies() {
    const { step, draft } = this;
    const after = reach(draft.steps, step.name, 'after');
    const open = draft.steps.filter(({ name }) => !after.has(name) && !step.dependsOn.includes(name));
    const fault = this.#faults('dependsOn');
    return html`<div class="field"><label class="label" for="step-after">Starts after</label>
      <div class="row wraps tight">${step.dependsOn.map((name) => html`<span class="chip plain">${name}<button type="button"
          class="btn quiet small only" aria-label="Not after ${name}" @click=${() =>
            this.#depend(step.dependsOn.filter((each) => each !== name))}>${icon('x', 's')}</button></span>`)}
        <select class="input narrow" id="step-after" aria-describedby="step-after-hint" aria-invalid=${Boolean(fault)} .value=${''}
          ?disabled=${!open.length}
          @change=${(/** @type {Ui.On<HTMLSelectElement>} */ { target }) => {
            if (target.value) this.#depend([...step.dependsOn, target.value]);
            target.value = '';
          }}><option value="">${open.length ? 'Add a step…' : 'No other step can come before'}</option>
          ${open.map(({ name }) => html`<option value=${name}>${name}</option>`)}</select></div>
      <span class="hint" id="step-after-hint">${wrong(fault) ?? (step.dependsOn.length ? 'All of them must complete before it starts.'
        : 'It starts at once.')}</span></div>`;
  }

  #input() {
    const { step } = this;
    // Another type begins with a form of its own.
    return repeat([`${step.taskType} ${Boolean(this.isJson)}`], (key) => key, () => html`<gh-input-form class="stack" prefix="step"
      .schema=${this.#schema} .value=${this.#begin} .sources=${this.sources} ?isJson=${this.isJson} @edit=${() => this.#read()}
      @pick=${(/** @type {CustomEvent} */ { detail }) => detail.name === 'tool'
        && (this.tool = detail.value)}></gh-input-form>`);
  }

  /** @param {string} text */
  #setTools(text) {
    this.step.tools = text.split(',').map((each) => each.trim()).filter(Boolean);
    this.#changed();
  }

  #rules() {
    const { step } = this;
    const { retry, concurrency, delaySeconds } = step;
    /** @param {string} id @param {string} label @param {string} hint @param {unknown} value @param {(text: string) => void} set */
    const numeric = (id, label, hint, value, set) => field(id, label, html`<input class="input" id=${id} inputmode="decimal"
      aria-describedby="${id}-hint" .value=${value ?? ''} @change=${(/** @type {Ui.On} */ { target }) =>
        (set(target.value.trim()), this.#changed())}>`, hint);
    /** A text that is no number goes to the server, which says so. @param {string} text @returns {any} */
    const number = (text) => (text === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text);
    /** @param {'key' | 'limit'} name @param {any} value */
    const limit = (name, value) => {
      const next = { key: concurrency?.key ?? '', limit: concurrency?.limit ?? 1, [name]: value };
      step.concurrency = next.key ? next : undefined;
    };
    const fault = ['delaySeconds', 'startAt', 'retry', 'concurrency'].map((name) => this.#faults(name)).filter(Boolean).join(' ');
    return html`<details class="extra" ?open=${Boolean(fault)}><summary>Start, retries and limits</summary><div class="stack">
      ${fault ? html`<p class="wrong" role="alert">${fault}</p>` : nothing}<div class="cols">
      ${step.startAt ? nothing : numeric('step-delay', 'Pause before it starts', 'Seconds', delaySeconds,
        (text) => (step.delaySeconds = number(text)))}
      ${numeric('step-attempts', 'Attempts', '1 to 20; without it 3', retry?.maxAttempts,
        (text) => (step.retry = text ? { ...retry, maxAttempts: number(text) } : undefined))}
      ${field('step-key', 'Key of a limit', html`<input class="input" id="step-key" maxlength="200" autocomplete="off"
        aria-describedby="step-key-hint" .value=${concurrency?.key ?? ''} @change=${(/** @type {Ui.On} */ { target }) =>
        (limit('key', target.value.trim()), this.#changed())}>`, 'Tasks with one key take turns')}
      ${concurrency ? numeric('step-limit', 'At the same time', 'How many with the key run', concurrency.limit,
        (text) => limit('limit', number(text) ?? 1)) : nothing}</div></div></details>`;
  }
}

/** @param {string | undefined} text */
const wrong = (text) => (text ? html`<span class="wrong" role="alert">${text}</span>` : undefined);

define('gh-step-editor', StepEditor);
