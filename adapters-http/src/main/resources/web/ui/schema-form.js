import { Element, define, html, nothing } from './element.js';
import { parse } from './json.js';

const LONG = 200;

/**
 * A form made from the JSON Schema of an object: fields for texts, numbers, truth values and choices, groups for objects with properties,
 * and JSON where the schema says no more. `values()` returns what was filled in; it is undefined, and the fields say why, when something is
 * wrong. What was filled in stays when the schema changes. The event `pick` has the name and the value of a choice.
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
    if (changed.get('schema')?.title !== this.schema?.title) this.wrong = {};
    const fill = (schema, path) => entries(schema).forEach(([name, field]) => {
      if (isGroup(field)) fill(field, `${path}${name}.`);
      else if (field.default !== undefined && field.default !== null) this.#raw[path + name] ??= isChoices(field) ? field.default : shown(field.default);
    });
    fill(this.schema, '');
  }

  values() {
    this.wrong = {};
    const values = this.#read(this.schema, '');
    if (!Object.keys(this.wrong).length) return values;
    this.updateComplete.then(() => {
      const field = this.querySelector('[aria-invalid="true"]');
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
    });
    return undefined;
  }

  #read(schema, path) {
    const values = {};
    for (const [name, field] of entries(schema)) {
      const isRequired = schema.required?.includes(name);
      if (isGroup(field)) {
        const group = this.#read(field, `${path}${name}.`);
        if (isRequired || Object.keys(group).length) values[name] = group;
        continue;
      }
      const { value, wrong } = read(field, this.#raw[path + name]);
      if (wrong) this.wrong[path + name] = wrong;
      else if (value !== undefined) values[name] = value;
      else if (isRequired) this.wrong[path + name] = 'Required';
    }
    return values;
  }

  render() {
    if (!entries(this.schema).length) return html`<p class="small">There are no parameters.</p>`;
    return this.#fields(this.schema, '');
  }

  #fields(schema, path) {
    return html`<div class="stack wide">${entries(schema).map(([name, field]) => {
      if (isGroup(field)) return html`<details class="extra" ?open=${schema.required?.includes(name)}><summary>${field.title ?? name}</summary>${this.#fields(field, `${path}${name}.`)}</details>`;
      return this.#field(path + name, field, field.title ?? name, schema.required?.includes(name));
    })}</div>`;
  }

  #field(path, field, label, isRequired) {
    const wrong = this.wrong[path];
    const id = `parameter-${path}`;
    const kind = kindOf(field);
    const hint = [field.description, isChoices(field) ? '' : kind === 'array' ? 'An array as JSON.' : kind === 'object' ? 'An object as JSON.' : ''].filter(Boolean).join(' ');
    const words = html`${label}${isRequired ? nothing : html` <span class="faint">optional</span>`}`;
    const below = html`${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : nothing}${wrong ? html`<span class="wrong" id="${id}-wrong" role="alert">${wrong}</span>` : nothing}`;
    if (isChoices(field)) return html`<fieldset class="field checks" aria-describedby="${id}-hint"><legend class="label">${words}</legend>${this.#choices(path, field)}${below}</fieldset>`;
    return html`<div class="field"><label class="label" for=${id}>${words}</label>${this.#input(id, path, field, kind, wrong)}${below}</div>`;
  }

  #choices(path, field) {
    const chosen = () => this.#raw[path] ?? [];
    const set = (value, isChosen) => (this.#raw[path] = isChosen ? [...chosen(), value] : chosen().filter((each) => each !== value));
    return html`<div class="row wraps">${field.items.enum.map((value) => html`<label class="check">
      <input type="checkbox" .checked=${chosen().includes(value)} @change=${(event) => set(value, event.target.checked)}>${shown(value)}</label>`)}</div>`;
  }

  #input(id, path, field, kind, wrong) {
    const raw = this.#raw[path] ?? '';
    const set = (event) => (this.#raw[path] = event.target.value);
    const about = `${id}-hint ${id}-wrong`;
    const isWrong = Boolean(wrong);
    const example = field.examples?.length ? shown(field.examples[0]) : nothing;
    if (field.enum || kind === 'boolean') {
      const pick = (event) => {
        set(event);
        this.dispatchEvent(new CustomEvent('pick', { detail: { name: path, value: event.target.value } }));
      };
      return html`<select class="input" id=${id} aria-invalid=${isWrong} aria-describedby=${about} @change=${pick}>
        <option value="" ?selected=${raw === ''}>–</option>
        ${(field.enum ?? [true, false]).map((each) => html`<option value=${shown(each)} ?selected=${raw === shown(each)}>${shown(each)}</option>`)}</select>`;
    }
    if (kind === 'array' || kind === 'object') {
      return html`<textarea class="input mono" id=${id} rows="3" spellcheck="false" placeholder=${kind === 'array' ? '[ ]' : '{ }'} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
    }
    if (kind === 'number' || kind === 'integer') {
      return html`<input class="input" id=${id} inputmode="decimal" autocomplete="off" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`;
    }
    return field.maxLength <= LONG || field.format
      ? html`<input class="input" id=${id} autocomplete="off" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`
      : html`<textarea class="input low" id=${id} rows="1" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
  }
}

/** The fields of a schema, those that are required first. */
function entries(schema) {
  const required = schema?.required ?? [];
  const all = Object.entries(schema?.properties ?? {});
  return [...all.filter(([name]) => required.includes(name)), ...all.filter(([name]) => !required.includes(name))];
}

const kindOf = ({ type }) => (Array.isArray(type) ? type.find((each) => each !== 'null') : type) ?? 'string';
const isGroup = (field) => kindOf(field) === 'object' && Object.keys(field.properties ?? {}).length > 0;
const isChoices = (field) => kindOf(field) === 'array' && Array.isArray(field.items?.enum);
const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

function read(field, raw) {
  if (raw === undefined || raw === '' || (isChoices(field) && !raw.length)) return {};
  if (isChoices(field)) return { value: raw };
  if (field.enum) return { value: field.enum.find((each) => shown(each) === raw) };
  const kind = kindOf(field);
  if (kind === 'boolean') return { value: raw === 'true' };
  if (kind === 'array' || kind === 'object') return parse(raw, kind);
  if (kind !== 'number' && kind !== 'integer') return { value: raw };
  return numberOf(field, raw, kind);
}

function numberOf({ minimum, maximum }, raw, kind) {
  const value = Number(raw.trim());
  if (!Number.isFinite(value)) return { wrong: 'Must be a number' };
  if (kind === 'integer' && !Number.isInteger(value)) return { wrong: 'Must be a whole number' };
  if (value < minimum) return { wrong: `Must be at least ${minimum}` };
  if (value > maximum) return { wrong: `Must be at most ${maximum}` };
  return { value };
}

define('gh-schema-form', SchemaForm);
