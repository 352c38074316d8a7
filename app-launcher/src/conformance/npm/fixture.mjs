// An MCP server with the tools, prompts and resources that the official suite asks for, for both eras at one address.
// node fixture.mjs [port]; prints the port that it listens on.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import {
    Server,
    MissingRequiredClientCapabilityError,
    ProtocolError,
    createMcpHandler,
    createRequestStateCodec,
    inputRequired,
    isLegacyRequest,
} from '@modelcontextprotocol/server';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';

const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const NOTHING = { type: 'object', properties: {} };
const STATE = createRequestStateCodec({ key: 'a key of the fixture, of 32 bytes or more' });

const text = value => ({ content: [{ type: 'text', text: value }] });
const pause = ms => new Promise(done => setTimeout(done, ms));
const schemaOf = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const question = (name, type, message) => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: schemaOf({ [name]: { type } }) },
});
const sampling = (words, maxTokens = 100) => ({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
const roots = { method: 'roots/list', params: {} };
const accepted = (responses, key, field) =>
    responses?.[key]?.action === 'accept' ? responses[key].content?.[field] : undefined;

const capabilitiesOf = ctx => ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};

/** Asks the client, in either era: the SDK turns it into a request of the older. */
function ask(ctx, message, requestedSchema, words) {
    const answer = ctx.mcpReq.inputResponses?.form;
    return answer
        ? text(`${words}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`)
        : inputRequired({
              inputRequests: {
                  form: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } },
              },
          });
}

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (word, names) => names.map((name, i) => ({ const: `${word}${i + 1}`, title: name }));

function tools(changes) {
    return {
        test_simple_text: {
            title: 'Simple text',
            icons: [{ src: `data:image/png;base64,${PNG}`, mimeType: 'image/png', sizes: ['1x1'] }],
            annotations: { readOnlyHint: true, title: 'Says a text' },
            _meta: { 'example.org/group': 'text' },
            call: () => text('This is a simple text response for testing.'),
        },
        test_image_content: { call: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }) },
        test_audio_content: { call: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }) },
        test_embedded_resource: {
            call: () => ({
                content: [
                    {
                        type: 'resource',
                        resource: {
                            uri: 'test://embedded-resource',
                            mimeType: 'text/plain',
                            text: 'This is an embedded resource content.',
                        },
                    },
                ],
            }),
        },
        test_multiple_content_types: {
            call: () => ({
                content: [
                    { type: 'text', text: 'Multiple content types test:' },
                    { type: 'image', data: PNG, mimeType: 'image/png' },
                    {
                        type: 'resource',
                        resource: {
                            uri: 'test://mixed-content-resource',
                            mimeType: 'application/json',
                            text: '{"test":"data","value":123}',
                        },
                    },
                ],
            }),
        },
        test_structured_content: {
            outputSchema: schemaOf({ sum: { type: 'integer' } }),
            call: () => ({ ...text('The sum is 3.'), structuredContent: { sum: 3 }, _meta: { 'example.org/cost': 1 } }),
        },
        test_tool_with_logging: {
            call: async (_, ctx) => {
                for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
                    await ctx.mcpReq.log('info', words);
                    await pause(50);
                }
                return text('logged');
            },
        },
        test_logging_tool: {
            call: async (_, ctx) => {
                if (ctx.mcpReq.envelope?.['io.modelcontextprotocol/logLevel']) {
                    await ctx.mcpReq.log('info', 'logged');
                }
                return text('logged');
            },
        },
        test_error_handling: {
            call: () => ({ isError: true, ...text('This tool intentionally returns an error for testing') }),
        },
        test_tool_with_progress: {
            call: async (_, ctx) => {
                const progressToken = ctx.mcpReq._meta?.progressToken;
                for (const progress of [0, 50, 100]) {
                    if (progressToken !== undefined) {
                        const params = { progressToken, progress, total: 100, message: `${progress} of 100` };
                        await ctx.mcpReq.notify({ method: 'notifications/progress', params });
                    }
                    await pause(50);
                }
                return text('done');
            },
        },
        test_sampling: {
            inputSchema: schemaOf({ prompt: { type: 'string' } }),
            call: ({ prompt }, ctx) => {
                const answer = ctx.mcpReq.inputResponses?.answer;
                return answer?.content
                    ? text(`LLM response: ${answer.content.text}`)
                    : inputRequired({ inputRequests: { answer: sampling(prompt) } });
            },
        },
        test_elicitation: {
            inputSchema: schemaOf({ message: { type: 'string' } }),
            call: ({ message }, ctx) =>
                ask(
                    ctx,
                    message,
                    schemaOf({
                        username: { type: 'string', description: "User's response" },
                        email: { type: 'string', description: "User's email address" },
                    }),
                    'User response',
                ),
        },
        test_elicitation_sep1034_defaults: {
            call: (_, ctx) =>
                ask(
                    ctx,
                    'Please review the values',
                    schemaOf(
                        {
                            name: { type: 'string', default: 'John Doe' },
                            age: { type: 'integer', default: 30 },
                            score: { type: 'number', default: 95.5 },
                            status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
                            verified: { type: 'boolean', default: true },
                        },
                        [],
                    ),
                    'Elicitation completed',
                ),
        },
        test_elicitation_sep1330_enums: {
            call: (_, ctx) =>
                ask(
                    ctx,
                    'Please choose',
                    schemaOf(
                        {
                            untitledSingle: { type: 'string', enum: OPTIONS },
                            titledSingle: {
                                type: 'string',
                                oneOf: titled('value', ['First Option', 'Second Option', 'Third Option']),
                            },
                            legacyEnum: {
                                type: 'string',
                                enum: ['opt1', 'opt2', 'opt3'],
                                enumNames: ['Option One', 'Option Two', 'Option Three'],
                            },
                            untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
                            titledMulti: {
                                type: 'array',
                                items: { anyOf: titled('value', ['First Choice', 'Second Choice', 'Third Choice']) },
                            },
                        },
                        [],
                    ),
                    'Elicitation completed',
                ),
        },
        json_schema_2020_12_tool: {
            description: 'Tool with JSON Schema 2020-12 features',
            inputSchema: {
                $schema: 'https://json-schema.org/draft/2020-12/schema',
                type: 'object',
                $defs: {
                    address: {
                        $anchor: 'addressDef',
                        type: 'object',
                        properties: { street: { type: 'string' }, city: { type: 'string' } },
                    },
                },
                properties: {
                    name: { type: 'string' },
                    address: { $ref: '#/$defs/address' },
                    contactMethod: { type: 'string', enum: ['phone', 'email'] },
                    phone: { type: 'string' },
                    email: { type: 'string' },
                },
                allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
                if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
                then: { required: ['phone'] },
                else: { required: ['email'] },
                additionalProperties: false,
            },
            call: given => text(JSON.stringify(given)),
        },
        test_custom_header: {
            inputSchema: schemaOf({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
            call: ({ region }) => text(`region ${region}`),
        },
        test_reconnection: {
            call: async (_, ctx) => {
                ctx.http?.closeSSE?.();
                await pause(100);
                return text('Reconnection test completed');
            },
        },
        test_missing_capability: {
            call: (_, ctx) => {
                if (!capabilitiesOf(ctx).sampling) {
                    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
                }
                return text('the client can sample');
            },
        },
        test_streaming_elicitation: {
            call: async (_, ctx) => {
                const name = accepted(ctx.mcpReq.inputResponses, 'user_name', 'name');
                return name === undefined
                    ? inputRequired({ inputRequests: { user_name: question('name', 'string', 'What is your name?') } })
                    : text(`Hello, ${name}!`);
            },
        },
        test_trigger_tool_change: {
            call: () => {
                changes.tools();
                return text('the tools have changed');
            },
        },
        test_trigger_prompt_change: {
            call: () => {
                changes.prompts();
                return text('the prompts have changed');
            },
        },
        test_input_required_result_elicitation: {
            call: (_, ctx) => {
                const name = accepted(ctx.mcpReq.inputResponses, 'user_name', 'name');
                return typeof name === 'string'
                    ? text(`Hello, ${name}!`)
                    : inputRequired({ inputRequests: { user_name: question('name', 'string', 'What is your name?') } });
            },
        },
        test_input_required_result_sampling: {
            call: (_, ctx) => {
                const answer = ctx.mcpReq.inputResponses?.capital_question;
                return answer?.content
                    ? text(`The model says: ${answer.content.text}`)
                    : inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?') } });
            },
        },
        test_input_required_result_list_roots: {
            call: (_, ctx) => {
                const answer = ctx.mcpReq.inputResponses?.client_roots;
                return answer?.roots
                    ? text(`Roots: ${answer.roots.map(root => root.uri).join(', ')}`)
                    : inputRequired({ inputRequests: { client_roots: roots } });
            },
        },
        test_input_required_result_request_state: {
            call: async (_, ctx) =>
                accepted(ctx.mcpReq.inputResponses, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState()
                    ? text('state-ok')
                    : inputRequired({
                          inputRequests: { confirm: question('ok', 'boolean', 'Please confirm') },
                          requestState: await STATE.mint({ round: 1 }),
                      }),
        },
        test_input_required_result_multiple_inputs: {
            call: async (_, ctx) => {
                const given = ctx.mcpReq.inputResponses ?? {};
                return given.user_name && given.greeting && given.client_roots && ctx.mcpReq.requestState()
                    ? text('all answers are here')
                    : inputRequired({
                          inputRequests: {
                              user_name: question('name', 'string', 'What is your name?'),
                              greeting: sampling('Generate a greeting', 50),
                              client_roots: roots,
                          },
                          requestState: await STATE.mint({ round: 1 }),
                      });
            },
        },
        test_input_required_result_multi_round: {
            call: async (_, ctx) => {
                const round = ctx.mcpReq.requestState()?.round ?? 0;
                const given = ctx.mcpReq.inputResponses;
                if (round === 2 && accepted(given, 'step2', 'color') !== undefined) {
                    return text('both steps are done');
                }
                if (round === 1 && accepted(given, 'step1', 'name') !== undefined) {
                    return inputRequired({
                        inputRequests: { step2: question('color', 'string', 'Step 2: What is your favorite color?') },
                        requestState: await STATE.mint({ round: 2 }),
                    });
                }
                return inputRequired({
                    inputRequests: { step1: question('name', 'string', 'Step 1: What is your name?') },
                    requestState: await STATE.mint({ round: 1 }),
                });
            },
        },
        test_input_required_result_tampered_state: {
            call: async (_, ctx) =>
                ctx.mcpReq.requestState()
                    ? text('the state is intact')
                    : inputRequired({
                          inputRequests: { confirm: question('ok', 'boolean', 'Please confirm') },
                          requestState: await STATE.mint({ round: 1 }),
                      }),
        },
        test_input_required_result_capabilities: {
            call: (_, ctx) => {
                const can = capabilitiesOf(ctx);
                const inputRequests = {};
                if (can.elicitation) inputRequests.user_name = question('name', 'string', 'What is your name?');
                if (can.sampling) inputRequests.greeting = sampling('Generate a greeting', 50);
                return Object.keys(inputRequests).length > 0 && !ctx.mcpReq.inputResponses
                    ? inputRequired({ inputRequests })
                    : text('done');
            },
        },
    };
}

const prompts = {
    test_simple_prompt: {
        get: () => [{ type: 'text', text: 'This is a simple prompt for testing.' }],
    },
    test_prompt_with_arguments: {
        arguments: ['arg1', 'arg2'],
        get: ({ arg1, arg2 }) => [{ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }],
    },
    test_prompt_with_embedded_resource: {
        arguments: ['resourceUri'],
        get: ({ resourceUri }) => [
            {
                type: 'resource',
                resource: {
                    uri: resourceUri,
                    mimeType: 'text/plain',
                    text: 'Embedded resource content for testing.',
                },
            },
            { type: 'text', text: 'Please process the embedded resource above.' },
        ],
    },
    test_prompt_with_image: {
        get: () => [
            { type: 'image', data: PNG, mimeType: 'image/png' },
            { type: 'text', text: 'Please analyze the image above.' },
        ],
    },
    test_input_required_result_prompt: {
        get: (_, ctx) => {
            const context = accepted(ctx.mcpReq.inputResponses, 'user_context', 'context');
            return context === undefined
                ? inputRequired({
                      inputRequests: {
                          user_context: question('context', 'string', 'What context should the prompt use?'),
                      },
                  })
                : [{ type: 'text', text: `Context: ${context}` }];
        },
    },
};

const resources = {
    'test://static-text': {
        name: 'static-text',
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
    },
    'test://static-binary': { name: 'static-binary', mimeType: 'image/png', blob: PNG },
    'test://watched-resource': { name: 'watched-resource', mimeType: 'text/plain', text: 'watched' },
};
const TEMPLATE = 'test://template/{id}/data';

function contentsOf(uri) {
    if (resources[uri]) {
        const { name, ...contents } = resources[uri];
        return { uri, ...contents };
    }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) {
        throw new ProtocolError(-32602, 'Resource not found', { uri });
    }
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

function build(era, changes) {
    const server = new Server(
        { name: 'conformance-fixture', title: 'Fixture', version: '1.0.0' },
        {
            capabilities: {
                tools: { listChanged: true },
                prompts: { listChanged: true },
                resources: { subscribe: true, listChanged: true },
                completions: {},
                logging: {},
            },
            requestState: { verify: STATE.verify },
            instructions: 'A server for tests.',
        },
    );
    const known = tools(changes);
    server.setRequestHandler('tools/list', () => ({
        tools: Object.entries(known).map(([name, { call, ...tool }]) => ({
            name,
            description: `The tool ${name}`,
            inputSchema: NOTHING,
            ...tool,
        })),
    }));
    server.setRequestHandler('tools/call', ({ params }, ctx) => {
        if (!known[params.name]) {
            throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
        }
        return known[params.name].call(params.arguments ?? {}, ctx);
    });
    server.setRequestHandler('prompts/list', () => ({
        prompts: Object.entries(prompts).map(([name, prompt]) => ({
            name,
            description: `The prompt ${name}`,
            arguments: (prompt.arguments ?? []).map(argument => ({ name: argument, required: true })),
        })),
    }));
    server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
        if (!prompts[params.name]) {
            throw new ProtocolError(-32602, `Unknown prompt: ${params.name}`);
        }
        const got = await prompts[params.name].get(params.arguments ?? {}, ctx);
        return Array.isArray(got) ? { messages: got.map(content => ({ role: 'user', content })) } : got;
    });
    server.setRequestHandler('resources/list', () => ({
        resources: Object.entries(resources).map(([uri, { name, mimeType }]) => ({
            uri,
            name,
            mimeType,
            description: `The resource ${name}`,
        })),
    }));
    server.setRequestHandler('resources/templates/list', () => ({
        resourceTemplates: [{ uriTemplate: TEMPLATE, name: 'template', description: 'By id', mimeType: 'application/json' }],
    }));
    server.setRequestHandler('resources/read', ({ params }) => ({ contents: [contentsOf(params.uri)] }));
    server.setRequestHandler('completion/complete', ({ params }) => {
        const values = ['paris', 'park', 'party'].filter(one => one.startsWith(params.argument.value));
        return { completion: { values, total: values.length, hasMore: false } };
    });
    if (era === 'legacy') {
        server.setRequestHandler('resources/subscribe', () => ({}));
        server.setRequestHandler('resources/unsubscribe', () => ({}));
    }
    return server;
}

const sessions = new Map();

async function legacy(request, response, parsed) {
    const id = request.headers['mcp-session-id'];
    if (id && !sessions.has(id)) {
        response.writeHead(404, { 'Content-Type': 'application/json' });
        return response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
    }
    const transport = id ? sessions.get(id) : await opened();
    return transport.handleRequest(request, response, parsed);
}

async function opened() {
    const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: id => sessions.set(id, transport),
        onsessionclosed: id => sessions.delete(id),
    });
    const server = build('legacy', {
        tools: () => server.notification({ method: 'notifications/tools/list_changed' }),
        prompts: () => server.notification({ method: 'notifications/prompts/list_changed' }),
    });
    await server.connect(transport);
    return transport;
}

// Which eras it speaks: both, newer or older.
const eras = process.env.FIXTURE_ERAS ?? 'both';
const handler = createMcpHandler(
    () => build('modern', { tools: () => handler.notify.toolsChanged(), prompts: () => handler.notify.promptsChanged() }),
    { legacy: 'reject' },
);
const modern = toNodeHandler(handler);
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

function isLocal(request) {
    const origin = request.headers.origin;
    return LOCAL.test(request.headers.host ?? '') && (!origin || LOCAL.test(origin.replace(/^https?:\/\//, '')));
}

async function body(request) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
}

const listener = createServer(async (request, response) => {
    if (!isLocal(request)) {
        response.writeHead(403).end();
        return;
    }
    try {
        if (request.method !== 'POST') {
            await legacy(request, response);
            return;
        }
        const bytes = await body(request);
        let parsed;
        try {
            parsed = JSON.parse(bytes.toString('utf8'));
        } catch {
            parsed = undefined;
        }
        const web = await toWebRequest(request, parsed);
        if (eras === 'older' || (eras === 'both' && (await isLegacyRequest(web)))) {
            await legacy(request, response, parsed);
        } else {
            await modern(request, response, parsed);
        }
    } catch (failure) {
        console.error(failure);
        if (!response.headersSent) response.writeHead(500);
        response.end();
    }
});

listener.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log(listener.address().port));
