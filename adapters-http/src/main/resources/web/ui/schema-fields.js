// The fields that a JSON Schema of an object asks for.

const MOST_FIELDS = 300;
const DEEPEST = 6;
/** The most references and alternatives that are followed for one field. */
const MOST_STEPS = 20;
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/**
 * @param {unknown} value
 * @returns {value is Api.Schema}
 */
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
/**
 * @param {unknown} value
 * @returns {any[]}
 */
const listOf = (value) => (Array.isArray(value) ? value : []);
/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : undefined);

/**
 * What a reference within the document names; undefined for any other.
 *
 * @param {unknown} root
 * @param {string} reference
 */
function target(root, reference) {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    const names = reference.split('/').slice(1).map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
    return names.reduce(
      (/** @type {any} */ value, name) =>
        value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? value[name] : undefined,
      root,
    );
  } catch {
    return undefined;
  }
}

/** A schema about which no more is known than its words. @param {Api.Schema} schema */
const opaque = ({ title, description, default: value }) => ({ title, description, default: value });

/**
 * A schema with its references and single alternatives in place: `{schema, isNullable, references}`. A reference to a schema that contains
 * it is not followed.
 *
 * @param {unknown} source
 * @param {unknown} root
 * @param {string[]} references
 * @returns {{ schema: Api.Schema, isNullable: boolean, references: string[] }}
 */
function resolved(source, root, references) {
  let schema = isObject(source) ? source : {};
  let isNullable = false;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { $ref, ...own } = schema;
    const name = ALTERNATIVES.find((each) => Array.isArray(schema[each]) && !isObject(schema.properties));
    if (typeof $ref === 'string') {
      const found = references.includes($ref) ? undefined : target(root, $ref);
      if (!isObject(found)) return { schema: opaque(own), isNullable, references };
      references = [...references, $ref];
      schema = { ...found, ...own };
    } else if (name) {
      const { [name]: given, ...rest } = schema;
      const all = listOf(given);
      const others = all.filter((each) => name === 'allOf' || each?.type !== 'null');
      isNullable ||= others.length < all.length;
      if (others.length === 1 && isObject(others[0])) {
        schema = { ...others[0], ...rest };
      } else if (name !== 'allOf' && others.length
        && others.every((each) => isObject(each) && ('const' in each || Array.isArray(each.enum)))) {
        schema = { ...rest, enum: others.flatMap((each) => ('const' in each ? [each.const] : each.enum)) };
      } else {
        return { schema: opaque(rest), isNullable, references };
      }
    } else {
      return { schema, isNullable: isNullable || [schema.type].flat().includes('null'), references };
    }
  }
  return { schema: opaque(schema), isNullable, references };
}

/**
 * @param {Api.Schema} schema
 * @returns {unknown[] | undefined}
 */
const choicesOf = (schema) =>
  'const' in schema ? [schema.const] : Array.isArray(schema.enum) && schema.enum.length ? schema.enum : undefined;

/** The one type of a schema; 'any' when it has none or several. @param {Api.Schema} schema */
function typeOf({ type, properties, items }) {
  const types = /** @type {string[]} */ ([type].flat()).filter((each) => TYPES.includes(each));
  if (types.length === 1) return types[0];
  return types.length ? 'any' : isObject(properties) ? 'object' : isObject(items) ? 'array' : 'any';
}

/** Whether a schema says that objects have other fields than those that it names. @param {Api.Schema} schema */
const isOpen = ({ additionalProperties, patternProperties }) =>
  additionalProperties === true || isObject(additionalProperties) || isObject(patternProperties);

/**
 * The fields of an object, those that are required first; undefined when there are more than a form can show.
 *
 * @param {Api.Schema} schema
 * @param {unknown} root
 * @param {string[]} path
 * @param {string[]} references
 * @param {{ left: number }} room
 * @returns {Ui.SchemaField[] | undefined}
 */
function fieldsOf(schema, root, path, references, room) {
  const required = listOf(schema.required);
  const all = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const sorted = [...all.filter(([name]) => required.includes(name)), ...all.filter(([name]) => !required.includes(name))];
  /** @type {Ui.SchemaField[]} */
  const fields = [];
  for (const [name, given] of sorted) {
    room.left -= 1;
    if (room.left < 0) return undefined;
    fields.push(fieldOf(name, given, required.includes(name), root, path, references, room));
  }
  if (fields.length && isOpen(schema)) {
    fields.push({ key: keyOf([...path, ' ']), label: 'Other fields', kind: 'object', isRest: true, schema: {} });
  }
  return fields;
}

/** Points separate the names. @param {string[]} path */
const keyOf = (path) => path.map((name) => name.replace(/[\\.]/g, '\\$&')).join('.');

/**
 * @param {string} name
 * @param {unknown} given
 * @param {boolean} isRequired
 * @param {unknown} root
 * @param {string[]} above
 * @param {string[]} before
 * @param {{ left: number }} room
 * @returns {Ui.SchemaField}
 */
function fieldOf(name, given, isRequired, root, above, before, room) {
  const { schema, isNullable, references } = resolved(given, root, before);
  const path = [...above, name];
  const field = {
    key: keyOf(path),
    name,
    label: text(schema.title) ?? name,
    hint: text(schema.description),
    isRequired,
    isNullable,
    schema,
  };
  const choices = choicesOf(schema);
  if (choices) return { ...field, kind: 'choice', choices };
  const kind = typeOf(schema);
  if (kind === 'array') {
    const items = resolved(schema.items, root, references).schema;
    return choicesOf(items) ? { ...field, kind: 'choices', choices: choicesOf(items) } : { ...field, kind };
  }
  if (kind !== 'object' || path.length >= DEEPEST) return { ...field, kind };
  const { left } = room;
  const fields = fieldsOf(schema, root, path, references, room);
  if (!fields) room.left = left;
  return fields?.length ? { ...field, kind: 'group', fields } : { ...field, kind };
}

/**
 * The fields of a schema: `{key, name, label, hint, kind, isRequired, isNullable, isRest, schema, choices, fields}`.
 * The kinds are 'string', 'number', 'integer', 'boolean', 'choice' and 'choices' (of `choices`), 'group' (of `fields`), and
 * those that are written as JSON: 'array', 'object', and 'any', which may be a text.
 * A field with `isRest` has what no other field names. Undefined: all has to be written as JSON.
 *
 * @param {unknown} given
 * @returns {Ui.SchemaField[] | undefined}
 */
export function formOf(given) {
  const { schema, references } = resolved(given, given, []);
  const fields = fieldsOf(schema, given, [], references, { left: MOST_FIELDS });
  const isUnknown = [...ALTERNATIVES, '$ref'].some((name) => isObject(given) && name in given) && !isObject(schema.properties);
  return !fields || (!fields.length && (isOpen(schema) || isUnknown)) ? undefined : fields;
}
