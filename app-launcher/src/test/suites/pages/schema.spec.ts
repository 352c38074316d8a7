import type { Page } from '@playwright/test';
import { isAccessible } from './access';
import { expect, test } from './person';

/** Shows the form of a schema; returns what it would send. */
async function form(page: Page, schema: object | string) {
  await page.goto('/files');
  // A page that still waits for its list would render it into what is removed here.
  await expect(page.getByText(/No files yet|at most$/)).toBeVisible();
  await page.evaluate(async text => {
    await import(document.querySelector<HTMLScriptElement>('script[src$="/app.js"]')!.src.replace('app.js', 'ui/schema-form.js'));
    const form = Object.assign(document.createElement('gh-schema-form'), { schema: JSON.parse(text) });
    document.querySelector('.page')!.replaceChildren(form);
    await (form as any).updateComplete;
  }, typeof schema === 'string' ? schema : JSON.stringify(schema));
  return () => page.evaluate(() => JSON.stringify((document.querySelector('gh-schema-form') as any).values()));
}

const object = (properties: object, required: string[] = [], more: object = {}) => ({ type: 'object', properties, required, ...more });

test('a form has choices, numbers, nulls and constants as the schema means them', async ({ page }) => {
  const sent = await form(page, object({
    size: { enum: [1, 2.5, '1', null] }, kind: { const: 'order' }, note: { type: ['string', 'null'] }, level: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    colour: { oneOf: [{ const: 'red' }, { const: 'green' }] }, days: { type: 'array', items: { enum: [1, 2, 3] }, default: [2] }, count: { type: 'integer', default: 3 }, isNew: { type: 'boolean', default: false },
  }, ['kind', 'note', 'size']));
  await isAccessible(page);

  await page.getByLabel('size').selectOption({ label: '2.5' });
  await page.getByLabel('level').fill('7');
  await page.getByLabel('colour').selectOption('green');
  await page.getByRole('checkbox', { name: '3', exact: true }).check();

  expect(JSON.parse(await sent())).toEqual({ size: 2.5, kind: 'order', note: null, level: 7, colour: 'green', days: [2, 3], count: 3, isNew: false });
});

test('numbers keep their digits, and are refused beyond their range', async ({ page }) => {
  const sent = await form(page, object({ serial: { type: 'integer' }, list: { type: 'array' } }));
  await page.getByLabel('serial').fill('12345678901234567890');
  await page.getByLabel('list').fill('[9007199254740993, 0.1]');
  expect(await sent()).toBe('{"serial":12345678901234567890,"list":[9007199254740993,0.1]}');

  for (const [text, words] of [['1e999', 'Is beyond the range of numbers'], ['0x10', 'Must be a number'], ['Infinity', 'Must be a number'], ['1.5', 'Must be a whole number']]) {
    await page.getByLabel('serial').fill(text);
    expect(await sent()).toBeUndefined();
    await expect(page.getByRole('alert')).toHaveText(words);
  }
});

test('a group that is optional needs nothing until it is begun', async ({ page }) => {
  const address = object({ street: { type: 'string' }, city: { type: 'string' }, country: { type: 'string', default: 'PT' } }, ['street', 'city']);
  const sent = await form(page, object({ name: { type: 'string' }, address, lines: { type: 'array', items: address } }, ['name']));
  await page.getByLabel('name').fill('Ada');
  expect(JSON.parse(await sent())).toEqual({ name: 'Ada' });

  await page.getByText('address', { exact: true }).click();
  await page.getByLabel('street').fill('Rua Augusta');
  expect(await sent()).toBeUndefined();
  await expect(page.getByRole('alert')).toHaveText('Required');
  await expect(page.getByLabel('city')).toBeFocused();
  await page.getByLabel('city').fill('Lisboa');
  await page.getByLabel('lines').fill('[{"street": "x", "city": "y"}]');
  expect(JSON.parse(await sent())).toEqual({ name: 'Ada', address: { street: 'Rua Augusta', city: 'Lisboa', country: 'PT' }, lines: [{ street: 'x', city: 'y' }] });
});

test('references are followed once, and what is deep or large is JSON', async ({ page }) => {
  let deep: object = { type: 'string' };
  for (let i = 0; i < 30; i++) deep = object({ [`d${i}`]: deep });
  const wide = object(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`w${at}`, { type: 'string' }])));
  const node = object({ value: { type: 'integer' }, left: { $ref: '#/$defs/node' }, right: { $ref: '#/$defs/node' } });
  const sent = await form(page, object({ tree: { $ref: '#/$defs/node' }, itself: { $ref: '#/properties/itself' }, far: { $ref: 'https://example.org/schema' }, any: {}, deep, wide, zebra: { type: 'string' } }, ['tree'], { $defs: { node } }));

  await page.getByLabel('value').fill('1');
  await page.getByLabel('left').fill('{"value": 2}');
  await page.getByLabel('itself').fill('plain words');
  await page.getByLabel('far').fill('[true]');
  await page.getByLabel('wide').fill('{"w1": "x"}');

  await page.getByLabel('zebra').fill('z');

  expect(JSON.parse(await sent())).toEqual({ tree: { value: 1, left: { value: 2 } }, itself: 'plain words', far: [true], wide: { w1: 'x' }, zebra: 'z' });
});

test('a parameter may have any name', async ({ page }) => {
  const schema = '{"type": "object", "required": ["__proto__"], "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "toString": {"enum": ["a"]}, "a.b": {"type": "string"}, "a": {"type": "object", "properties": {"b": {"type": "string"}}}, "first name": {"type": "string", "description": "How one is called."}}}';
  const sent = await form(page, schema);
  expect(await sent()).toBeUndefined();
  await page.getByLabel('__proto__').fill('p');
  await page.getByLabel('constructor').fill('c');
  await page.getByLabel('a.b').fill('1');
  await page.getByLabel('first name').fill('Ada');
  await expect(page.getByLabel('first name')).toHaveAccessibleDescription('How one is called.');
  expect(await sent()).toBe('{"__proto__":"p","constructor":"c","a.b":"1","first name":"Ada"}');
});

test('a schema that no form can show is filled in as JSON', async ({ page }) => {
  const alternatives = { type: 'object', oneOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] };
  let sent = await form(page, alternatives);
  await page.getByLabel('Parameters').fill('{"b": "x"}');
  expect(JSON.parse(await sent())).toEqual({ b: 'x' });

  sent = await form(page, object({ name: { type: 'string' }, shape: { oneOf: [object({ r: { type: 'number' } }), { type: 'string' }] } }, [], { additionalProperties: { type: 'integer' } }));
  await page.getByLabel('name').fill('n');
  await page.getByLabel('shape').fill('{"r": 2}');
  await page.getByLabel('Other fields').fill('{"more": 5}');
  expect(JSON.parse(await sent())).toEqual({ name: 'n', shape: { r: 2 }, more: 5 });

  for (const odd of ['{"type": "object", "properties": {"a": true, "b": null, "c": {"enum": "x", "type": 7, "title": 5, "description": {}, "examples": 1}}, "required": "a"}', 'null', '{}']) {
    sent = await form(page, odd);
    expect(await sent()).toBe('{}');
  }
});
