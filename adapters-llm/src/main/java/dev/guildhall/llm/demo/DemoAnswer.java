package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The decision of the demo model: a text, or calls of tools.
 *
 * @param content the text; empty when it calls tools
 * @param calls the calls
 */
record DemoAnswer(String content, List<ToolCall> calls) {
    private static final String SIGNATURE = " (Guildhall's demo model)";

    DemoAnswer {
        calls = List.copyOf(calls);
    }

    /**
     * After results the model always answers with text and never calls again, so that a loop around the model always ends.
     */
    static DemoAnswer to(CompletionRequest request) {
        Dialogue dialogue = Dialogue.of(request.messages());
        if (!dialogue.results().isEmpty()) {
            String told = dialogue.results().stream().map(ResultSentence::of).collect(Collectors.joining(" "));
            return say(told, request.format());
        }
        List<ToolCall> calls = ChosenCalls.of(dialogue.question(), request.offer());
        return calls.isEmpty() ? say(SmallTalk.answer(dialogue), request.format()) : new DemoAnswer("", calls);
    }

    private static DemoAnswer say(String useful, AnswerFormat format) {
        String words = useful + SIGNATURE;
        String content = switch (format) {
            case AnswerFormat.Words ignored -> words;
            case AnswerFormat.Json ignored -> DemoJson.text(Map.of("answer", words));
            case AnswerFormat.Schema schema -> DemoJson.text(SchemaInstance.of(schema.schema()));
        };
        return new DemoAnswer(content, List.of());
    }
}
