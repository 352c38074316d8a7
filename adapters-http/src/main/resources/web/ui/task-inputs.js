// The built-in types of tasks, with the schemas of their inputs as the API's document has them, and the choices that there are now.
import { get } from '../api.js';
import { provider } from '../state.js';

/** In the order in which they are offered. */
export const BUILT_IN = ['agent', 'completion', 'tool', 'test-run', 'sleep', 'wait', 'echo'];

/** @type {Promise<Record<string, Api.Schema>> | undefined} */
let schemas;

/** @typedef {{ tools: Map<string, Api.Schema>, suites: string[], browsers: string[] }} Choices */

/** The schemas by type; undefined members mean that a type has no schema. */
export async function inputSchemas() {
  schemas ??= get('/openapi/orchestration.json', { signIn: false }).then(({ components }) => components.schemas.BuiltInInputs.properties);
  try {
    return await schemas;
  } catch (error) {
    schemas = undefined;
    throw error;
  }
}

/**
 * What the fields of the schemas can be chosen from: the agent's tools with their parameters, the suites, and the browsers that there are.
 *
 * @returns {Promise<Choices>}
 */
export async function inputChoices() {
  /** @type {[{ tools: Api.Tool[] }, { suites: Api.Suite[], browsers: string[] }]} */
  const [{ tools }, { suites, browsers }] = await Promise.all([get('/web/agent/api/tools'), get('/web/api/v1/suites')]);
  return { tools: new Map(tools.map((tool) => [tool.name, tool.parameters])), suites: suites.map(({ name }) => name), browsers };
}

/** @param {Api.Schema} schema */
const MODEL = ({ properties, ...schema }) => ({
  ...schema,
  properties: { ...properties, model: { ...properties?.model, enum: provider.models.map(({ id }) => id) } },
});

/**
 * A schema with choices in place of texts where they are known; `tool` is the tool that was chosen.
 *
 * @param {string} type
 * @param {Api.Schema} schema
 * @param {Partial<Choices>} [choices]
 * @param {string} [tool]
 * @returns {Api.Schema}
 */
export function withChoices(type, schema, { tools = new Map(), suites, browsers } = {}, tool = undefined) {
  if (type === 'agent' || type === 'completion') return provider.models.length ? MODEL(schema) : schema;
  const { properties = {} } = schema;
  if (type === 'tool' && tools.size) {
    const parameters = tools.get(tool ?? '');
    return {
      ...schema,
      properties: {
        tool: { ...properties.tool, enum: [...tools.keys()] },
        parameters: parameters?.properties
          ? { title: properties.parameters.title, description: properties.parameters.description, ...parameters }
          : properties.parameters,
      },
      required: parameters?.required?.length ? ['tool', 'parameters'] : schema.required,
    };
  }
  if (type === 'test-run') {
    return { ...schema, properties: {
      ...properties,
      suite: suites?.length ? { ...properties.suite, enum: suites, default: suites[0] } : properties.suite,
      target: { ...properties.target, default: `${location.origin}/docs` },
      browsers: browsers ? { ...properties.browsers, items: { enum: browsers } } : properties.browsers,
    } };
  }
  return schema;
}
