package dev.guildhall.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A provider with OpenAI's API that refuses what OpenAI refuses: a call that is not followed by its result, a result
 * without its call. It does what the question says in words such as {@code rounds=2 calls=3 tool=parcels__locate}, and
 * with {@code hold=1} it stops in its answer after one round, until the client disconnects. With {@code words=9} its last
 * answer has so many words more, one every few milliseconds. Thread-safe.
 */
final class StrictModel implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration BETWEEN_WORDS = Duration.ofMillis(4);

    private final Upstream upstream = new Upstream(this::answer);
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Semaphore held = new Semaphore(0);
    private final Semaphore left = new Semaphore(0);

    int port() {
        return upstream.port();
    }

    /** The faults of its requests. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** A permit for each answer that has stopped. */
    Semaphore held() {
        return held;
    }

    /** A permit for each answer that has stopped and whose client has disconnected. */
    Semaphore left() {
        return left;
    }

    private void answer(Upstream.Asked asked) throws IOException {
        List<JsonNode> messages = new ArrayList<>();
        MAPPER.readTree(asked.body()).path("messages").forEach(messages::add);
        List<String> found = faultsOf(messages);
        faults.addAll(found);
        if (!found.isEmpty()) {
            asked.out().write(ModelResponses.response(400, "{\"error\":{\"message\":\"a bad list of messages\"}}"));
            return;
        }
        int question = lastQuestion(messages);
        String task = messages.get(question).path("content").asText();
        int done = (int) messages.subList(question, messages.size()).stream()
                .filter(message -> message.has("tool_calls"))
                .count();
        asked.out().write(ModelResponses.HEAD);
        asked.out().write(ModelResponses.piece("some words "));
        if (number(task, "hold", -1) == done) {
            held.release();
            asked.awaitLeaving();
            left.release();
            return;
        }
        if (done < number(task, "rounds", 0)) {
            call(asked, task, messages.size());
        } else {
            for (int word = 1; word <= number(task, "words", 0); word++) {
                LockSupport.parkNanos(BETWEEN_WORDS.toNanos());
                asked.out().write(ModelResponses.piece("word" + word + " "));
            }
            asked.out().write(ModelResponses.end("stop"));
        }
    }

    private static void call(Upstream.Asked asked, String task, int unique) throws IOException {
        String tool = task.replaceFirst("(?s).*tool=(\\S+).*", "$1");
        for (int i = 0; i < number(task, "calls", 1); i++) {
            String id = "call_" + unique + "_" + i;
            String arguments = tool.startsWith("parcels")
                    ? "{\"number\":\"" + task.replaceFirst("(?s).*parcel=(\\S+).*", "$1") + "\"}"
                    : "{\"expression\":\"12*" + i + "\"}";
            asked.out().write(ModelResponses.call(i, id, tool, arguments));
        }
        asked.out().write(ModelResponses.end("tool_calls"));
    }

    private static int lastQuestion(List<JsonNode> messages) {
        int last = messages.size() - 1;
        while (!role(messages.get(last)).equals("user")) {
            last--;
        }
        return last;
    }

    private static int number(String task, String name, int otherwise) {
        return task.contains(name + "=")
                ? Integer.parseInt(task.replaceFirst("(?s).*" + name + "=(\\d+).*", "$1"))
                : otherwise;
    }

    /** The faults of a list of messages, by OpenAI's rules. */
    static List<String> faultsOf(List<JsonNode> messages) {
        List<String> faults = new ArrayList<>();
        Set<String> open = new HashSet<>();
        for (JsonNode message : messages) {
            String role = role(message);
            if (role.equals("tool")) {
                if (!open.remove(message.path("tool_call_id").asText())) {
                    faults.add("a result without its call: " + message);
                }
                continue;
            }
            if (!open.isEmpty()) {
                faults.add("calls without results: " + open);
                open.clear();
            }
            if (!Set.of("system", "user", "assistant").contains(role)) {
                faults.add("an unknown role: " + role);
            }
            message.path("tool_calls").forEach(call -> {
                if (!open.add(call.path("id").asText())) {
                    faults.add("two calls of one id: " + message);
                }
            });
            if (!message.path("content").isTextual() && !message.has("tool_calls")) {
                faults.add("nothing said: " + message);
            }
        }
        if (!open.isEmpty()) {
            faults.add("calls without results at the end: " + open);
        }
        if (messages.stream().noneMatch(message -> role(message).equals("user"))) {
            faults.add("no question");
        }
        return faults;
    }

    private static String role(JsonNode message) {
        return message.path("role").asText();
    }

    @Override
    public void close() {
        upstream.close();
    }
}
