package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.core.time.WaitedTime;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AskedQuestion;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Asks the user of a chat what servers want to know during the tool calls of one answer. Safe for several threads. */
final class TurnQuestions {
    private static final FailureLog LOG = new FailureLog(TurnQuestions.class);
    private static final int INVALID_PARAMETERS = -32602;

    private final UserQuestions questions;
    private final ChatId chat;
    private final UserId user;
    private final ReplyClient client;
    private final WaitedTime waits;

    TurnQuestions(UserQuestions questions, ChatId chat, UserId user, ReplyClient client) {
        this.questions = questions;
        this.chat = chat;
        this.user = user;
        this.client = client;
        this.waits = new WaitedTime(questions.clock());
    }

    /** How long the calls of the answer have waited for the user. */
    Duration waited() {
        return waits.total();
    }

    int mostOfCall() {
        return questions.limits().aCall();
    }

    /** The user's answer to the parameters of {@code elicitation/create}, or an error that says what is wrong with them. */
    ServerReply ask(ToolCall call, Map<String, Object> parameters, BooleanSupplier callEnded) {
        if (JsonText.of(parameters).length() > questions.limits().characters()) {
            return refused("the question has more than " + questions.limits().characters() + " characters");
        }
        Optional<ToolQuestion.Subject> subject = subject(parameters);
        if (subject.isEmpty() || !(parameters.get("message") instanceof String message)) {
            return refused("must have a message, and a requestedSchema of an object or an http address in url");
        }
        ToolQuestion question = new ToolQuestion(
                questions.nextId(),
                call.id(),
                call.tool(),
                call.tool().substring(0, Math.max(0, call.tool().indexOf('.'))),
                HiddenCharacters.escaped(message),
                subject.get(),
                questions.expiry());
        QuestionAnswer answer = waits.during(() -> answered(question, callEnded));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("action", answer.action().wireName());
        boolean isFilledIn =
                answer.action() == QuestionAnswer.Action.ACCEPT && question.subject() instanceof ToolQuestion.Form;
        if (isFilledIn) {
            result.put("content", answer.content());
        }
        return new ServerReply.Result(result);
    }

    /** When the client has disconnected, the answering thread notices it, and ends the call. */
    private QuestionAnswer answered(ToolQuestion question, BooleanSupplier ended) {
        BooleanSupplier callEnded = () -> ended.getAsBoolean() || !client.canAnswer();
        try {
            QuestionAnswer answer = questions.ask(
                    new AskedQuestion(chat, user, question),
                    () -> tell(new AgentEvent.QuestionAsked(question)),
                    callEnded);
            if (!callEnded.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
                tell(new AgentEvent.QuestionEnded(question.id(), answer.action()));
            }
            return answer;
        } catch (Refusal refused) {
            return new QuestionAnswer(QuestionAnswer.Action.CANCEL);
        } catch (RuntimeException failed) {
            LOG.failed("a question of the tool " + question.tool(), failed);
            return new QuestionAnswer(QuestionAnswer.Action.CANCEL);
        }
    }

    private void tell(AgentEvent event) {
        try {
            client.accept(event);
        } catch (RuntimeException gone) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static Optional<ToolQuestion.Subject> subject(Map<String, Object> parameters) {
        return switch (String.valueOf(parameters.getOrDefault("mode", "form"))) {
            case "form" ->
                parameters.get("requestedSchema") instanceof Map<?, ?> schema && "object".equals(schema.get("type"))
                        ? Optional.of(new ToolQuestion.Form(HiddenCharacters.escaped(named(schema))))
                        : Optional.empty();
            case "url" ->
                parameters.get("url") instanceof String url && isWebAddress(url)
                        ? Optional.of(new ToolQuestion.Address(url))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Map<String, Object> named(Map<?, ?> object) {
        Map<String, Object> named = new LinkedHashMap<>();
        object.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    private static boolean isWebAddress(String url) {
        try {
            URI address = new URI(url);
            return address.getHost() != null
                    && address.getUserInfo() == null
                    && ("https".equalsIgnoreCase(address.getScheme()) || "http".equalsIgnoreCase(address.getScheme()));
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    private static ServerReply refused(String why) {
        return new ServerReply.Refused(INVALID_PARAMETERS, "elicitation/create: " + why, Optional.empty());
    }
}
