package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/** A conversation in which one answer is broken off at a point that chance names, and what must hold afterwards. */
final class BrokenOffConversation {
    private static final String LAST = "rounds=1 calls=2 tool=builtin__calculate";

    /** Where an answer is broken off. */
    enum Point {
        AT_AN_EVENT,
        IN_THE_MODEL,
        IN_A_TOOL
    }

    private final AgentEstate estate;
    private final Point point;
    private final String question;
    private final int events;
    private final String chatId;

    BrokenOffConversation(AgentEstate estate, int seed) {
        Random random = new Random(seed);
        this.estate = estate;
        point = Point.values()[random.nextInt(Point.values().length)];
        int rounds = 1 + random.nextInt(3);
        String work = "rounds=" + rounds + " calls=" + (1 + random.nextInt(3));
        question = switch (point) {
            case AT_AN_EVENT -> work + (random.nextBoolean() ? " tool=builtin__calculate" : outside("home"));
            case IN_THE_MODEL -> work + " tool=builtin__calculate hold=" + random.nextInt(rounds + 1);
            case IN_A_TOOL -> "rounds=1 calls=" + (1 + random.nextInt(3)) + outside("hold");
        };
        events = 1 + random.nextInt(12);
        chatId = estate.ask("rounds=" + random.nextInt(2) + " calls=2 tool=builtin__calculate")
                .path("chatId")
                .asText();
    }

    private static String outside(String parcel) {
        return " tool=parcels__locate parcel=" + parcel;
    }

    Point point() {
        return point;
    }

    /** Asks, and does something once the answer has come to the point. */
    void breakOff(Runnable then) {
        estate.askAndLeave(chatId, question, answer -> {
            switch (point) {
                case AT_AN_EVENT -> AgentEstate.hears(events).go(answer);
                case IN_THE_MODEL -> AgentEstate.await(estate.model().held());
                case IN_A_TOOL -> calls(estate.toolHeld());
            }
            then.run();
        });
    }

    /** What the tools have done until the point is kept, which happens behind the answer. */
    void awaitKept() {
        while (kept().size() < callsKept() || (point == Point.IN_THE_MODEL && !allSucceeded())) {
            Thread.onSpinWait();
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
        estate.conversation(chatId).at("/messages/3/toolCalls").forEach(calls::add);
        return calls;
    }

    /** What was called before the process died is there, with what came of it or the word that nobody knows. */
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

    /** Whatever was under way for the answer has ended. */
    void awaitEnd() {
        switch (point) {
            case AT_AN_EVENT -> {}
            case IN_THE_MODEL -> AgentEstate.await(estate.model().left());
            case IN_A_TOOL -> calls(estate.toolLeft());
        }
    }

    private int number(String name) {
        return Integer.parseInt(question.replaceFirst(".*" + name + "=(\\d).*", "$1"));
    }

    private void calls(Semaphore permits) {
        for (int i = 0; i < number("calls"); i++) {
            AgentEstate.await(permits);
        }
    }

    /** The next question is answered, and each call has one result. */
    void requireWhole(String description) {
        JsonNode next = estate.ask(chatId, LAST);
        JsonNode messages = estate.conversation(chatId).path("messages");

        assertThat(next.at("/message/content").asText())
                .as(description + " " + question + " " + next)
                .isNotEmpty();
        assertThat(estate.model().faults()).as(description).isEmpty();
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

    /** How the answer that was broken off came to be. */
    JsonNode trace() {
        return estate.trace(chatId).at("/answers/1");
    }
}
