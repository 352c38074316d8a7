// Uses the clients of several projects on a server whose provider is scripted here, and checks what both sides get.
// node clients.mjs <folder with node_modules> <port of the provider> <root address of the server> <access token>
import assert from 'node:assert/strict';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.AI_SDK_LOG_WARNINGS = false;
const [folder, port, root, token] = process.argv.slice(2);
const resolve = createRequire(path.join(folder, 'package.json')).resolve;
const load = async (name) => import(pathToFileURL(resolve(name)));
const { OpenAI } = await load('openai');
const { Anthropic } = await load('@anthropic-ai/sdk');
const { generateText, streamText } = await load('ai');
const { createOpenAI } = await load('@ai-sdk/openai');
const { createAnthropic } = await load('@ai-sdk/anthropic');
const { ChatOpenAI, OpenAIEmbeddings } = await load('@langchain/openai');

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

// What the provider sends.

const chunk = (delta, finish = null) => ({
  id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-x', system_fingerprint: 'fp_1', obfuscation: 'x',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});
const openAiUsage = {
  prompt_tokens: 9, completion_tokens: 4, total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 5 }, completion_tokens_details: { reasoning_tokens: 2 },
};
const openAiChunks = [
  chunk({ role: 'assistant', content: '', reasoning_content: 'hm' }),
  chunk({ content: 'Grüße, ' }),
  chunk({ content: 'Welt 😀' }),
  chunk({}, 'stop'),
  { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-x', choices: [], usage: openAiUsage },
];
const calling = (index, fields) => chunk({ tool_calls: [{ index, ...fields }] });
const openAiCalls = [
  chunk({ role: 'assistant', content: null }),
  calling(0, { id: 'c0', type: 'function', function: { name: 'weather', arguments: '' } }),
  calling(1, { id: 'c1', type: 'function', function: { name: 'weather', arguments: '' } }),
  calling(1, { function: { arguments: '{"city":' } }),
  calling(0, { function: { arguments: '{"city":"Bonn"}' } }),
  calling(1, { function: { arguments: '"Rom"}' } }),
  chunk({}, 'tool_calls'),
  openAiChunks.at(-1),
];
const openAiWhole = (message, finish) => ({
  id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'gpt-x', system_fingerprint: 'fp_1', service_tier: 'default',
  choices: [{ index: 0, message: { role: 'assistant', refusal: null, annotations: [], ...message }, logprobs: null, finish_reason: finish }],
  usage: openAiUsage,
});
const openAiAnswer = openAiWhole({ content: 'Grüße, Welt 😀', reasoning_content: 'hm' }, 'stop');
const openAiCalled = openAiWhole({
  content: null,
  tool_calls: ['Bonn', 'Rom'].map((city, index) => ({ id: `c${index}`, type: 'function', function: { name: 'weather', arguments: `{"city":"${city}"}` } })),
}, 'tool_calls');

const anthropicUsage = { input_tokens: 4, cache_creation_input_tokens: 0, cache_read_input_tokens: 5, output_tokens: 4, service_tier: 'standard' };
const anthropicBlocks = [
  { type: 'thinking', thinking: 'hm', signature: 'sig' },
  { type: 'text', text: 'Grüße, Welt 😀' },
];
const anthropicCall = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bonn' } };
const anthropicMessage = (content, stop) => ({
  id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', content, stop_reason: stop, stop_sequence: null, usage: anthropicUsage, container: null,
});
const delta = (index, fields) => ({ type: 'content_block_delta', index, delta: fields });
const begin = (index, block) => ({ type: 'content_block_start', index, content_block: block });
const anthropicStart = { type: 'message_start', message: { ...anthropicMessage([], null), usage: { ...anthropicUsage, output_tokens: 1 } } };
const anthropicEnd = (stop) => [
  { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
];
const anthropicEvents = [
  anthropicStart,
  begin(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'hm' }),
  delta(0, { type: 'signature_delta', signature: 'sig' }),
  { type: 'content_block_stop', index: 0 },
  begin(1, { type: 'text', text: '' }),
  delta(1, { type: 'text_delta', text: 'Grüße, ' }),
  delta(1, { type: 'text_delta', text: 'Welt 😀' }),
  { type: 'content_block_stop', index: 1 },
  ...anthropicEnd('end_turn'),
];
const anthropicCallEvents = [
  anthropicStart,
  begin(0, { ...anthropicCall, input: {} }),
  delta(0, { type: 'input_json_delta', partial_json: '{"city":' }),
  delta(0, { type: 'input_json_delta', partial_json: '"Bonn"}' }),
  { type: 'content_block_stop', index: 0 },
  ...anthropicEnd('tool_use'),
];

// The provider.

const received = [];

function answer(url, body) {
  const called = body.tools?.length > 0 && body.messages.at(-1).role === 'user' && !JSON.stringify(body.messages.at(-1)).includes('tool_result');
  if (url.startsWith('/v1/models')) return { whole: { object: 'list', data: [{ id: 'gpt-x', object: 'model' }] } };
  if (url === '/v1/embeddings') {
    const data = [].concat(body.input).map((_, index) => ({ object: 'embedding', index, embedding: body.encoding_format === 'base64' ? 'AACAPw==' : [1] }));
    return { whole: { object: 'list', model: 'embed-x', data, usage: { prompt_tokens: 7, total_tokens: 7 } } };
  }
  if (url === '/v1/chat/completions') {
    return { whole: called ? openAiCalled : openAiAnswer, events: called ? openAiCalls : openAiChunks, end: 'data: [DONE]\n\n' };
  }
  if (url === '/anthropic/v1/messages/count_tokens') return { whole: { input_tokens: 17 } };
  return {
    whole: called ? anthropicMessage([anthropicCall], 'tool_use') : anthropicMessage(anthropicBlocks, 'end_turn'),
    events: called ? anthropicCallEvents : anthropicEvents,
    end: '',
  };
}

const provider = http.createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const body = JSON.parse(text || '{}');
  received.push({ url: request.url, headers: request.headers, text, body });
  const { whole, events, end } = answer(request.url, body);
  response.writeHead(200, { 'Content-Type': body.stream ? 'text/event-stream' : 'application/json' });
  if (!body.stream) return response.end(JSON.stringify(whole));
  for (const event of events) response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  response.end(end);
});
await new Promise((listening) => provider.listen(Number(port), '127.0.0.1', listening));

// The clients.

const base = `${root}/completion/v1`;
const openai = new OpenAI({ apiKey: token, baseURL: base, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey: token, baseURL: `${root}/completion`, maxRetries: 0 });
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = { type: 'function', function: { name: 'weather', description: 'Tells the weather', parameters: schema } };
const all = async (stream) => {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
};
const last = () => received.at(-1);
const hi = [{ role: 'user', content: 'hi' }];
let checks = 0;

async function check(name, work) {
  try {
    await work();
    checks++;
  } catch (error) {
    error.message = `${name}: ${error.message}`;
    throw error;
  }
}

await check('OpenAI, chat completions, every field both ways', async () => {
  const body = {
    model: 'gpt', n: 1, logprobs: true, top_logprobs: 2, reasoning_effort: 'low', logit_bias: { 50256: -100 }, parallel_tool_calls: false,
    service_tier: 'default', prediction: { type: 'content', content: 'x' }, metadata: { a: 'b' }, user: 'u', seed: 1, guided_choice: ['a'],
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}`, detail: 'low' } }] },
    ],
  };
  const { data, response } = await openai.chat.completions.create(body).withResponse();
  assert.deepEqual(JSON.parse(JSON.stringify(data)), openAiAnswer);
  assert.deepEqual(last().body, { ...body, model: 'gpt-x' });
  assert.equal(last().headers['x-request-id'], response.headers.get('x-request-id'));
});
await check('OpenAI, chat completions, every event', async () => {
  const stream = { model: 'gpt', messages: hi, stream: true };
  assert.deepEqual(await all(await openai.chat.completions.create({ ...stream, stream_options: { include_usage: true } })), openAiChunks);
  assert.deepEqual(await all(await openai.chat.completions.create(stream)), openAiChunks.slice(0, -1));
  assert.deepEqual(await all(await openai.chat.completions.create({ ...stream, tools: [weather] })), openAiCalls.slice(0, -1));
});
await check('OpenAI, chat completions, on Anthropic', async () => {
  const body = { model: 'claude', messages: hi, seed: 1, reasoning_effort: 'low' };
  const whole = await openai.chat.completions.create(body);
  assert.equal(whole.choices[0].message.content, 'Grüße, Welt 😀');
  assert.equal(whole.usage.prompt_tokens_details.cached_tokens, 5);
  assert.deepEqual(whole.warnings.map((warning) => warning.split(' ')[0]), ['reasoning_effort', 'seed']);
  const streamed = await openai.chat.completions.stream({ ...body, tools: [weather] }).finalMessage();
  assert.deepEqual(JSON.parse(streamed.tool_calls[0].function.arguments), { city: 'Bonn' });
  await assert.rejects(openai.chat.completions.create({ ...body, n: 2 }), { status: 400, param: 'n' });
});
await check('OpenAI, responses', async () => {
  const text = [{ type: 'input_text', text: 'see' }, { type: 'input_image', image_url: `data:image/png;base64,${PICTURE}`, detail: 'auto' }];
  for (const model of ['gpt', 'claude']) {
    const whole = await openai.responses.create({ model, input: [{ role: 'user', content: text }], instructions: 'Be kind.' });
    assert.equal(whole.output_text, 'Grüße, Welt 😀');
    assert.equal(whole.usage.input_tokens_details.cached_tokens, 5);
    const stream = openai.responses.stream({ model, input: 'hi', tools: [{ type: 'function', name: 'weather', parameters: schema, strict: false }] });
    await all(stream);
    const { output } = await stream.finalResponse();
    assert.deepEqual(JSON.parse(output.at(0).arguments), { city: 'Bonn' });
  }
});
await check('OpenAI, embeddings', async () => {
  const input = Array.from({ length: 2048 }, (_, index) => `text ${index}`);
  const embedded = await openai.embeddings.create({ model: 'text-embedding-3-small', input, dimensions: 1 });
  assert.equal(embedded.data.length, 2048);
  assert.deepEqual(Array.from(embedded.data[0].embedding), [1]);
  assert.equal(last().body.dimensions, 1);
  await openai.embeddings.create({ model: 'text-embedding-3-small', input: [[1, 2], [3]] });
  assert.deepEqual(last().body.input, [[1, 2], [3]]);
});
await check('OpenAI, models', async () => {
  const ids = (await all(openai.models.list())).map(({ id }) => id);
  for (const id of ['gpt', 'claude', 'text-embedding-3-small']) assert.ok(ids.includes(id), id);
});
await check('Anthropic, messages, every field and event both ways', async () => {
  const body = {
    model: 'claude', max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 1024 }, top_k: 5, metadata: { user_id: 'u' },
    system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    messages: [
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }] },
      { role: 'assistant', content: anthropicBlocks.slice(0, 1).concat({ ...anthropicCall }) },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny', is_error: false }] },
    ],
  };
  const whole = await anthropic.messages.create(body, { headers: { 'anthropic-beta': 'some-beta' } });
  assert.deepEqual(JSON.parse(JSON.stringify(whole)), anthropicMessage(anthropicBlocks, 'end_turn'));
  assert.deepEqual(last().body, { ...body, model: 'claude-x' });
  assert.equal(last().headers['anthropic-beta'], 'some-beta');
  assert.deepEqual(await all(await anthropic.messages.create({ ...body, stream: true })), anthropicEvents);
  const counted = await anthropic.messages.countTokens({ model: 'claude', messages: hi });
  assert.equal(counted.input_tokens, 17);
});
await check('Anthropic, messages, on OpenAI', async () => {
  const tool = { name: 'weather', description: 'Tells the weather', input_schema: schema };
  const body = { model: 'gpt', max_tokens: 100, messages: hi };
  const whole = await anthropic.messages.create(body);
  assert.deepEqual(whole.content, [{ type: 'text', text: 'Grüße, Welt 😀' }]);
  assert.deepEqual([whole.usage.input_tokens, whole.usage.cache_read_input_tokens, whole.usage.output_tokens], [4, 5, 4]);
  const streamed = await anthropic.messages.stream({ ...body, tools: [tool] }).finalMessage();
  assert.deepEqual(streamed.content.map(({ input }) => input), [{ city: 'Bonn' }, { city: 'Rom' }]);
  assert.equal(streamed.stop_reason, 'tool_use');
  assert.ok((await anthropic.messages.countTokens({ model: 'gpt', messages: hi })).input_tokens > 0);
  await assert.rejects(anthropic.messages.create({ ...body, mcp_servers: [] }), { status: 400 });
});
await check('AI SDK', async () => {
  const ofOpenAi = createOpenAI({ baseURL: base, apiKey: token });
  const ofAnthropic = createAnthropic({ baseURL: base, apiKey: token });
  const picture = [{ role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image', image: PICTURE, mediaType: 'image/png' }] }];
  for (const model of [ofOpenAi('gpt'), ofOpenAi('claude'), ofOpenAi.chat('gpt'), ofOpenAi.chat('claude'), ofAnthropic('claude'), ofAnthropic('gpt')]) {
    const whole = await generateText({ model, messages: picture, maxRetries: 0 });
    assert.equal(whole.text, 'Grüße, Welt 😀');
    const streamed = streamText({ model, prompt: 'hi', maxRetries: 0 });
    assert.equal((await all(streamed.textStream)).join(''), 'Grüße, Welt 😀');
    assert.equal((await streamed.usage).outputTokens, 4);
  }
});
await check('LangChain', async () => {
  for (const model of ['gpt', 'claude']) {
    const chat = new ChatOpenAI({ model, apiKey: token, configuration: { baseURL: base }, maxRetries: 0 });
    assert.equal((await chat.invoke('hi')).content, 'Grüße, Welt 😀');
    assert.equal((await all(await chat.stream('hi'))).map(({ content }) => content).join(''), 'Grüße, Welt 😀');
    const called = await chat.bindTools([weather]).invoke('hi');
    assert.deepEqual(called.tool_calls[0].args, { city: 'Bonn' });
  }
  const embeddings = new OpenAIEmbeddings({ model: 'text-embedding-3-small', apiKey: token, configuration: { baseURL: base }, maxRetries: 0 });
  assert.equal((await embeddings.embedDocuments(Array.from({ length: 600 }, () => 'x'))).length, 600);
});

console.log(`${checks} checks passed`);
provider.close();
provider.closeAllConnections();
