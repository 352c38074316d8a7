// The steps of a definition as boxes and arrows, with the fields of the chosen one, or as the JSON that the API takes.
import { bodyOf, draftOf, newStep, reach, rename } from './draft.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { faultsOf, sentence } from './error-text.js';
import { field } from './field.js';
import { plural } from './format.js';
import { icon } from './icon.js';
import { parse } from './json.js';
import { skeleton } from './states.js';
import './step-editor.js';
import { MOST_DRAWN } from './step-graph.js';
import { inputChoices, inputSchemas } from './task-inputs.js';
import { toast } from './toast.js';

/**
 * @typedef {{
 *   draft: import('./draft.js').Draft, chosen?: number, text?: string, textWrong?: string, schemaWrong?: string,
 *   schemas?: Record<string, Api.Schema>, choices?: import('./task-inputs.js').Choices, isReady?: boolean,
 *   revision: number,
 * }} Properties
 */

/** Changes the draft that it is given. The event `edit` follows each change. */
export class DefinitionEditor extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    draft: { attribute: false },
    chosen: { state: true },
    text: { state: true },
    textWrong: { state: true },
    schemaWrong: { state: true },
    isReady: { state: true },
    revision: { state: true },
  };

  constructor() {
    super();
    this.revision = 0;
  }

  async connectedCallback() {
    super.connectedCallback();
    // Without the schemas inputs are JSON, without the choices their fields take texts.
    const [schemas, choices] = await Promise.all([inputSchemas().catch(() => ({})), inputChoices().catch(() => undefined)]);
    Object.assign(this, { schemas, choices, isReady: true });
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (!changed.has('draft')) return;
    Object.assign(this, { chosen: this.draft.steps[0]?.key, text: undefined, textWrong: undefined, schemaWrong: undefined });
  }

  get step() {
    return this.draft.steps.find(({ key }) => key === this.chosen);
  }

  #edited() {
    this.revision += 1;
    this.dispatchEvent(new CustomEvent('edit'));
  }

  /** The body of a request; undefined, and the fields say why, when something is wrong. */
  async body() {
    if (this.text !== undefined && !this.#take()) return undefined;
    if (this.schemaWrong) return undefined;
    const wrong = this.draft.steps.find((step) => step.wrong);
    if (wrong) {
      this.chosen = wrong.key;
      await this.updateComplete;
      /** @type {import('./step-editor.js').StepEditor | null} */
      const editor = this.querySelector('gh-step-editor');
      await editor?.updateComplete;
      await editor?.form?.updateComplete;
      if (!editor?.check()) return undefined;
    }
    return bodyOf(this.draft);
  }

  /** Shows what the server says is wrong at the fields of the steps. @param {string} message */
  show(message) {
    const { steps } = this.draft;
    for (const step of steps) step.faults = [];
    for (const { path, text } of faultsOf(message)) {
      const [, at, rest] = /^steps\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      if (at) steps[Number(at)]?.faults.push([rest, text]);
      if (path.startsWith('inputSchema')) this.schemaWrong = sentence(`${path.replace(/^inputSchema\.?/, '')} ${text}`.trim());
    }
    if (!this.step?.faults.length) this.chosen = steps.find((step) => step.faults.length)?.key ?? this.chosen;
    this.revision += 1;
  }

  /** Takes the text over; false when it is no definition. */
  #take() {
    const { value, wrong } = parse(this.text ?? '', 'object');
    const fault = wrong ?? (Array.isArray(value.steps) && value.steps.length
      && value.steps.every((/** @type {any} */ step) => typeof step?.name === 'string' && typeof step.taskType === 'string'
        && Array.isArray(step.dependsOn ?? []) && !Array.isArray(step.input) && typeof (step.input ?? {}) === 'object')
      ? undefined : 'Must have steps: [{"name": "fetch", "taskType": "tool", "input": {}, "dependsOn": []}]');
    this.textWrong = fault;
    if (fault) return false;
    const draft = draftOf({ name: String(value.name ?? ''), steps: value.steps, inputSchema: value.inputSchema });
    Object.assign(this.draft, draft);
    Object.assign(this, { text: undefined, chosen: draft.steps[0].key, schemaWrong: undefined });
    return true;
  }

  /** @param {boolean} isJson */
  #turn(isJson) {
    if (!isJson) {
      if (this.text !== undefined) this.#take();
    } else if (!this.schemaWrong) this.text ??= JSON.stringify(bodyOf(this.draft), null, 2);
  }

  #add() {
    const { steps } = this.draft;
    const step = newStep(steps, this.step ? [this.step.name] : []);
    steps.push(step);
    this.chosen = step.key;
    this.#edited();
    this.updateComplete.then(() => {
      /** @type {HTMLInputElement | null} */
      const name = this.querySelector('#step-name');
      name?.select();
    });
  }

  /** @param {import('./draft.js').DraftStep} step */
  #remove(step) {
    const { draft } = this;
    if (draft.steps.length === 1) return toast('A workflow has at least one step', { kind: 'bad' });
    const before = draft.steps;
    const after = before.filter((each) => each.dependsOn.includes(step.name));
    draft.steps = before.filter((each) => each !== step);
    for (const each of after) each.dependsOn = each.dependsOn.filter((name) => name !== step.name);
    const next = draft.steps.find(({ name }) => step.dependsOn.includes(name)) ?? draft.steps[0];
    this.chosen = next.key;
    const undo = () => {
      draft.steps = before;
      for (const each of after) each.dependsOn = [...each.dependsOn, step.name];
      this.chosen = step.key;
      this.#edited();
    };
    toast(`${step.name} removed`, { undo });
    this.#edited();
    this.updateComplete.then(() => {
      /** @type {import('./step-graph.js').StepGraph | null} */
      const graph = this.querySelector('gh-step-graph');
      graph?.updateComplete.then(() => graph.focusStep(next.name));
    });
  }

  /** Lets the chosen step come after another one, or no more. @param {string} name */
  #connect(name) {
    const { step } = this;
    if (!step || step.name === name) return;
    const { steps } = this.draft;
    if (step.dependsOn.includes(name)) step.dependsOn = step.dependsOn.filter((each) => each !== name);
    else if (reach(steps, step.name, 'after').has(name)) return toast(`${name} comes after ${step.name}`, { kind: 'bad' });
    else step.dependsOn = [...step.dependsOn, name];
    this.#edited();
  }

  /** @param {string} name */
  #named(name) {
    return /** @type {import('./draft.js').DraftStep} */ (this.draft.steps.find((step) => step.name === name));
  }

  render() {
    if (!this.isReady) return html`${skeleton(1, 'chart')}${skeleton(1, 'cardish')}`;
    const isJson = this.text !== undefined;
    return html`<div class="head"><div class="seg" role="group" aria-label="Form">${[false, true].map((json) => html`<button
        type="button" aria-pressed=${isJson === json} @click=${() => this.#turn(json)}>${json ? 'JSON' : 'Steps'}</button>`)}</div></div>
      ${isJson ? this.#json() : this.#steps()}`;
  }

  #json() {
    /** @param {Ui.On<HTMLTextAreaElement>} event */
    const typed = ({ target }) => {
      this.text = target.value;
      this.textWrong = undefined;
      this.#edited();
    };
    return html`<section class="card field"><label class="label" for="definition-json">Definition</label><textarea
      class="input mono" id="definition-json" rows="24" spellcheck="false" aria-invalid=${Boolean(this.textWrong)}
      aria-describedby="definition-json-hint" .value=${this.text ?? ''} @input=${typed}></textarea>
      <span class="hint" id="definition-json-hint">${this.textWrong ? html`<span class="wrong" role="alert">${this.textWrong}</span>`
        : 'As POST /api/v1/workflow-definitions takes it.'}</span></section>`;
  }

  #steps() {
    const { draft, step } = this;
    return html`<section class="card stack">${field('definition-name', 'Name', html`<input class="input" id="definition-name" required
        maxlength="200" autocomplete="off" .value=${draft.name}
        @input=${(/** @type {Ui.On} */ { target }) => ((draft.name = target.value), this.#edited())}>`)}</section>
      <section class="card stack"><div class="head"><h2>Steps</h2><button type="button" class="btn"
          @click=${() => this.#add()}>${icon('plus')}Add a step</button></div>
        ${draft.steps.length > MOST_DRAWN ? this.#list() : html`<gh-step-graph .steps=${draft.steps.map(drawn)} .chosen=${step?.name}
          @choose=${(/** @type {CustomEvent} */ { detail }) => (this.chosen = this.#named(detail).key)}
          @connect=${(/** @type {CustomEvent} */ { detail }) => this.#connect(detail)}
          @remove=${(/** @type {CustomEvent} */ { detail }) => this.#remove(this.#named(detail))}></gh-step-graph>
        <p class="hint">Enter chooses a step. Shift and Enter, or Shift and a click, draw an arrow from it to the chosen step, or remove
          it. Delete removes a step. The arrow keys move.</p>`}</section>
      ${step ? repeat([step], ({ key }) => key, () => html`<section class="card" aria-label="Step"><gh-step-editor class="stack wide"
        revision=${this.revision} .step=${step}
        .draft=${draft} .schemas=${this.schemas ?? {}} .choices=${this.choices} @change-step=${() => this.#edited()}
        @rename=${(/** @type {CustomEvent} */ { detail }) => (rename(draft, step, detail), this.#edited())}
        @remove=${() => this.#remove(step)}></gh-step-editor></section>`) : nothing}
      <section class="card stack"><h2>Input of a start</h2>${this.#schema()}</section>`;
  }

  #list() {
    const { draft } = this;
    return html`<p class="small">${plural(draft.steps.length, 'step')}: too many to draw. Choose one to change it.</p>
      ${field('definition-step', 'Step', html`<select class="input" id="definition-step"
        @change=${(/** @type {Ui.On<HTMLSelectElement>} */ { target }) => (this.chosen = Number(target.value))}>
        ${draft.steps.map(({ key, name }) => html`<option value=${key} ?selected=${key === this.chosen}>${name}</option>`)}</select>`)}`;
  }

  #schema() {
    const { draft, schemaWrong } = this;
    /** @param {Ui.On<HTMLTextAreaElement>} event */
    const typed = ({ target }) => {
      draft.schemaText = target.value;
      this.schemaWrong = target.value.trim() ? parse(target.value, 'object').wrong : undefined;
      this.#edited();
    };
    return field('definition-schema', 'Schema', html`<textarea class="input mono" id="definition-schema" rows="6" spellcheck="false"
      placeholder='{"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]}' aria-invalid=${Boolean(schemaWrong)}
      aria-describedby="definition-schema-hint" .value=${draft.schemaText} @input=${typed}></textarea>`,
    schemaWrong ? html`<span class="wrong" role="alert">${schemaWrong}</span>`
      : 'A JSON Schema of an object. The form of a start asks for it, and steps refer to it. Without one a start takes any object.');
  }
}

/** @param {import('./draft.js').DraftStep} step */
const drawn = ({ name, dependsOn, taskType, wrong, faults: all }) =>
  ({ name, dependsOn, status: wrong || all.length ? 'failed' : '', told: wrong || all.length ? 'needs a change' : taskType });

define('gh-definition-editor', DefinitionEditor);
