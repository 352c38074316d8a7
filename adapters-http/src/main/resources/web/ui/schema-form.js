import { Element, define, html, nothing } from './element.js';
import { exactNumber, parse } from './json.js';
import { formOf } from './schema-fields.js';

const LONG = 200;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const JSON_KINDS = { array: ['An array as JSON.', '[ ]'], object: ['An object as JSON.', '{ }'], any: ['A text, or another value as JSON.', ''] };
/** The field of a schema that cannot be shown as fields. */
const WHOLE = [{ key: '', label: 'Parameters', kind: 'object', isRest: true, schema: {} }];

/**
 * A form made from the JSON Schema of an object: fields for texts, numbers, truth values and choices, groups for objects with properties,
 * and JSON where the schema says no more. `values()` returns what was filled in; it is undefined, and the fields say why, when something is
 * wrong. What was filled in stays when the schema changes. The event `pick` has the name and the value of a choice.
 */
class SchemaForm extends Element {
  static properties = { schema: { attribute: false }, wrong: { state: true } };

  #fields = [];
  /** What was filled in, by kind and key: an array for several choices, else a text. */
  #raw = new Map();
  /** The keys of the fields that the user has changed. */
  #changed = new Set();

  constructor() {
    super();
    this.wrong = new Map();
  }

  willUpdate(changed) {
    if (!changed.has('schema')) return;
    if (changed.get('schema')?.title !== this.schema?.title) this.wrong = new Map();
    this.#fields = formOf(this.schema) ?? WHOLE;
    const fill = (fields) => fields.forEach((field) => (field.kind === 'group' ? fill(field.fields) : this.#raw.has(id(field)) || this.#fill(field)));
    fill(this.#fields);
  }

  #fill(field) {
    const { kind, choices, isRequired, schema } = field;
    const value = schema.default ?? ('const' in schema && isRequired ? schema.const : undefined);
    if (value === undefined || value === null) return;
    if (kind === 'choice') this.#raw.set(id(field), JSON.stringify(value));
    else if (kind === 'choices') this.#raw.set(id(field), (Array.isArray(value) ? value : []).map((each) => JSON.stringify(each)).filter((each) => choices.some((choice) => JSON.stringify(choice) === each)));
    else this.#raw.set(id(field), shown(value, kind));
  }

  values() {
    this.wrong = new Map();
    const values = this.#read(this.#fields, this.wrong);
    if (!this.wrong.size) return values;
    this.updateComplete.then(() => {
      const field = this.querySelector('[aria-invalid="true"]');
      for (let group = field?.closest('details'); group && this.contains(group); group = group.parentElement.closest('details')) group.open = true;
      field?.focus();
    });
    return undefined;
  }

  #read(fields, wrong) {
    const values = [];
    for (const field of fields) {
      if (field.kind === 'group') {
        // What is optional and was not touched is left out, with its defaults.
        if (field.isRequired || this.#isChanged(field)) values.push([field.name, this.#read(field.fields, wrong)]);
        continue;
      }
      const { value, wrong: fault } = read(field, this.#raw.get(id(field)));
      if (fault) wrong.set(field.key, fault);
      else if (field.isRest) values.push(...Object.entries(value ?? {}));
      else if (value !== undefined) values.push([field.name, value]);
      else if (field.isRequired && field.isNullable) values.push([field.name, null]);
      else if (field.isRequired) wrong.set(field.key, 'Required');
    }
    // Unlike an assignment, this gives a field of any name to the object itself.
    return Object.fromEntries(values);
  }

  #isChanged(field) {
    return field.kind === 'group' ? field.fields.some((each) => this.#isChanged(each)) : this.#changed.has(field.key) && this.#raw.get(id(field)).length > 0;
  }

  #set(field, raw) {
    this.#raw.set(id(field), raw);
    this.#changed.add(field.key);
  }

  render() {
    return this.#fields.length ? this.#group(this.#fields) : html`<p class="small">There are no parameters.</p>`;
  }

  #group(fields) {
    return html`<div class="stack wide">${fields.map((field) => (field.kind === 'group'
      ? html`<details class="extra" ?open=${field.isRequired}><summary>${field.label}</summary>${field.hint ? html`<p class="hint">${field.hint}</p>` : nothing}${this.#group(field.fields)}</details>`
      : this.#field(field)))}</div>`;
  }

  #field(field) {
    const wrong = this.wrong.get(field.key);
    const name = `parameter-${encodeURIComponent(field.key)}`;
    const hint = [field.hint, JSON_KINDS[field.kind]?.[0]].filter(Boolean).join(' ');
    const words = html`${field.label}${field.isRequired ? nothing : html` <span class="faint">optional</span>`}`;
    const below = html`${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}${wrong ? html`<span class="wrong" id="${name}-wrong" role="alert">${wrong}</span>` : nothing}`;
    const about = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ') || nothing;
    if (field.kind === 'choices') return html`<fieldset class="field checks" aria-describedby=${about}><legend class="label">${words}</legend>${this.#choices(field, wrong)}${below}</fieldset>`;
    return html`<div class="field"><label class="label" for=${name}>${words}</label>${this.#input(field, name, about, Boolean(wrong))}${below}</div>`;
  }

  #choices(field, wrong) {
    const chosen = () => this.#raw.get(id(field)) ?? [];
    const set = (value, isChosen) => this.#set(field, isChosen ? [...chosen(), value] : chosen().filter((each) => each !== value));
    return html`<div class="row wraps">${field.choices.map((choice) => {
      const value = JSON.stringify(choice);
      return html`<label class="check"><input type="checkbox" aria-invalid=${wrong ? 'true' : nothing} .checked=${chosen().includes(value)} @change=${(event) => set(value, event.target.checked)}>${shown(choice)}</label>`;
    })}</div>`;
  }

  #input(field, name, about, isWrong) {
    const { kind, schema } = field;
    const raw = this.#raw.get(id(field)) ?? '';
    const set = (event) => this.#set(field, event.target.value);
    const example = Array.isArray(schema.examples) && schema.examples.length ? shown(schema.examples[0]) : (JSON_KINDS[kind]?.[1] ?? nothing);
    if (kind === 'choice' || kind === 'boolean') {
      const pick = (event) => {
        set(event);
        this.dispatchEvent(new CustomEvent('pick', { detail: { name: field.key, value: read(field, event.target.value).value } }));
      };
      return html`<select class="input" id=${name} aria-invalid=${isWrong} aria-describedby=${about} @change=${pick}>
        <option value="" ?selected=${raw === ''}>–</option>
        ${(field.choices ?? [true, false]).map((each) => html`<option value=${JSON.stringify(each)} ?selected=${raw === JSON.stringify(each)}>${shown(each)}</option>`)}</select>`;
    }
    if (kind === 'array' || kind === 'object') return html`<textarea class="input mono" id=${name} rows="3" spellcheck="false" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
    if (kind === 'number' || kind === 'integer') return html`<input class="input" id=${name} inputmode="decimal" autocomplete="off" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`;
    return schema.maxLength <= LONG || schema.format
      ? html`<input class="input" id=${name} autocomplete="off" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}>`
      : html`<textarea class="input low" id=${name} rows="1" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
  }
}

const id = ({ kind, key }) => `${kind}:${key}`;
const shown = (value, kind) => (typeof value === 'string' && !JSON_KINDS[kind] ? value : JSON.stringify(value, null, JSON_KINDS[kind] && 2));

function read(field, raw) {
  if (raw === undefined || raw === '' || raw.length === 0) return {};
  const { kind, choices } = field;
  const choiceOf = (text) => choices.find((choice) => JSON.stringify(choice) === text);
  if (kind === 'choices') return { value: raw.map(choiceOf).filter((each) => each !== undefined) };
  if (kind === 'choice') return { value: choiceOf(raw) };
  if (kind === 'boolean') return { value: raw === 'true' };
  if (kind === 'array' || kind === 'object') return parse(raw, kind);
  if (kind === 'any') {
    const { value, wrong } = parse(raw);
    return { value: wrong ? raw : value };
  }
  return kind === 'string' ? { value: raw } : numberOf(field.schema, raw.trim(), kind);
}

function numberOf({ minimum, maximum }, raw, kind) {
  const value = Number(raw);
  if (!NUMBER.test(raw)) return { wrong: 'Must be a number' };
  if (!Number.isFinite(value)) return { wrong: 'Is beyond the range of numbers' };
  if (kind === 'integer' && !Number.isInteger(value)) return { wrong: 'Must be a whole number' };
  if (value < minimum) return { wrong: `Must be at least ${minimum}` };
  if (value > maximum) return { wrong: `Must be at most ${maximum}` };
  return exactNumber(raw, value);
}

define('gh-schema-form', SchemaForm);
