package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the demo model decides to do: to speak, or to call tools.
 *
 * @param content what it says; empty when it calls tools
 * @param calls the tools that it wants to call
 */
record DemoAnswer(String content, List<ToolCall> calls) {
    private static final String SIGNATURE = " (Guildhall's demo model)";

    DemoAnswer {
        calls = List.copyOf(calls);
    }

    /** Results are told and never followed by further calls, so that a loop around the model always ends. */
    static DemoAnswer to(CompletionRequest request) {
        Dialogue dialogue = Dialogue.of(request.messages());
        if (!dialogue.results().isEmpty()) {
            return say(dialogue.results().stream().map(ResultSentence::of).collect(Collectors.joining(" ")));
        }
        List<ToolCall> calls =
                CalledTools.from(dialogue.question(), request.offer().functions());
        return calls.isEmpty() ? say(SmallTalk.answer(dialogue)) : new DemoAnswer("", calls);
    }

    private static DemoAnswer say(String useful) {
        return new DemoAnswer(useful + SIGNATURE, List.of());
    }
}
