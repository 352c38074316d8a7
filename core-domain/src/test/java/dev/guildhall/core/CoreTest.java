package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.account.CountingHasher;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CoreTest {
    private static final CompletionProblem NO_MODEL =
            new CompletionProblem.UnknownModel("this core has no model; Parts.chatModel sets the one that it asks");

    private static Core at(Instant moment) {
        return Core.of(parts -> parts.clock(new ManualTicker(moment))
                .passwordHasher(new CountingHasher())
                .chatModel(ScriptedChatModel.echo()));
    }

    private static SignedIn registered(Core core) {
        return core.accounts().register(Caller.anonymous(), Registration.of("ada@example.org", "correct horse"));
    }

    private static Caller.User bearer(Core core, SignedIn signedIn) {
        return core.accounts()
                .authenticate(Caller.anonymous(), signedIn.tokens().accessToken());
    }

    @Test
    void a_core_without_a_model_says_so_and_does_the_rest() {
        Core core = Core.of(parts -> parts.passwordHasher(new CountingHasher()));
        Caller.User caller = bearer(core, registered(core));
        AgentRequest question = AgentRequest.ofQuestion(caller.userId(), "hello there");

        assertThat(Refused.by(() -> core.agents().chat(caller, question, event -> {})))
                .isEqualTo(NO_MODEL);
        assertThat(Refused.by(() -> core.completions().complete(caller, CompletionRequest.of("hello"))))
                .isEqualTo(NO_MODEL);
        assertThat(Refused.by(() -> core.completions().stream(caller, CompletionRequest.of("hello"), chunk -> {})))
                .isEqualTo(NO_MODEL);
        assertThat(core.completions().models(caller).models()).isEmpty();
    }

    @Test
    void access_tokens_expired_by_the_wall_clock_although_another_clock_was_set() {
        Core core = at(Instant.parse("2001-01-01T00:00:00Z"));
        SignedIn signedIn = registered(core);

        assertThat(bearer(core, signedIn).userId()).isEqualTo(signedIn.userId());
    }

    @Test
    void ids_had_the_wall_clocks_time_although_another_clock_was_set() {
        SignedIn later = registered(at(Instant.parse("2101-01-01T00:00:00Z")));
        SignedIn earlier = registered(at(Instant.parse("2001-01-01T00:00:00Z")));

        assertThat(earlier.userId().value()).isLessThan(later.userId().value());
    }

    @Test
    void an_anonymous_caller_asks_no_model() {
        Core core = at(Sample.NOW);
        CompletionRequest request = CompletionRequest.of("hello");

        assertThat(Refused.by(() -> core.completions().complete(Caller.anonymous(), request)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> core.completions().stream(Caller.anonymous(), request, chunk -> {})))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> core.completions().models(Caller.anonymous())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_signed_in_caller_asks_a_model_and_sees_which_there_are() {
        Core core = at(Sample.NOW);
        Caller.User caller = bearer(core, registered(core));

        String answer = core.completions()
                .complete(caller, CompletionRequest.of("hello"))
                .content();

        assertThat(answer).isEqualTo("You said: hello");
        assertThat(core.completions().models(caller).provider()).isEqualTo("scripted");
    }
}
