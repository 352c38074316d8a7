// Uses OpenAI's own client on a server and prints what it got, as one line of JSON.
// node client.cjs <folder with node_modules> <address> <access token>
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, address, token] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { OpenAI } = load("openai");

const client = new OpenAI({ apiKey: token, baseURL: address, maxRetries: 0 });
const model = "piecewise";
const asking = (content) => ({ model, messages: [{ role: "user", content }] });
const weather = {
  type: "function",
  function: {
    name: "weather",
    description: "Tells the weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};
const city = { type: "json_schema", json_schema: { name: "city", strict: true, schema: { type: "object" } } };

const failure = (promise) =>
  promise.then(
    (result) => ({ result }),
    (error) => ({
      name: error.constructor.name,
      status: error.status ?? null,
      param: error.param ?? null,
      code: error.code ?? null,
      type: error.type ?? null,
      message: error.message,
      retryAfter: error.headers?.get("retry-after") ?? null,
    }),
  );

async function chunksOf(body) {
  const chunks = [];
  for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) {
    chunks.push(chunk);
  }
  return chunks;
}

async function chat(seen) {
  seen.whole = await client.chat.completions.create(asking("hello"));
  seen.requestId = seen.whole._request_id;
  const chunks = await chunksOf({ ...asking("hello"), stream_options: { include_usage: true } });
  seen.words = chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? "").join("");
  seen.last = chunks.at(-1);
  seen.final = await client.chat.completions.stream(asking("hello")).finalChatCompletion();
  const forms = [{ type: "json_object" }, city];
  seen.json = await Promise.all(
    forms.map(async (response_format) => {
      const answer = await client.chat.completions.create({ ...asking("json"), response_format });
      return JSON.parse(answer.choices[0].message.content);
    }),
  );
}

async function tools(seen) {
  const question = { ...asking("weather"), tools: [weather], tool_choice: "required", parallel_tool_calls: true };
  const whole = await client.chat.completions.create(question);
  const answer = whole.choices[0].message;
  seen.calls = answer.tool_calls;
  const streamed = await client.chat.completions.stream(question).finalMessage();
  seen.streamedCalls = streamed.tool_calls;
  const results = answer.tool_calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: "sunny" }));
  const told = await client.chat.completions.create({
    ...question,
    messages: [...question.messages, answer, ...results],
  });
  seen.told = told.choices[0].message.content;
}

async function models(seen) {
  seen.models = [];
  for await (const one of client.models.list()) {
    seen.models.push(one.id);
  }
  seen.model = await client.models.retrieve("org/big");
}

async function embeddings(seen) {
  const wanted = { model: "hashing", input: ["good morning", "good night"] };
  const numbers = async (body) => (await client.embeddings.create(body)).data.map((one) => Array.from(one.embedding, Math.fround));
  seen.embedded = await numbers(wanted);
  seen.embeddedAsFloats = await numbers({ ...wanted, encoding_format: "float" });
}

async function failures(seen) {
  const picture = [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }];
  const stranger = new OpenAI({ apiKey: "nonsense", baseURL: address, maxRetries: 0 });
  seen.bad = await failure(client.chat.completions.create({ ...asking("hello"), temperature: 7 }));
  seen.picture = await failure(client.chat.completions.create(asking(picture)));
  seen.key = await failure(stranger.models.list());
  seen.missing = await failure(client.models.retrieve("missing"));
  seen.limited = await failure(client.chat.completions.create(asking("limited")));
  seen.down = await failure(chunksOf(asking("down")));
  seen.broken = await failure(chunksOf(asking("broken")));
}

async function main() {
  const seen = {};
  for (const part of [chat, tools, models, embeddings, failures]) {
    await part(seen);
  }
  console.log(JSON.stringify(seen));
}

require("../run.cjs")(main);
