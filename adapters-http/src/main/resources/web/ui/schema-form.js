import { Element, define, html } from './element.js';
import { parse } from './json.js';

const LONG = 200;

/**
 * A form for the parameters of a tool, made from their JSON Schema: fields for texts, numbers, truth values and choices, JSON for arrays
 * and objects. `values()` gives what was filled in; it is undefined and the fields say why when something is wrong.
 */
class SchemaForm extends Element {
  static properties = { schema: { attribute: false }, wrong: { state: true } };

  #raw = {};

  constructor() {
    super();
    this.wrong = {};
  }

  willUpdate(changed) {
    if (!changed.has('schema')) return;
    this.#raw = Object.fromEntries(this.entries().filter(([, field]) => field.default !== undefined).map(([name, field]) => [name, shown(field.default)]));
    this.wrong = {};
  }

  entries() {
    const required = this.schema?.required ?? [];
    const all = Object.entries(this.schema?.properties ?? {});
    return [...all.filter(([name]) => required.includes(name)), ...all.filter(([name]) => !required.includes(name))];
  }

  values() {
    const values = {};
    const wrong = {};
    for (const [name, field] of this.entries()) {
      const { value, wrong: fault } = read(field, this.#raw[name]);
      if (fault) wrong[name] = fault;
      else if (value !== undefined) values[name] = value;
      else if (this.schema.required?.includes(name)) wrong[name] = 'This is needed.';
    }
    this.wrong = wrong;
    const first = Object.keys(wrong)[0];
    if (!first) return values;
    this.updateComplete.then(() => this.querySelector('[aria-invalid="true"]')?.focus());
    return undefined;
  }

  render() {
    const entries = this.entries();
    if (!entries.length) return html`<p class="small">This tool takes no parameters.</p>`;
    return html`<div class="stack wide">${entries.map(([name, field]) => this.field(name, field))}</div>`;
  }

  field(name, field) {
    const kind = kindOf(field);
    const wrong = this.wrong[name];
    const id = `parameter-${name}`;
    const hint = [field.description, kind === 'array' ? 'An array as JSON.' : kind === 'object' ? 'An object as JSON.' : ''].filter(Boolean).join(' ');
    return html`<div class="field"><label class="label" for=${id}>${name}${this.schema.required?.includes(name) ? '' : html` <span class="faint">optional</span>`}</label>
      ${this.input(id, name, field, kind, Boolean(wrong))}
      ${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}${wrong ? html`<span class="wrong" id="${id}-wrong" role="alert">${wrong}</span>` : ''}</div>`;
  }

  input(id, name, field, kind, isWrong) {
    const raw = this.#raw[name] ?? '';
    const set = (event) => (this.#raw[name] = event.target.value);
    const about = `${id}-hint ${id}-wrong`;
    if (field.enum || kind === 'boolean') {
      return html`<select class="input" id=${id} aria-invalid=${isWrong} aria-describedby=${about} @change=${set}>
        <option value="" ?selected=${raw === ''}>–</option>
        ${(field.enum ?? [true, false]).map((each) => html`<option value=${shown(each)} ?selected=${raw === shown(each)}>${shown(each)}</option>`)}</select>`;
    }
    if (kind === 'array' || kind === 'object') {
      return html`<textarea class="input mono" id=${id} rows="3" spellcheck="false" placeholder=${kind === 'array' ? '[ ]' : '{ }'} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
    }
    if (kind === 'number' || kind === 'integer') {
      return html`<input class="input" id=${id} inputmode="decimal" autocomplete="off" aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`;
    }
    return field.maxLength > LONG || !field.maxLength
      ? html`<textarea class="input low" id=${id} rows="1" aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`
      : html`<input class="input" id=${id} autocomplete="off" aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`;
  }
}

const kindOf = ({ type }) => (Array.isArray(type) ? type.find((each) => each !== 'null') : type) ?? 'string';
const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

function read(field, raw) {
  if (raw === undefined || raw === '') return {};
  if (field.enum) return { value: field.enum.find((each) => shown(each) === raw) };
  const kind = kindOf(field);
  if (kind === 'boolean') return { value: raw === 'true' };
  if (kind === 'array' || kind === 'object') return parse(raw, kind);
  if (kind !== 'number' && kind !== 'integer') return { value: raw };
  const value = Number(raw.trim());
  if (!Number.isFinite(value)) return { wrong: 'This has to be a number.' };
  return kind === 'integer' && !Number.isInteger(value) ? { wrong: 'This has to be a whole number.' } : { value };
}

define('gh-schema-form', SchemaForm);
