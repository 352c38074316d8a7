// The input of work that is started later: a form made from its schema, or JSON.
import { html, nothing } from './element.js';
import { describedBy, field } from './field.js';
import { parse } from './json.js';
import { formOf, isObject } from './schema-fields.js';
import './schema-form.js';

/** @typedef {import('./form-dialog.js').Faults} Faults */
/** @typedef {Record<string, unknown>} Values */

/** @param {unknown} value @param {unknown[]} [choices] */
const isChoice = (value, choices) => choices?.some((each) => JSON.stringify(each) === JSON.stringify(value)) ?? false;

/** Whether a field can show a value and give it back. @param {Ui.SchemaField} field @param {unknown} value @param {Api.Schema} [given] */
function holds({ kind, choices, fields = [] }, value, given) {
  switch (kind) {
    case 'choice': return isChoice(value, choices);
    case 'choices': return Array.isArray(value) && value.every((each) => isChoice(each, choices));
    case 'array': return Array.isArray(value);
    case 'object': return isObject(value);
    case 'integer': case 'number': return typeof value === 'number';
    case 'group': return isObject(value) && isObject(given?.properties) && holdAll(fields, value, given);
    case 'any': return value !== null;
    default: return typeof value === kind;
  }
}

/** @param {Ui.SchemaField[]} fields @param {Values} values @param {Api.Schema} [schema] @returns {boolean} */
const holdAll = (fields, values, schema) =>
  Object.entries(values).every(([name, value]) => {
    const known = fields.find((each) => each.name === name);
    return known !== undefined && holds(known, value, schema?.properties?.[name]);
  });

/** The schema with values as its defaults. @param {Api.Schema} schema @param {Values} values @returns {Api.Schema} */
function withValues(schema, values) {
  const properties = { ...schema.properties };
  const groups = [];
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(properties, name)) continue;
    const isGroup = isObject(value) && isObject(properties[name].properties);
    if (isGroup) groups.push(name);
    properties[name] = isGroup ? withValues(properties[name], value) : { ...properties[name], default: value };
  }
  // An optional group would be sent only when it is changed.
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), ...groups])] };
}

/** The keys of the fields, and of those in their groups. @param {Ui.SchemaField[]} fields @returns {string[]} */
const keysOf = (fields) => fields.flatMap((each) => (each.kind === 'group' ? keysOf(each.fields ?? []) : each.key));

/** @param {Api.Schema} [schema] */
const hasForm = (schema) => Boolean(schema?.properties && formOf(schema));

export class WorkInput {
  /** What was wrong with the JSON. @type {string | undefined} */
  wrong = undefined;
  /** @type {{ faults: Faults, messages: Map<string, string> } | undefined} */
  #told = undefined;

  /** @param {Values} [values] what it is now */
  constructor(values = {}) {
    this.values = values;
    this.json = Object.keys(values).length ? JSON.stringify(values, null, 2) : '';
    /** Whether the user writes JSON; undefined until that is chosen. @type {boolean | undefined} */
    this.isJson = undefined;
  }

  /** Whether it is written as JSON, since it must be or the user has chosen so. @param {Api.Schema} [schema] */
  #asJson(schema) {
    if (!hasForm(schema)) return true;
    return this.isJson ?? !holdAll(formOf(schema) ?? [], this.values, schema);
  }

  /**
   * @param {{
   *   path: string, schema?: Api.Schema, faults: Faults, update: () => unknown, hint?: string, formHint?: string,
   *   pick?: (name: string, value: unknown) => unknown,
   * }} form `path` is that of the input in the body, `hint` is about JSON and `formHint` about the form
   */
  template({ path, schema, faults, update, hint, formHint, pick }) {
    const asJson = this.#asJson(schema);
    /** @param {boolean} isJson @param {Ui.On<HTMLElement>} event */
    const choose = (isJson, event) => {
      if (isJson === asJson) return;
      if (isJson) {
        const values = this.#form(event.target)?.values();
        if (values) this.json = JSON.stringify(values, null, 2);
      } else {
        const { value, wrong } = parse(this.json.trim() || '{}', 'object');
        this.wrong = wrong ?? (holdAll(formOf(schema) ?? [], value, schema) ? undefined : 'The form cannot show all of this input.');
        if (!this.wrong) this.values = value;
      }
      this.isJson = this.wrong ? true : isJson;
      update();
    };
    const ways = html`<div class="field"><span class="label" id="work-input-how">Input</span><div class="seg" role="group"
      aria-labelledby="work-input-how">${[false, true].map((isJson) => html`<button type="button" aria-pressed=${isJson === asJson}
      @click=${(/** @type {Ui.On<HTMLElement>} */ event) => choose(isJson, event)}>${isJson ? 'As JSON' : 'By a form'}</button>`)}
      </div>${formHint && !asJson ? html`<span class="hint">${formHint}</span>` : nothing}</div>`;
    if (!schema || asJson) return html`${hasForm(schema) ? ways : nothing}${this.#text(path, faults, update, hint)}`;
    return html`${ways}<gh-schema-form .schema=${withValues(schema, this.values)} .wrong=${this.#messages(path, faults, schema)}
      @pick=${(/** @type {CustomEvent} */ { detail }) => pick?.(detail.name, detail.value)}></gh-schema-form>`;
  }

  /** @param {string} path @param {Faults} faults @param {() => unknown} update @param {string} [hint] */
  #text(path, faults, update, hint = 'An object as JSON') {
    const wrong = this.wrong ?? faults.in(path);
    return field('work-input', 'Input as JSON', html`<textarea class="input mono" id="work-input" rows="6" spellcheck="false"
      placeholder='{"hello": "world"}' aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('work-input', hint, wrong)}
      .value=${this.json} @input=${(/** @type {Ui.On} */ event) => {
        this.json = event.target.value;
        this.wrong = undefined;
        update();
      }}></textarea>`, hint, wrong);
  }

  /**
   * The same map for one failure, so that what the form finds wrong itself stays.
   *
   * @param {string} path
   * @param {Faults} faults
   * @param {Api.Schema} [schema]
   */
  #messages(path, faults, schema) {
    if (this.#told?.faults !== faults) {
      const told = keysOf(formOf(schema) ?? []).map((key) => /** @type {const} */ ([key, faults.in(`${path}.${key}`) ?? '']));
      this.#told = { faults, messages: new Map(told.filter(([, words]) => words)) };
    }
    return this.#told.messages;
  }

  /** @param {HTMLElement} within @returns {import('./schema-form.js').SchemaForm | null | undefined} */
  #form(within) {
    return within.closest('form')?.querySelector('gh-schema-form');
  }

  /**
   * What was filled in; undefined, and it says why, when something is wrong.
   *
   * @param {HTMLFormElement} form
   * @returns {Values | undefined}
   */
  read(form) {
    const fields = this.#form(form);
    if (fields) return fields.values();
    const { value, wrong } = parse(this.json.trim() || '{}', 'object');
    this.wrong = wrong;
    return wrong ? undefined : value;
  }
}
