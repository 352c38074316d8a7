// The input of a task, a step or a workflow: fields where its schema names them, else an object as JSON.
import { Element, define, html, nothing } from './element.js';
import { parse } from './json.js';
import './schema-form.js';

/**
 * `isJson` asks for JSON although there is a schema.
 *
 * @typedef {{
 *   schema?: Api.Schema, value?: Record<string, unknown>, sources?: import('./schema-form.js').Source[], prefix: string, isJson?: boolean,
 *   wrong?: string, unfit?: boolean,
 * }} Properties
 */

/** It has the properties, the events and the functions of `gh-schema-form`. A value that the fields cannot hold is shown as JSON. */
export class InputForm extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    schema: { attribute: false },
    value: { attribute: false },
    sources: { attribute: false },
    prefix: {},
    isJson: { type: Boolean },
    wrong: { state: true },
    unfit: { state: true },
  };

  /** @type {string | undefined} */
  #text;

  constructor() {
    super();
    this.prefix = 'parameter';
  }

  get hasFields() {
    return Boolean(this.schema?.properties) && !this.isJson && !this.unfit;
  }

  /** @returns {import('./schema-form.js').SchemaForm | null} */
  get form() {
    return this.querySelector('gh-schema-form');
  }

  get text() {
    return this.#text ?? (this.value && Object.keys(this.value).length ? JSON.stringify(this.value, null, 2) : '');
  }

  firstUpdated() {
    const { form, value } = this;
    if (form && value) form.updateComplete.then(() => (this.unfit = canonical(form.peek().values) !== canonical(value)));
  }

  /** @returns {{ values?: Record<string, unknown>, wrong: Map<string, string> }} */
  peek() {
    const { form } = this;
    if (form) return form.peek();
    const { value, wrong } = parse(this.text.trim() || '{}', 'object');
    return { values: value, wrong: new Map(wrong ? [['', wrong]] : []) };
  }

  /** @returns {Record<string, unknown> | undefined} */
  values() {
    const { form } = this;
    if (form) return form.values();
    const { values, wrong } = this.peek();
    this.wrong = wrong.get('');
    if (this.wrong) this.querySelector('textarea')?.focus();
    return this.wrong ? undefined : values;
  }

  /** Shows what is wrong at the fields, by their keys. @param {Map<string, string>} wrong */
  show(wrong) {
    const { form } = this;
    if (form) form.wrong = wrong;
    else this.wrong = [...wrong.values()].join(' ');
  }

  render() {
    const { prefix, wrong } = this;
    if (this.hasFields)
      return html`<gh-schema-form .schema=${this.schema} .value=${this.value} .sources=${this.sources} prefix=${prefix}
        @pick=${(/** @type {CustomEvent} */ { detail }) => this.dispatchEvent(new CustomEvent('pick', { detail }))}
        @edit=${() => this.dispatchEvent(new CustomEvent('edit'))}></gh-schema-form>`;
    /** @param {Ui.On} event */
    const typed = (event) => {
      this.#text = event.target.value;
      this.wrong = undefined;
      this.dispatchEvent(new CustomEvent('edit'));
    };
    return html`<div class="field"><label class="label" for="${prefix}-json">Input</label>
      <textarea class="input mono" id="${prefix}-json" rows="6" spellcheck="false" placeholder='{"hello": "world"}'
        aria-invalid=${Boolean(wrong)} aria-describedby="${prefix}-json-hint${wrong ? ` ${prefix}-json-wrong` : ''}" .value=${this.text}
        @input=${typed}></textarea>
      <span class="hint" id="${prefix}-json-hint">An object as JSON.${this.sources?.length
        ? html` <code class="wrap">{"$from": "${this.sources[0].name}", "pointer": "/result"}</code> stands for a value of a step.`
        : nothing}</span>
      ${wrong ? html`<span class="wrong" id="${prefix}-json-wrong" role="alert">${wrong}</span>` : nothing}</div>`;
  }
}

/**
 * JSON with the members in the order of their names, without those that are null.
 *
 * @param {unknown} value
 */
const canonical = (value) =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each) && !JSON.isRawJSON?.(each)
      ? Object.fromEntries(Object.entries(each).filter(([, inner]) => inner !== null).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

define('gh-input-form', InputForm);
