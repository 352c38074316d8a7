package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AskedQuestion;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionAnswer.Action;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What servers ask the users of chats during tool calls (agents-26). A call waits on its node for the answer, which any
 * node stores.
 */
public final class UserQuestions {
    private static final QuestionAnswer CANCELLED = new QuestionAnswer(Action.CANCEL);

    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final AgentStore store;
    private final SchemaValidator validator;
    private final AgentLimits.Questions limits;

    public UserQuestions(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            AgentStore store,
            SchemaValidator validator,
            AgentLimits.Questions limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.store = store;
        this.validator = validator;
        this.limits = limits;
    }

    AgentLimits.Questions limits() {
        return limits;
    }

    InstantSource clock() {
        return clock;
    }

    QuestionId nextId() {
        return new QuestionId(ids.next("ask"));
    }

    Instant expiry() {
        return clock.instant().plus(limits.longest());
    }

    /**
     * Waits for the answer to a question. It counts as cancelled after its time, when its call has ended, and after an
     * interrupt, which stays set.
     *
     * @param shown tells the user about the stored question; when it throws, the question is closed
     */
    QuestionAnswer ask(AskedQuestion asked, Runnable shown, BooleanSupplier callEnded) {
        if (callEnded.getAsBoolean()) {
            return CANCELLED;
        }
        store.ask(asked, clock.instant());
        QuestionId id = asked.question().id();
        boolean interrupted = false;
        Optional<QuestionAnswer> last;
        try {
            shown.run();
            interrupted = isInterruptedWaiting(asked.question(), callEnded);
        } finally {
            // An interrupt would break the connection to the store.
            interrupted = Thread.interrupted() || interrupted;
            last = store.close(id);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return last.orElse(CANCELLED);
    }

    private boolean isInterruptedWaiting(ToolQuestion question, BooleanSupplier callEnded) {
        try {
            while (clock.instant().isBefore(question.expiresAt())
                    && !callEnded.getAsBoolean()
                    && store.answerTo(question.id()).isEmpty()) {
                ticker.pause(limits.lookAfter());
            }
            return false;
        } catch (InterruptedException stopped) {
            return true;
        }
    }

    void answer(Caller.User user, ChatId chat, QuestionId id, QuestionAnswer answer) {
        ToolQuestion question = store.question(id, clock.instant())
                .filter(asked ->
                        asked.userId().equals(user.userId()) && asked.chatId().equals(chat))
                .map(AskedQuestion::question)
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("question")));
        if (!store.answer(id, checked(question, answer))) {
            throw new Refusal(new CommonProblem.Conflict("the question was answered, or waits no more"));
        }
    }

    private QuestionAnswer checked(ToolQuestion question, QuestionAnswer answer) {
        if (answer.action() != Action.ACCEPT || !(question.subject() instanceof ToolQuestion.Form form)) {
            if (!answer.content().isEmpty()) {
                throw Refusal.invalid("content", "must be absent, except in a form that is accepted");
            }
            return answer;
        }
        Map<String, Object> content = withDefaults(form.schema(), answer.content());
        if (JsonText.of(content).length() > limits.characters()) {
            throw Refusal.invalid("content", "must have at most " + limits.characters() + " characters as JSON");
        }
        List<Violation> violations = validator.violations(form.schema(), content).stream()
                .map(violation -> new Violation("content." + violation.field(), violation.message()))
                .toList();
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
        return new QuestionAnswer(Action.ACCEPT, content);
    }

    private static Map<String, Object> withDefaults(Map<String, Object> schema, Map<String, Object> given) {
        Map<String, Object> content = new LinkedHashMap<>(given);
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> {
                if (property instanceof Map<?, ?> field && field.get("default") != null) {
                    content.putIfAbsent(String.valueOf(name), field.get("default"));
                }
            });
        }
        return content;
    }
}
