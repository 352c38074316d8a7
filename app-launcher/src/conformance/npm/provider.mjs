// A provider by script, with the protocols of OpenAI (chat completions) and Anthropic (messages): for "turn N" it reads a.txt and writes
// bN.txt with the tools that the agent offers, and then says so. It prints "read" when a result has the text of a.txt.
// node provider.mjs <port> <folder of the files>; prints the port that it listens on first.
import { createServer } from 'node:http';
import { join } from 'node:path';

const [port, folder] = process.argv.slice(2);
const READERS = ['read_file', 'read', 'exec_command', 'shell_command', 'run_shell_command', 'shell'];
const WRITERS = ['write_file', 'write', 'exec_command', 'shell_command', 'run_shell_command', 'shell'];

/** The arguments for a tool that has a file's path, or a command, among its parameters. */
function argumentsOf(tool, file, text) {
    const names = Object.keys(tool.schema?.properties ?? {});
    const named = pattern => names.find(name => pattern.test(name));
    const path = named(/path|^file$/i);
    if (path) {
        return text ? { [path]: join(folder, file), [named(/content|text/i) ?? 'content']: text } : { [path]: join(folder, file) };
    }
    const command = text ? `printf '%s' '${text}' > ${join(folder, file)}` : `cat ${join(folder, file)}`;
    const name = named(/^(cmd|command)$/i) ?? 'command';
    return { [name]: tool.schema?.properties?.[name]?.type === 'array' ? ['bash', '-c', command] : command };
}

function step(tools, question, results) {
    const turn = question.match(/turn (\d)/g)?.pop().slice(-1);
    if (!turn || !tools.length) {
        return { text: 'A title' };
    }
    const pick = wanted => wanted.map(name => tools.find(tool => tool.name.toLowerCase() === name)).find(Boolean);
    const [tool, args] = results === 0
        ? [pick(READERS), found => argumentsOf(found, 'a.txt')]
        : results === 1
          ? [pick(WRITERS), found => argumentsOf(found, `b${turn}.txt`, `written in turn ${turn}`)]
          : [];
    return tool ? { text: '', call: { name: tool.name, args: args(tool) } } : { text: `Done with turn ${turn}.` };
}

function events(to) {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    return (value, name) => to.write((name ? `event: ${name}\n` : '') + `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`);
}

function json(to, value) {
    to.writeHead(200, { 'content-type': 'application/json' });
    to.end(JSON.stringify(value));
}

let calls = 0;

function completion(body, to) {
    const messages = body.messages;
    const last = messages.findLastIndex(message => message.role === 'user');
    const results = messages.slice(last + 1).filter(message => message.role === 'tool').length;
    const tools = (body.tools ?? []).map(tool => ({ name: tool.function?.name ?? tool.custom?.name, schema: tool.function?.parameters }));
    const { text, call } = step(tools, JSON.stringify(messages.filter(message => message.role === 'user')), results);
    const message = { role: 'assistant', content: text };
    if (call) {
        message.tool_calls = [{ id: `call_${++calls}`, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } }];
    }
    const finish_reason = call ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
    if (!body.stream) {
        return json(to, { id: 'c', object: 'chat.completion', created: 1, model: body.model, choices: [{ index: 0, message, finish_reason }], usage });
    }
    const send = events(to);
    const chunk = more => send({ id: 'c', object: 'chat.completion.chunk', created: 1, model: body.model, ...more });
    const delta = { ...message, tool_calls: message.tool_calls?.map((one, index) => ({ index, ...one })) };
    chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] });
    chunk({ choices: [], usage });
    send('[DONE]');
    to.end();
}

function message(body, to) {
    const messages = body.messages;
    let results = 0;
    for (let at = messages.length - 1; at >= 0; at--) {
        if (messages[at].role === 'user') {
            const content = messages[at].content;
            const found = Array.isArray(content) ? content.filter(block => block.type === 'tool_result').length : 0;
            if (!found) {
                break;
            }
            results += found;
        }
    }
    const tools = (body.tools ?? []).map(tool => ({ name: tool.name, schema: tool.input_schema }));
    const { text, call } = step(tools, JSON.stringify(messages.filter(one => one.role === 'user')), results);
    const content = call ? [{ type: 'tool_use', id: `toolu_${++calls}`, name: call.name, input: call.args }] : [{ type: 'text', text }];
    const stop_reason = call ? 'tool_use' : 'end_turn';
    const whole = { id: `msg_${++calls}`, type: 'message', role: 'assistant', model: body.model, content, stop_reason, stop_sequence: null };
    if (!body.stream) {
        return json(to, { ...whole, usage: { input_tokens: 100, output_tokens: 5 } });
    }
    const out = events(to);
    const send = event => out(event, event.type);
    send({ type: 'message_start', message: { ...whole, content: [], stop_reason: null, usage: { input_tokens: 100, output_tokens: 1 } } });
    const [block] = content;
    const begun = call ? { ...block, input: {} } : { type: 'text', text: '' };
    send({ type: 'content_block_start', index: 0, content_block: begun });
    const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) } : { type: 'text_delta', text };
    send({ type: 'content_block_delta', index: 0, delta });
    send({ type: 'content_block_stop', index: 0 });
    send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } });
    send({ type: 'message_stop' });
    to.end();
}

createServer((from, to) => {
    let read = '';
    from.on('data', part => (read += part));
    from.on('end', () => {
        const body = read ? JSON.parse(read) : {};
        if (/tool_result|"role":"tool"/.test(read) && read.includes('the text of a.txt')) {
            console.log('read');
        }
        if (from.url.includes('count_tokens')) {
            return json(to, { input_tokens: 100 });
        }
        if (from.method === 'GET') {
            return json(to, { object: 'list', data: [] });
        }
        return from.url.includes('/messages') ? message(body, to) : completion(body, to);
    });
}).listen(Number(port), '127.0.0.1', function listening() {
    console.log(this.address().port);
});
