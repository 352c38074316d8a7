package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.CompletionAnswers;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.WholeNumbers;
import dev.guildhall.wire.openai.ResponseEvents;
import dev.guildhall.wire.openai.ResponseJson;
import dev.guildhall.wire.openai.ResponseStart;
import dev.guildhall.wire.openai.ResponseState;
import dev.guildhall.wire.openai.ResponsesBody;
import dev.guildhall.wire.openai.ResponsesRequest;
import dev.guildhall.wire.openai.StoredItems;
import dev.guildhall.wire.sse.SseWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** OpenAI's Responses API, with the answers that the server stores (models-27 to models-30). */
public final class ResponseRoutes {
    private static final ErrorForm ERRORS = new OpenAiErrors();
    private static final int USUAL_ITEMS = 20;
    private static final int MOST_ITEMS = 100;
    private static final String NAME = "response";
    private static final String EVENT_END = "\n\n";

    private final CompletionAnswers answers;
    private final StoredResponses responses;
    private final InstantSource clock;
    private final boolean storeByDefault;

    /** @param storeByDefault whether the answer to a request without {@code store} is stored */
    public ResponseRoutes(
            Completions completions, StoredResponses responses, InstantSource clock, boolean storeByDefault) {
        this.answers = new CompletionAnswers(completions);
        this.responses = responses;
        this.clock = clock;
        this.storeByDefault = storeByDefault;
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel("/responses", Access.BEARER, this::respond),
                Route.post("/responses/compact", Access.BEARER, ResponseRoutes::compact),
                Route.get("/responses/{response}", Access.BEARER, this::find),
                Route.delete("/responses/{response}", Access.BEARER, this::remove),
                Route.post("/responses/{response}/cancel", Access.BEARER, this::cancel),
                Route.get("/responses/{response}/input_items", Access.BEARER, this::inputItems));
    }

    private void respond(Exchange exchange) {
        JsonBody body = exchange.body();
        ResponseState state = ResponseState.read(body, storeByDefault);
        if (state.isUsed()) {
            respond(exchange, state);
            return;
        }
        ResponseStart start = start(exchange, ResponsesBody.read(body, exchange.jsonBytes()), state);
        if (start.order().stream()) {
            stream(exchange, start, (status, answer) -> {});
        } else {
            answers.whole(exchange, start.order().request(), it -> ResponseJson.whole(start, it, clock));
        }
    }

    private ResponseStart start(Exchange exchange, ResponsesRequest order, ResponseState state) {
        String id = OpenAiRoutes.id("resp_", exchange);
        return new ResponseStart(order, id, clock.instant().getEpochSecond(), state, 0);
    }

    private void stream(Exchange exchange, ResponseStart start, ResponseEvents.Ended ended) {
        answers.stream(exchange, start.order().request(), new ResponseEvents(start, clock, ended), ERRORS);
    }

    private void respond(Exchange exchange, ResponseState state) {
        JsonNode body = StoredItems.tree(
                StandardCharsets.UTF_8.decode(exchange.jsonBytes()).toString());
        List<StoredResponse> history =
                state.previous().map(id -> conversation(exchange, id)).orElse(List.of());
        ResponseStart start = start(exchange, BackgroundResponses.order(body, history), state);
        if (state.background()) {
            enqueue(exchange, start, body);
        } else if (start.order().stream()) {
            stream(exchange, start, (status, answer) -> store(exchange, start, body, status, answer));
        } else {
            byte[] answer = ResponseJson.stateful(
                    start, answers.complete(exchange, start.order().request()), clock);
            store(exchange, start, body, JsonBody.tree(answer).path("status").asText(), answer);
            exchange.jsonBytes(200, answer);
        }
    }

    private List<StoredResponse> conversation(Exchange exchange, String last) {
        try {
            return responses.conversation(exchange.caller(), new ResponseId(last));
        } catch (Refusal refusal) {
            throw refusal.problem() instanceof CommonProblem.NotFound(String _, Optional<String> id)
                    ? new Refusal(new CommonProblem.NotFound(OpenAiErrors.PREVIOUS_RESPONSE, id))
                    : refusal;
        }
    }

    /** A failed answer is not stored: there is nothing to continue. */
    private void store(Exchange exchange, ResponseStart start, JsonNode body, String status, byte[] answer) {
        if (start.state().store() && !status.equals("failed")) {
            responses.store(
                    exchange.caller(),
                    stored(
                            start,
                            "",
                            body,
                            ResponseStatus.valueOf(status.toUpperCase(Locale.ROOT)),
                            new String(answer, StandardCharsets.UTF_8)));
        }
    }

    private static StoredResponses.NewResponse stored(
            ResponseStart start, String request, JsonNode body, ResponseStatus status, String answer) {
        return new StoredResponses.NewResponse(
                new ResponseId(start.id()),
                start.state().previous().map(ResponseId::new),
                request,
                StoredItems.input(body, start.id()),
                status,
                answer);
    }

    private void enqueue(Exchange exchange, ResponseStart start, JsonNode body) {
        String answer = Json.text(ResponseJson.begun(start, "queued"));
        StoredResponse queued = responses.enqueue(
                exchange.caller(), stored(start, Json.text(body), body, ResponseStatus.QUEUED, answer));
        if (start.order().stream()) {
            watch(exchange, queued.id(), -1);
        } else {
            exchange.json(200, shown(queued));
        }
    }

    private static void compact(Exchange exchange) {
        throw new Refusal(new CommonProblem.NotFound("operation"));
    }

    private static ResponseId id(Exchange exchange) {
        return exchange.pathId(
                NAME, new CommonProblem.NotFound(NAME, Optional.of(exchange.path(NAME))), ResponseId::new);
    }

    private void find(Exchange exchange) {
        ResponseId id = id(exchange);
        if (exchange.flag("stream")) {
            int after = exchange.query("starting_after")
                    .map(digits -> number("starting_after", digits, 0, Integer.MAX_VALUE))
                    .orElse(-1);
            watch(exchange, id, after);
        } else {
            exchange.json(200, shown(responses.find(exchange.caller(), id)));
        }
    }

    private static int number(String name, String digits, int least, int most) {
        return WholeNumbers.parse(digits)
                .filter(number -> number >= least && number <= most)
                .orElseThrow(() -> Refusal.invalid(name, "must be an integer between " + least + " and " + most));
    }

    /** The stored answer, with the status that it has by now. */
    private static JsonNode shown(StoredResponse response) {
        ObjectNode answer = (ObjectNode) StoredItems.tree(response.answer());
        return answer.put("status", response.status().name().toLowerCase(Locale.ROOT));
    }

    private void watch(Exchange exchange, ResponseId id, int after) {
        try (SseWriter events = exchange.stream()) {
            responses.watch(exchange.caller(), id, after, batch -> {
                byte[] bytes = after(batch, after).getBytes(StandardCharsets.UTF_8);
                events.events(bytes, bytes.length);
            });
            events.open();
        }
    }

    private static String after(EventBatch batch, int after) {
        if (batch.first() > after) {
            return batch.events();
        }
        List<String> events = List.of(batch.events().split(EVENT_END, -1));
        return String.join(EVENT_END, events.subList(after - batch.first() + 1, events.size()));
    }

    private void remove(Exchange exchange) {
        ResponseId id = id(exchange);
        responses.remove(exchange.caller(), id);
        Map<String, Object> removed = new LinkedHashMap<>();
        removed.put("id", id.value());
        removed.put("object", NAME);
        removed.put("deleted", true);
        exchange.json(200, removed);
    }

    private void cancel(Exchange exchange) {
        exchange.json(200, shown(responses.cancel(exchange.caller(), id(exchange))));
    }

    private void inputItems(Exchange exchange) {
        int limit = exchange.query("limit")
                .map(digits -> number("limit", digits, 1, MOST_ITEMS))
                .orElse(USUAL_ITEMS);
        List<JsonNode> items = new ArrayList<>();
        StoredItems.tree(responses.find(exchange.caller(), id(exchange)).input())
                .forEach(items::add);
        List<JsonNode> ordered = switch (exchange.query("order").orElse("desc")) {
            case "asc" -> items;
            case "desc" -> items.reversed();
            default -> throw Refusal.invalid("order", "must be asc or desc");
        };
        List<JsonNode> rest = exchange.query("after")
                .map(id -> ordered.stream()
                        .dropWhile(item -> !isOf(item, id))
                        .skip(1)
                        .toList())
                .orElse(ordered);
        List<JsonNode> page = rest.stream().limit(limit).toList();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("object", "list");
        json.put("data", page);
        json.put("first_id", page.isEmpty() ? null : page.getFirst().path("id").asText());
        json.put("last_id", page.isEmpty() ? null : page.getLast().path("id").asText());
        json.put("has_more", rest.size() > page.size());
        exchange.json(200, json);
    }

    private static boolean isOf(JsonNode item, String id) {
        return item.path("id").asText().equals(id);
    }
}
