import { Element, define, html, nothing } from './element.js';
import { exactNumber, parse } from './json.js';
import { formOf, isObject } from './schema-fields.js';

const LONG = 200;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** @type {Record<string, [string, string]>} */
const JSON_KINDS = {
  array: ['An array as JSON.', '[ ]'],
  object: ['An object as JSON.', '{ }'],
  any: ['A text, or another value as JSON.', ''],
};
/** The field of a schema that cannot be shown as fields. */
const WHOLE = [{ key: '', label: 'Parameters', kind: 'object', isRest: true, schema: {} }];

/**
 * `wrong` has what is wrong, by the keys of the fields. The form of a call that was made (`isOfCall`) does not say what is optional: it
 * knows the values of the call alone. `value` is what the form begins with, in place of the defaults of the schema. With `sources`, the
 * steps of a workflow, a field can refer to the output of one: `{"$from": "step", "pointer": "/result"}`. `prefix` begins the ids.
 *
 * @typedef {{
 *   schema?: Api.Schema, isOfCall?: boolean, wrong: Map<string, string>, value?: Record<string, unknown>, sources?: Source[],
 *   prefix: string,
 * }} Properties
 *
 * @typedef {{ name: string, label: string }} Source
 *
 * @typedef {{ $from: string, pointer?: string }} Reference
 *
 * @typedef {Ui.SchemaField} Field
 */

/**
 * A form made from the JSON Schema of an object: fields for texts, numbers, truth values and choices, groups for objects with properties,
 * and JSON where the schema says no more. `values()` returns what was filled in; it is undefined, and the fields say why, when something is
 * wrong. What was filled in stays when the schema changes. The event `pick` has the name and the value of a choice; `edit` follows each
 * change.
 */
export class SchemaForm extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    schema: { attribute: false },
    isOfCall: { type: Boolean },
    wrong: { attribute: false },
    value: { attribute: false },
    sources: { attribute: false },
    prefix: {},
  };

  /** @type {Field[]} */
  #fields = [];
  /** What was filled in, by kind and key: an array for several choices, else a text. @type {Map<string, string | string[]>} */
  #raw = new Map();
  /** The keys of the fields that the user has changed. @type {Set<string>} */
  #changed = new Set();
  /** The fields that refer to a step, by their keys. @type {Map<string, Reference>} */
  #references = new Map();

  constructor() {
    super();
    this.wrong = /** @type {Map<string, string>} */ (new Map());
    this.prefix = 'parameter';
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (!changed.has('schema')) return;
    if (changed.get('schema')?.title !== this.schema?.title) this.wrong = new Map();
    this.#fields = formOf(this.schema) ?? WHOLE;
    this.#fillAll(this.#fields, this.value);
  }

  /**
   * @param {Field[]} fields
   * @param {Record<string, unknown>} [given]
   */
  #fillAll(fields, given) {
    const names = fields.map(({ name }) => name);
    for (const field of fields) {
      const value = field.isRest ? others(given, names) : given?.[field.name ?? ''];
      if (field.kind === 'group') this.#fillAll(field.fields ?? [], isObject(value) ? value : undefined);
      else if (!this.#raw.has(id(field)) && !this.#references.has(field.key)) this.#fill(field, value);
    }
  }

  /**
   * @param {Field} field
   * @param {unknown} given
   */
  #fill(field, given) {
    const { kind, choices, isRequired, schema } = field;
    if (this.sources && isReference(given)) {
      this.#references.set(field.key, given);
      this.#changed.add(field.key);
      return;
    }
    const usual = this.value ? undefined : (schema.default ?? ('const' in schema && isRequired ? schema.const : undefined));
    const value = given ?? usual;
    if (value === undefined || value === null) return;
    if (given !== undefined) this.#changed.add(field.key);
    if (kind === 'choice' && given !== undefined && !choices?.some((choice) => JSON.stringify(choice) === JSON.stringify(given)))
      field.choices = [...(choices ?? []), given];
    if (kind === 'choice') this.#raw.set(id(field), JSON.stringify(value));
    else if (kind === 'choices')
      this.#raw.set(
        id(field),
        (Array.isArray(value) ? value : [])
          .map((each) => JSON.stringify(each))
          .filter((each) => choices?.some((choice) => JSON.stringify(choice) === each)),
      );
    else this.#raw.set(id(field), shown(value, kind));
  }

  /** What is filled in so far, with the texts that are wrong as they are, and what is wrong; the form does not show it. */
  peek() {
    /** @type {Map<string, string>} */
    const wrong = new Map();
    return { values: this.#read(this.#fields, wrong), wrong };
  }

  values() {
    const { values, wrong } = this.peek();
    this.wrong = wrong;
    if (!wrong.size) return values;
    this.updateComplete.then(() => {
      /** @type {HTMLElement | null} */
      const field = this.querySelector('[aria-invalid="true"]');
      let group = field?.closest('details');
      while (group && this.contains(group)) {
        group.open = true;
        group = group.parentElement?.closest('details');
      }
      field?.focus();
    });
    return undefined;
  }

  /**
   * @param {Field[]} fields
   * @param {Map<string, string>} wrong
   * @returns {Record<string, unknown>}
   */
  #read(fields, wrong) {
    /** @type {[string, unknown][]} */
    const values = [];
    for (const field of fields) {
      const { name = '' } = field;
      if (field.kind === 'group') {
        // What is optional and was not touched is left out, with its defaults.
        if (field.isRequired || this.#isChanged(field)) values.push([name, this.#read(field.fields ?? [], wrong)]);
        continue;
      }
      const reference = this.#references.get(field.key);
      if (reference) {
        if (!reference.$from) wrong.set(field.key, 'Choose where the value comes from');
        if (!/^(\/|$)/.test(reference.pointer ?? '')) wrong.set(field.key, 'A path begins with /');
        values.push([name, reference.pointer ? reference : { $from: reference.$from }]);
        continue;
      }
      const { value, wrong: fault } = read(field, this.#raw.get(id(field)));
      if (fault) {
        wrong.set(field.key, fault);
        values.push([name, this.#raw.get(id(field))]);
      } else if (field.isRest) values.push(...Object.entries(value ?? {}));
      else if (value !== undefined) values.push([name, value]);
      else if (field.isRequired && field.isNullable) values.push([name, null]);
      else if (field.isRequired) wrong.set(field.key, 'Required');
    }
    // Unlike an assignment, this gives a field of any name to the object itself.
    return Object.fromEntries(values);
  }

  /**
   * @param {Field} field
   * @returns {boolean}
   */
  #isChanged(field) {
    return field.kind === 'group'
      ? (field.fields ?? []).some((each) => this.#isChanged(each))
      : this.#references.has(field.key) || (this.#changed.has(field.key) && (this.#raw.get(id(field)) ?? '').length > 0);
  }

  /**
   * @param {Field} field
   * @param {string | string[]} raw
   */
  #set(field, raw) {
    this.#raw.set(id(field), raw);
    this.#changed.add(field.key);
    this.#edited();
  }

  #edited() {
    this.dispatchEvent(new CustomEvent('edit'));
  }

  /**
   * @param {Field} field
   * @param {Reference} [reference]
   */
  #refer(field, reference) {
    if (reference) this.#references.set(field.key, reference);
    else this.#references.delete(field.key);
    this.requestUpdate();
    this.#edited();
  }

  render() {
    return this.#fields.length ? this.#group(this.#fields) : html`<p class="small">There are no parameters.</p>`;
  }

  /**
   * @param {Field[]} fields
   * @returns {import('lit').TemplateResult}
   */
  #group(fields) {
    return html`<div class="stack wide">${fields.map((field) => (field.kind === 'group'
      ? html`<details class="extra" ?open=${field.isRequired}>
        <summary>${field.label}</summary>${field.hint ? html`<p class="hint">${field.hint}</p>`
        : nothing}${this.#group(field.fields ?? [])}</details>`
      : this.#field(field)))}</div>`;
  }

  /** @param {Field} field */
  #field(field) {
    const wrong = this.wrong.get(field.key);
    const name = `${this.prefix}-${encodeURIComponent(field.key)}`;
    const hint = [field.hint, JSON_KINDS[field.kind]?.[0]].filter(Boolean).join(' ');
    const words = html`${field.label}${field.isRequired || this.isOfCall ? nothing
      : html` <span class="faint">optional</span>`}`;
    const below = html`${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}${wrong
      ? html`<span class="wrong" id="${name}-wrong" role="alert">${wrong}</span>` : nothing}`;
    const about = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ') || nothing;
    const reference = this.#references.get(field.key);
    if (reference) return this.#reference(field, reference, name, about, below);
    if (field.kind === 'choices')
      return html`<fieldset class="field checks" aria-describedby=${about}><legend
        class="label">${words}</legend>${this.#choices(field, wrong)}${below}</fieldset>`;
    const label = html`<label class="label grow" for=${name}>${words}</label>`;
    return html`<div class="field">${this.sources?.length && !field.isRest ? html`<div class="row">${label}<button type="button"
        class="link small" aria-label="From a step: ${field.label}"
        @click=${() => this.#refer(field, { $from: this.sources?.at(-1)?.name ?? '' })}>From a step</button></div>`
      : label}${this.#input(field, name, about, Boolean(wrong))}${below}</div>`;
  }

  /**
   * @param {Field} field
   * @param {Reference} reference
   * @param {string} name
   * @param {unknown} about
   * @param {unknown} below
   */
  #reference(field, { $from, pointer = '' }, name, about, below) {
    const known = (this.sources ?? []).some((source) => source.name === $from);
    return html`<div class="field"><div class="row"><label class="label grow" for=${name}>${field.label}</label><button type="button"
        class="link small" aria-label="Enter it here: ${field.label}" @click=${() => this.#refer(field)}>Enter it here</button></div>
      <div class="cols"><select class="input" id=${name} aria-invalid=${this.wrong.has(field.key)} aria-describedby=${about}
          @change=${(/** @type {Ui.On} */ event) => this.#refer(field, { $from: event.target.value, pointer })}>
          ${known ? nothing : html`<option value=${$from} selected>${$from || '–'}</option>`}
          ${(this.sources ?? []).map((source) => html`<option value=${source.name}
            ?selected=${source.name === $from}>${source.label}</option>`)}</select>
        <input class="input mono" aria-label="Path in it, for ${field.label}" placeholder="/result" autocomplete="off" spellcheck="false"
          .value=${pointer} @input=${(/** @type {Ui.On} */ event) => this.#refer(field, { $from, pointer: event.target.value })}></div>
      ${below}</div>`;
  }

  /**
   * @param {Field} field
   * @param {string} [wrong]
   */
  #choices(field, wrong) {
    const chosen = () => /** @type {string[]} */ (this.#raw.get(id(field)) ?? []);
    /**
     * @param {string} value
     * @param {boolean} isChosen
     */
    const set = (value, isChosen) => this.#set(field, isChosen ? [...chosen(), value] : chosen().filter((each) => each !== value));
    return html`<div class="row wraps">${(field.choices ?? []).map((choice) => {
      const value = JSON.stringify(choice);
      return html`<label class="check"><input type="checkbox" aria-invalid=${wrong ? 'true' : nothing} .checked=${chosen().includes(value)}
        @change=${(/** @type {Ui.On} */ event) => set(value, event.target.checked)}>${shown(choice)}</label>`;
    })}</div>`;
  }

  /**
   * @param {Field} field
   * @param {string} name
   * @param {unknown} about
   * @param {boolean} isWrong
   */
  #input(field, name, about, isWrong) {
    const { kind, schema } = field;
    const raw = this.#raw.get(id(field)) ?? '';
    /** @param {Ui.On} event */
    const set = (event) => this.#set(field, event.target.value);
    const example =
      Array.isArray(schema.examples) && schema.examples.length ? shown(schema.examples[0]) : (JSON_KINDS[kind]?.[1] ?? nothing);
    if (kind === 'choice' || kind === 'boolean') {
      /** @param {Ui.On} event */
      const pick = (event) => {
        set(event);
        this.dispatchEvent(new CustomEvent('pick', { detail: { name: field.key, value: read(field, event.target.value).value } }));
      };
      return html`<select class="input" id=${name} aria-invalid=${isWrong} aria-describedby=${about} @change=${pick}>
        <option value="" ?selected=${raw === ''}>–</option>
        ${(field.choices ?? [true, false]).map((each) =>
          html`<option value=${JSON.stringify(each)} ?selected=${raw === JSON.stringify(each)}>${shown(each)}</option>`)}</select>`;
    }
    if (kind === 'array' || kind === 'object')
      return html`<textarea class="input mono" id=${name} rows="3" spellcheck="false" placeholder=${example} aria-invalid=${isWrong}
        aria-describedby=${about} .value=${raw} @input=${set}></textarea>`;
    if (kind === 'number' || kind === 'integer')
      return html`<input class="input" id=${name} inputmode="decimal" autocomplete="off" placeholder=${example} aria-invalid=${isWrong}
        aria-describedby=${about} .value=${raw} @input=${set}>`;
    return (schema.maxLength ?? Infinity) <= LONG || schema.format
      ? html`<input class="input" id=${name} autocomplete="off" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about}
        .value=${raw} @input=${set}>`
      : html`<textarea class="input low" id=${name} rows="1" placeholder=${example} aria-invalid=${isWrong} aria-describedby=${about}
        .value=${raw} @input=${set}></textarea>`;
  }
}

/**
 * The members that no field names; undefined when there are none.
 *
 * @param {Record<string, unknown> | undefined} given
 * @param {(string | undefined)[]} names
 */
function others(given, names) {
  const rest = Object.entries(given ?? {}).filter(([name]) => !names.includes(name));
  return rest.length ? Object.fromEntries(rest) : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Reference}
 */
const isReference = (value) =>
  isObject(value) && typeof value.$from === 'string' && Object.keys(value).every((name) => name === '$from' || name === 'pointer');

/** @param {Field} field */
const id = ({ kind, key }) => `${kind}:${key}`;
/**
 * @param {unknown} value
 * @param {string} [kind]
 */
const shown = (value, kind = '') =>
  typeof value === 'string' && !JSON_KINDS[kind] ? value : JSON.stringify(value, null, JSON_KINDS[kind] && 2);

/**
 * @param {Field} field
 * @param {string | string[]} [raw]
 * @returns {{ value?: unknown, wrong?: string }}
 */
function read(field, raw) {
  if (raw === undefined || raw.length === 0) return {};
  const { kind, choices } = field;
  /** @param {string} text */
  const choiceOf = (text) => choices?.find((choice) => JSON.stringify(choice) === text);
  if (typeof raw !== 'string') return { value: raw.map(choiceOf).filter((each) => each !== undefined) };
  if (kind === 'choice') return { value: choiceOf(raw) };
  if (kind === 'boolean') return { value: raw === 'true' };
  if (kind === 'array' || kind === 'object') return parse(raw, kind);
  if (kind === 'any') {
    const { value, wrong } = parse(raw);
    return { value: wrong ? raw : value };
  }
  return kind === 'string' ? { value: raw } : numberOf(field.schema, raw.trim(), kind);
}

/**
 * @param {Api.Schema} schema
 * @param {string} raw
 * @param {string} kind
 * @returns {{ value?: unknown, wrong?: string }}
 */
function numberOf({ minimum, maximum }, raw, kind) {
  const value = Number(raw);
  if (!NUMBER.test(raw)) return { wrong: 'Must be a number' };
  if (!Number.isFinite(value)) return { wrong: 'Is beyond the range of numbers' };
  if (kind === 'integer' && !Number.isInteger(value)) return { wrong: 'Must be a whole number' };
  if (minimum !== undefined && value < minimum) return { wrong: `Must be at least ${minimum}` };
  if (maximum !== undefined && value > maximum) return { wrong: `Must be at most ${maximum}` };
  return exactNumber(raw, value);
}

define('gh-schema-form', SchemaForm);
