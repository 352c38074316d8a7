package dev.guildhall.llm.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.contract.ChatModelContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DemoChatModelTest implements ChatModelContract {
    private final List<Duration> pauses = new ArrayList<>();
    private final ChatModel model = new DemoChatModel(pauses::add);

    @Override
    public ChatModel wordyModel() {
        return model;
    }

    @Override
    public ChatModel callingModel() {
        return model;
    }

    @Test
    void demo_counts_to_the_given_number() {
        Completion answer = ask("Please count to 5!");

        assertThat(answer.content()).startsWith("1 2 3 4 5 ").contains("demo");
    }

    @Test
    void demo_counts_in_words() {
        assertThat(ask("Count to five.").content()).startsWith("1 2 3 4 5 ");
        assertThat(ask("Count to heaven.").content()).startsWith("You said");
    }

    @Test
    void demo_counts_to_a_maximum() {
        Completion answer = ask("count to 999999999");

        assertThat(answer.content()).startsWith("I count to 1000 at most.");
    }

    @Test
    void stops_after_the_allowed_number_of_tokens() {
        Sampling four = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.of(4));
        ChatMessage question = new ChatMessage.User("count to 100");

        Completion answer = model.complete(new CompletionRequest(List.of(question), four, List.of()));

        assertThat(answer.content()).isEqualTo("1 2 3 4 ");
        assertThat(answer.finish()).isEqualTo(FinishReason.LENGTH);
        assertThat(answer.usage().completionTokens()).isEqualTo(4);
        assertThat(answer.usage().promptTokens()).isEqualTo(3);
    }

    @Test
    void default_model_does_not_wait() {
        ask("count to 100");

        assertThat(pauses).isEmpty();
    }

    @Test
    void slow_model_waits_before_each_word() {
        Completion answer = askSlowly(model);

        assertThat(pauses)
                .containsOnly(DemoChatModel.PACE)
                .hasSize(DemoChatModel.tokens(answer.content()).size());
    }

    @Test
    void slow_model_is_cancelled_while_it_waits() {
        ChatModel waiting = new DemoChatModel(time -> {
            throw new InterruptedException();
        });

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> askSlowly(waiting));
        boolean stillInterrupted = Thread.interrupted();

        assertThat(refusal.problem()).isEqualTo(new CommonProblem.Cancelled());
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void unknown_model_is_refused_naming_the_known_ones() {
        CompletionRequest request =
                new CompletionRequest(List.of(new ChatMessage.User("hi")), Sampling.model("gpt-x"), List.of());

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> model.complete(request));

        assertThat(refusal.problem()).isInstanceOf(CompletionProblem.UnknownModel.class);
        assertThat(refusal).hasMessageContaining("demo-slow");
    }

    @Test
    void name_is_remembered_from_an_earlier_message() {
        Completion answer = converse("My name is Ada.", "What is the weather?", "What is my name?");

        assertThat(answer.content()).startsWith("Your name is Ada.");
    }

    @Test
    void name_is_found_in_the_instructions() {
        List<ChatMessage> messages = List.of(
                new ChatMessage.Instruction("Known about the user: my name is Grace Hopper"),
                new ChatMessage.User("what's my name?"));

        Completion answer = model.complete(new CompletionRequest(messages, Sampling.DEFAULT, List.of()));

        assertThat(answer.content()).startsWith("Your name is Grace Hopper.");
    }

    @Test
    void demo_does_not_invent_a_name() {
        assertThat(ask("What is my name?").content()).startsWith("You have not told me your name.");
    }

    @Test
    void last_name_that_was_given_counts() {
        Completion answer = converse("I'm Bob", "no, call me Rob", "who am I?");

        assertThat(answer.content()).startsWith("Your name is Rob.");
    }

    @Test
    void earlier_messages_are_listed() {
        Completion answer = converse("First thing", "Second thing", "What did I say before?");

        assertThat(answer.content()).startsWith("You said before: “First thing”; “Second thing”.");
    }

    @Test
    void other_text_is_quoted_with_the_way_to_a_real_model() {
        Completion answer = ask("Tell me about the sea. " + "x".repeat(5000));

        assertThat(answer.content())
                .startsWith("You said: “Tell me about the sea. xx")
                .contains("GUILDHALL_LLM_PROVIDER")
                .hasSizeLessThan(500);
    }

    @Test
    void quoted_sentence_keeps_only_its_own_full_stop() {
        assertThat(ask("Tell me about the sea.").content()).startsWith("You said: “Tell me about the sea.” I answer");
        assertThat(ask("The sea").content()).startsWith("You said: “The sea”. I answer");
    }

    private Completion ask(String question) {
        return model.complete(CompletionRequest.of(question));
    }

    private static Completion askSlowly(ChatModel model) {
        ChatMessage question = new ChatMessage.User("count to 10");
        return model.complete(new CompletionRequest(List.of(question), Sampling.model(DemoChatModel.SLOW), List.of()));
    }

    private Completion converse(String... said) {
        List<ChatMessage> messages = new ArrayList<>();
        for (String one : said) {
            messages.add(new ChatMessage.User(one));
            messages.add(new ChatMessage.Assistant("I see."));
        }
        messages.removeLast();
        return model.complete(new CompletionRequest(messages, Sampling.DEFAULT, List.of()));
    }
}
