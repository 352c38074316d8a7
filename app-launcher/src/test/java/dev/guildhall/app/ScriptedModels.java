package dev.guildhall.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers as the providers of each protocol send them, whole and as streams, by one script. The path of a request begins
 * with the name of the protocol.
 */
final class ScriptedModels {
    static final List<String> PROTOCOLS = List.of("openai", "responses", "anthropic", "ollama");

    private static final ObjectMapper JSON = new ObjectMapper();

    private ScriptedModels() {}

    /** A call of a tool. */
    record Call(String id, String tool, Map<String, Object> arguments) {
        String json() {
            return text(arguments);
        }
    }

    /** An answer; an empty text is left out. */
    record Script(String reasoning, String text, List<Call> calls, boolean atLimit) {
        static Script saying(String text) {
            return new Script("", text, List.of(), false);
        }

        static Script calling(String text, Call... calls) {
            return new Script("", text, List.of(calls), false);
        }
    }

    /**
     * Sends an answer in the protocol of the request.
     *
     * @param cut whether a stream ends with an error of the provider, after its text
     */
    static void answer(Upstream.Asked asked, Script script, boolean cut) throws IOException {
        String protocol = asked.line().split("/")[1];
        boolean stream = JSON.readTree(asked.body()).path("stream").asBoolean(protocol.equals("ollama"));
        List<String> events = new ArrayList<>();
        switch (protocol) {
            case "openai" -> Chat.events(script, cut, events);
            case "responses" -> Responses.events(script, cut, events);
            case "anthropic" -> Messages.events(script, cut, events);
            case "ollama" -> Ollama.events(script, cut, events);
            default -> throw new AssertionError(asked.line());
        }
        byte[] body = (stream ? String.join("", events) : whole(protocol, script)).getBytes(StandardCharsets.UTF_8);
        String type =
                !stream ? "application/json" : protocol.equals("ollama") ? "application/x-ndjson" : "text/event-stream";
        String head = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        asked.out().write(head.getBytes(StandardCharsets.US_ASCII));
        asked.out().write(body);
        asked.out().flush();
    }

    private static String whole(String protocol, Script script) {
        return switch (protocol) {
            case "openai" -> Chat.whole(script);
            case "responses" ->
                text(Responses.response(script, "completed", script.atLimit() ? "incomplete" : "completed"));
            case "anthropic" -> Messages.whole(script);
            default -> Ollama.line(script, true);
        };
    }

    static String text(Object json) {
        try {
            return JSON.writeValueAsString(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String event(String name, Object json) {
        return (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + text(json) + "\n\n";
    }

    private static final class Chat {
        static final Map<String, Object> USAGE = Map.of("prompt_tokens", 12, "completion_tokens", 5);

        static void events(Script script, boolean cut, List<String> events) {
            if (!script.reasoning().isEmpty()) {
                chunk(events, Map.of("reasoning_content", script.reasoning()));
            }
            for (String word : script.text().split("(?<= )")) {
                chunk(events, Map.of("content", word));
            }
            for (int i = 0; i < script.calls().size(); i++) {
                chunk(
                        events,
                        Map.of("tool_calls", List.of(call(i, script.calls().get(i)))));
            }
            if (cut) {
                events.add(event("", Map.of("error", Map.of("message", "it broke", "type", "server_error"))));
                return;
            }
            events.add(event(
                    "",
                    Map.of(
                            "model",
                            "m-1",
                            "choices",
                            List.of(Map.of("index", 0, "delta", Map.of(), "finish_reason", finish(script))))));
            events.add(event("", Map.of("choices", List.of(), "usage", USAGE)));
            events.add("data: [DONE]\n\n");
        }

        private static void chunk(List<String> events, Map<String, Object> delta) {
            events.add(event("", Map.of("model", "m-1", "choices", List.of(Map.of("index", 0, "delta", delta)))));
        }

        private static Map<String, Object> call(int index, Call call) {
            return Map.of(
                    "index",
                    index,
                    "id",
                    call.id(),
                    "type",
                    "function",
                    "function",
                    Map.of("name", call.tool(), "arguments", call.json()));
        }

        static String finish(Script script) {
            return script.atLimit() ? "length" : script.calls().isEmpty() ? "stop" : "tool_calls";
        }

        static String whole(Script script) {
            List<Object> calls = new ArrayList<>();
            script.calls().forEach(call -> calls.add(call(calls.size(), call)));
            Map<String, Object> message = Map.of(
                    "role",
                    "assistant",
                    "content",
                    script.text(),
                    "reasoning_content",
                    script.reasoning(),
                    "tool_calls",
                    calls);
            return text(Map.of(
                    "model",
                    "m-1",
                    "choices",
                    List.of(Map.of("index", 0, "message", message, "finish_reason", finish(script))),
                    "usage",
                    USAGE));
        }
    }

    private static final class Messages {
        static void events(Script script, boolean cut, List<String> events) {
            add(
                    events,
                    "message_start",
                    Map.of(
                            "message",
                            Map.of(
                                    "id",
                                    "msg_1",
                                    "type",
                                    "message",
                                    "role",
                                    "assistant",
                                    "model",
                                    "m-1",
                                    "content",
                                    List.of(),
                                    "usage",
                                    Map.of("input_tokens", 12, "output_tokens", 1))));
            int index = 0;
            for (Map<String, Object> block : blocks(script)) {
                add(events, "content_block_start", Map.of("index", index, "content_block", empty(block)));
                add(events, "content_block_delta", Map.of("index", index, "delta", delta(block)));
                add(events, "content_block_stop", Map.of("index", index));
                index++;
            }
            if (cut) {
                add(events, "error", Map.of("error", Map.of("type", "api_error", "message", "it broke")));
                return;
            }
            add(
                    events,
                    "message_delta",
                    Map.of("delta", Map.of("stop_reason", stop(script)), "usage", Map.of("output_tokens", 5)));
            add(events, "message_stop", Map.of());
        }

        private static void add(List<String> events, String type, Map<String, Object> fields) {
            Map<String, Object> event = new LinkedHashMap<>(Map.of("type", type));
            event.putAll(fields);
            events.add(event(type, event));
        }

        private static List<Map<String, Object>> blocks(Script script) {
            List<Map<String, Object>> blocks = new ArrayList<>();
            if (!script.reasoning().isEmpty()) {
                blocks.add(Map.of("type", "thinking", "thinking", script.reasoning(), "signature", "s"));
            }
            if (!script.text().isEmpty()) {
                blocks.add(Map.of("type", "text", "text", script.text()));
            }
            script.calls()
                    .forEach(call -> blocks.add(Map.of(
                            "type", "tool_use", "id", call.id(), "name", call.tool(), "input", call.arguments())));
            return blocks;
        }

        private static Map<String, Object> empty(Map<String, Object> block) {
            Map<String, Object> begun = new LinkedHashMap<>(block);
            begun.replaceAll((name, value) -> switch (name) {
                case "text", "thinking", "signature" ->
                    block.get("type").equals(name) || name.equals("signature") ? "" : value;
                case "input" -> Map.of();
                default -> value;
            });
            return begun;
        }

        private static Map<String, Object> delta(Map<String, Object> block) {
            return switch (block.get("type").toString()) {
                case "thinking" -> Map.of("type", "thinking_delta", "thinking", block.get("thinking"));
                case "text" -> Map.of("type", "text_delta", "text", block.get("text"));
                default -> Map.of("type", "input_json_delta", "partial_json", ScriptedModels.text(block.get("input")));
            };
        }

        static String stop(Script script) {
            return script.atLimit() ? "max_tokens" : script.calls().isEmpty() ? "end_turn" : "tool_use";
        }

        static String whole(Script script) {
            return text(Map.of(
                    "id", "msg_1",
                    "type", "message",
                    "role", "assistant",
                    "model", "m-1",
                    "content", blocks(script),
                    "stop_reason", stop(script),
                    "usage", Map.of("input_tokens", 12, "output_tokens", 5)));
        }
    }

    private static final class Ollama {
        static void events(Script script, boolean cut, List<String> events) {
            events.add(line(script, false) + "\n");
            events.add(
                    cut
                            ? "{\"error\":\"it broke\"}\n"
                            : line(Script.saying(""), true)
                                            .replace("\"stop\"", script.atLimit() ? "\"length\"" : "\"stop\"")
                                    + "\n");
        }

        static String line(Script script, boolean done) {
            List<Object> calls = new ArrayList<>();
            script.calls()
                    .forEach(call ->
                            calls.add(Map.of("function", Map.of("name", call.tool(), "arguments", call.arguments()))));
            Map<String, Object> message = Map.of(
                    "role", "assistant", "content", script.text(), "thinking", script.reasoning(), "tool_calls", calls);
            return done
                    ? text(Map.of(
                            "model",
                            "m-1",
                            "message",
                            message,
                            "done",
                            true,
                            "done_reason",
                            script.atLimit() ? "length" : "stop",
                            "prompt_eval_count",
                            12,
                            "eval_count",
                            5))
                    : text(Map.of("model", "m-1", "message", message, "done", false));
        }
    }

    /** The answers of a provider that has {@code /responses} itself. */
    private static final class Responses {
        static void events(Script script, boolean cut, List<String> events) {
            add(
                    events,
                    "response.created",
                    Map.of("response", response(Script.saying(""), "in_progress", "in_progress")));
            add(
                    events,
                    "response.in_progress",
                    Map.of("response", response(Script.saying(""), "in_progress", "in_progress")));
            int index = 0;
            for (Map<String, Object> item : items(script, "completed")) {
                Map<String, Object> begun = new LinkedHashMap<>(item);
                begun.replaceAll((name, value) -> switch (name) {
                    case "status" -> "in_progress";
                    case "content", "summary" -> List.of();
                    case "arguments" -> "";
                    default -> value;
                });
                add(events, "response.output_item.added", Map.of("output_index", index, "item", begun));
                parts(events, index, item, script);
                add(events, "response.output_item.done", Map.of("output_index", index, "item", item));
                index++;
            }
            if (cut) {
                Map<String, Object> error =
                        new HashMap<>(Map.of("type", "server_error", "code", "server_error", "message", "it broke"));
                error.put("param", null);
                add(events, "error", Map.of("error", error));
                Map<String, Object> failed = response(script, "completed", "failed");
                failed.put("error", Map.of("code", "server_error", "message", "it broke"));
                add(events, "response.failed", Map.of("response", failed));
                return;
            }
            String status = script.atLimit() ? "incomplete" : "completed";
            add(events, "response." + status, Map.of("response", response(script, "completed", status)));
        }

        private static void parts(List<String> events, int index, Map<String, Object> item, Script script) {
            Map<String, Object> place = Map.of("item_id", item.get("id"), "output_index", index);
            switch (item.get("type").toString()) {
                case "reasoning" -> {
                    Map<String, Object> part = Map.of("type", "summary_text", "text", script.reasoning());
                    add(
                            events,
                            "response.reasoning_summary_part.added",
                            with(place, "summary_index", 0, "part", Map.of("type", "summary_text", "text", "")));
                    add(
                            events,
                            "response.reasoning_summary_text.delta",
                            with(place, "summary_index", 0, "delta", script.reasoning()));
                    add(
                            events,
                            "response.reasoning_summary_text.done",
                            with(place, "summary_index", 0, "text", script.reasoning()));
                    add(events, "response.reasoning_summary_part.done", with(place, "summary_index", 0, "part", part));
                }
                case "message" -> {
                    add(
                            events,
                            "response.content_part.added",
                            with(
                                    place,
                                    "content_index",
                                    0,
                                    "part",
                                    Map.of("type", "output_text", "text", "", "annotations", List.of())));
                    for (String word : script.text().split("(?<= )")) {
                        add(events, "response.output_text.delta", with(place, "content_index", 0, "delta", word));
                    }
                    add(events, "response.output_text.done", with(place, "content_index", 0, "text", script.text()));
                    add(
                            events,
                            "response.content_part.done",
                            with(
                                    place,
                                    "content_index",
                                    0,
                                    "part",
                                    Map.of("type", "output_text", "text", script.text(), "annotations", List.of())));
                }
                default -> {
                    add(
                            events,
                            "response.function_call_arguments.delta",
                            with(place, "delta", item.get("arguments"), "obfuscation", "x"));
                    add(
                            events,
                            "response.function_call_arguments.done",
                            with(place, "arguments", item.get("arguments"), "name", item.get("name")));
                }
            }
        }

        private static Map<String, Object> with(
                Map<String, Object> place, String one, Object value, String other, Object second) {
            Map<String, Object> all = new LinkedHashMap<>(place);
            all.put(one, value);
            all.put(other, second);
            return all;
        }

        private static void add(List<String> events, String type, Map<String, Object> fields) {
            Map<String, Object> event = new LinkedHashMap<>();
            event.put("type", type);
            event.put("sequence_number", events.size());
            event.putAll(fields);
            events.add(event(type, event));
        }

        private static List<Map<String, Object>> items(Script script, String status) {
            List<Map<String, Object>> items = new ArrayList<>();
            if (!script.reasoning().isEmpty()) {
                items.add(Map.of(
                        "id",
                        "rs_1",
                        "type",
                        "reasoning",
                        "summary",
                        List.of(Map.of("type", "summary_text", "text", script.reasoning()))));
            }
            if (!script.text().isEmpty()) {
                items.add(Map.of(
                        "id",
                        "msg_1",
                        "type",
                        "message",
                        "role",
                        "assistant",
                        "status",
                        status,
                        "content",
                        List.of(Map.of("type", "output_text", "text", script.text(), "annotations", List.of()))));
            }
            for (Call call : script.calls()) {
                items.add(Map.of(
                        "id",
                        "fc_" + call.id(),
                        "type",
                        "function_call",
                        "status",
                        status,
                        "call_id",
                        call.id(),
                        "name",
                        call.tool(),
                        "arguments",
                        call.json()));
            }
            return items;
        }

        static Map<String, Object> response(Script script, String ofItems, String status) {
            Map<String, Object> response = new LinkedHashMap<>();
            response.put("id", "resp_provider1");
            response.put("object", "response");
            response.put("created_at", 1);
            response.put("completed_at", status.equals("completed") ? 2 : null);
            response.put("status", status);
            response.put(
                    "incomplete_details", status.equals("incomplete") ? Map.of("reason", "max_output_tokens") : null);
            response.put("model", "m-1");
            for (String absent : List.of(
                    "previous_response_id",
                    "instructions",
                    "error",
                    "max_output_tokens",
                    "max_tool_calls",
                    "safety_identifier",
                    "prompt_cache_key",
                    "reasoning")) {
                response.put(absent, null);
            }
            response.put("output", items(script, ofItems));
            response.putAll(Map.of(
                    "tools", List.of(), "tool_choice", "auto", "truncation", "disabled", "parallel_tool_calls", true));
            response.putAll(Map.of("text", Map.of("format", Map.of("type", "text")), "top_p", 1, "temperature", 1));
            response.putAll(
                    Map.of("presence_penalty", 0, "frequency_penalty", 0, "top_logprobs", 0, "metadata", Map.of()));
            response.putAll(Map.of("store", false, "background", false, "service_tier", "default"));
            response.put(
                    "usage",
                    status.equals("in_progress")
                            ? null
                            : Map.of(
                                    "input_tokens",
                                    12,
                                    "input_tokens_details",
                                    Map.of("cached_tokens", 4),
                                    "output_tokens",
                                    5,
                                    "output_tokens_details",
                                    Map.of("reasoning_tokens", 2),
                                    "total_tokens",
                                    17));
            return response;
        }
    }
}
