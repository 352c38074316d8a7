package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * A conversation in which one answer is interrupted at a random point, and the conditions that must hold afterwards.
 */
final class InterruptedConversation {
    private static final String LAST = "rounds=1 calls=2 tool=builtin__calculate";

    /** The point at which an answer is interrupted. */
    enum Point {
        AT_AN_EVENT,
        IN_THE_MODEL,
        IN_A_TOOL
    }

    private final AgentTestServer server;
    private final Point point;
    private final String question;
    private final int events;
    private final String chatId;

    InterruptedConversation(AgentTestServer server, int seed) {
        Random random = new Random(seed);
        this.server = server;
        point = Point.values()[random.nextInt(Point.values().length)];
        int rounds = 1 + random.nextInt(3);
        String work = "rounds=" + rounds + " calls=" + (1 + random.nextInt(3));
        question = switch (point) {
            case AT_AN_EVENT -> work + (random.nextBoolean() ? " tool=builtin__calculate" : outside("home"));
            case IN_THE_MODEL -> work + " tool=builtin__calculate hold=" + random.nextInt(rounds + 1);
            case IN_A_TOOL -> "rounds=1 calls=" + (1 + random.nextInt(3)) + outside("hold");
        };
        events = 1 + random.nextInt(12);
        chatId = server.ask("rounds=" + random.nextInt(2) + " calls=2 tool=builtin__calculate")
                .path("chatId")
                .asText();
    }

    private static String outside(String parcel) {
        return " tool=parcels__locate parcel=" + parcel;
    }

    Point point() {
        return point;
    }

    /** Asks, and runs the action when the answer has reached the point. */
    void interrupt(Runnable then) {
        server.askAndLeave(chatId, question, answer -> {
            switch (point) {
                case AT_AN_EVENT -> AgentTestServer.hears(events).go(answer);
                case IN_THE_MODEL -> AgentTestServer.await(server.model().held());
                case IN_A_TOOL -> calls(server.toolHeld());
            }
            then.run();
        });
    }

    /** Waits until the messages up to the point are stored, which happens after the client gets them. */
    void awaitKept() {
        while (kept().size() < callsKept() || (point == Point.IN_THE_MODEL && !allSucceeded())) {
            Thread.yield();
        }
    }

    private int callsKept() {
        int calls = number("calls");
        return switch (point) {
            case AT_AN_EVENT -> 0;
            case IN_THE_MODEL -> calls * number("hold");
            case IN_A_TOOL -> calls;
        };
    }

    private boolean allSucceeded() {
        return kept().stream().allMatch(call -> call.path("success").asBoolean());
    }

    private List<JsonNode> kept() {
        List<JsonNode> calls = new ArrayList<>();
        server.conversation(chatId).at("/messages/3/toolCalls").forEach(calls::add);
        return calls;
    }

    /** The calls before the process was killed are stored, each with its result or as unknown. */
    void requireKept(String description) {
        List<JsonNode> calls = kept();

        switch (point) {
            case AT_AN_EVENT -> {}
            case IN_THE_MODEL ->
                assertThat(calls)
                        .as(description)
                        .hasSize(callsKept())
                        .allMatch(call -> call.path("success").asBoolean());
            case IN_A_TOOL ->
                assertThat(calls)
                        .as(description)
                        .hasSize(callsKept())
                        .allMatch(call -> call.path("error").asText().contains("is not known"));
        }
    }

    /** Waits until all work for the answer has ended. */
    void awaitEnd() {
        switch (point) {
            case AT_AN_EVENT -> {}
            case IN_THE_MODEL -> AgentTestServer.await(server.model().left());
            case IN_A_TOOL -> calls(server.toolLeft());
        }
    }

    private int number(String name) {
        return Integer.parseInt(question.replaceFirst(".*" + name + "=(\\d).*", "$1"));
    }

    private void calls(Semaphore permits) {
        for (int i = 0; i < number("calls"); i++) {
            AgentTestServer.await(permits);
        }
    }

    /** The next question is answered, and each call has one result. */
    void requireWhole(String description) {
        JsonNode next = server.ask(chatId, LAST);
        JsonNode messages = server.conversation(chatId).path("messages");

        assertThat(next.at("/message/content").asText())
                .as(description + " " + question + " " + next)
                .isNotEmpty();
        assertThat(server.model().faults()).as(description).isEmpty();
        assertThat(messages.findValuesAsText("content")).as(description).contains(question, LAST);
        assertThat(messages.path(messages.size() - 1).path("toolCalls"))
                .as(description)
                .hasSize(2);
        for (JsonNode message : messages) {
            List<String> ids = new ArrayList<>();
            for (JsonNode call : message.path("toolCalls")) {
                ids.add(call.path("callId").asText());
                assertThat(call.path("success").asBoolean())
                        .as(description + " " + call)
                        .isEqualTo(call.path("error").isNull());
            }
            assertThat(ids).as(description).doesNotHaveDuplicates();
        }
    }

    /** The trace of the interrupted answer. */
    JsonNode trace() {
        return server.trace(chatId).at("/answers/1");
    }
}
