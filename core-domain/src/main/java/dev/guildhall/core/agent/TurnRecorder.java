package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Records one turn of a conversation while the agent answers: words, tool calls, usage and trace. It passes them on to the
 * draft of the answer and to the client. Confined to the answering thread, but for {@link #toolEnded}, {@link #keep} and the times.
 */
final class TurnRecorder {
    /** Calls that ended so have reached no tool. */
    private static final Set<FailureKind> REFUSED = EnumSet.of(
            FailureKind.UNKNOWN_TOOL, FailureKind.DISABLED, FailureKind.NOT_APPROVED, FailureKind.INVALID_ARGUMENTS);

    private static final int MOST_NOTICES = 20;

    /** The most characters of a notice, which a provider may have written. */
    private static final int LONGEST_NOTICE = 500;

    /** The most characters of reasoning that are stored. */
    private static final int LONGEST_REASONING = 100_000;

    private static final String REASONING_CUT =
            "Of the model's reasoning the first " + LONGEST_REASONING + " characters are kept.";

    private final InstantSource clock;
    private final Instant startedAt;
    private final Optional<ReplyDraft> draft;
    private final Consumer<AgentEvent> client;
    private final Optional<TurnQuestions> questions;
    private final Function<List<ContentPart.Media>, List<ToolMedia>> keeping;
    private final StringBuilder content = new StringBuilder();
    private final Map<String, ToolUse> uses = new LinkedHashMap<>();
    private final Set<String> callIds = new HashSet<>();
    private final Set<String> waited = new HashSet<>();
    private final Set<String> toolsUsed = new LinkedHashSet<>();
    private final List<AgentTrace.Step> steps = new ArrayList<>();
    private final Set<String> notices = new LinkedHashSet<>();
    private final StringBuilder reasoning = new StringBuilder();
    private Duration reasoningTime = Duration.ZERO;
    private Optional<Duration> reasoningSince = Optional.empty();
    private Optional<AssistantVersion> assistant = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Usage usage = Usage.NONE;
    private Optional<Cost> cost = Optional.empty();
    private boolean unpriced;

    TurnRecorder(InstantSource clock) {
        this(clock, clock.instant(), Optional.empty(), event -> {}, Optional.empty(), media -> List.of());
    }

    /**
     * The recorder of an answer.
     *
     * @param questions absent when no user can answer the questions of tools
     * @param keeping stores pictures and sounds of tools' results, and returns those that are stored
     */
    TurnRecorder(
            InstantSource clock,
            Instant startedAt,
            Optional<ReplyDraft> draft,
            Consumer<AgentEvent> client,
            Optional<TurnQuestions> questions,
            Function<List<ContentPart.Media>, List<ToolMedia>> keeping) {
        this.clock = clock;
        this.startedAt = startedAt;
        this.draft = draft;
        this.client = client;
        this.questions = questions;
        this.keeping = keeping;
    }

    /** Whether the answer is stored in a chat. */
    boolean isStored() {
        return draft.isPresent();
    }

    /** Stores pictures and sounds of a tool's result with the answer, on any thread. */
    List<ToolMedia> keep(List<ContentPart.Media> media) {
        return media.isEmpty() ? List.of() : keeping.apply(media);
    }

    /** How servers ask the user during tool calls; empty when none can answer. */
    Optional<TurnQuestions> questions() {
        return questions;
    }

    /** How long tool calls have waited for the user. */
    Duration waited() {
        return questions.map(TurnQuestions::waited).orElse(Duration.ZERO);
    }

    /**
     * Continues an answer of which a part is stored, and passes that part on to the client.
     *
     * @param eventBytes how many bytes of a tool's data an event has at most
     */
    void resume(ChatEntry said, Usage before, int eventBytes) {
        restore(said, before);
        said.toolUses().stream()
                .filter(use -> !waited.contains(use.callId()))
                .forEach(use -> emit(new AgentEvent.ToolFinished(TruncatedData.of(use, eventBytes))));
        if (!said.content().isEmpty()) {
            emit(new AgentEvent.Token(said.content()));
        }
    }

    /** Continues an answer of which the client has what is stored. */
    void restore(ChatEntry said, Usage before) {
        add(before);
        ReplyDetails details = said.details();
        reasoning.append(details.reasoning());
        reasoningTime = details.reasoningTime();
        model = details.model();
        cost = details.cost();
        unpriced = model.isPresent() && cost.isEmpty();
        add(said.toolUses());
        for (ToolUse use : said.toolUses()) {
            callIds.add(use.callId());
            if (!isRefused(use)) {
                addToolUsed(use.tool());
            }
        }
        if (!said.content().isEmpty()) {
            content.append(said.content());
            draft.ifPresent(started -> started.append(said.content()));
        }
    }

    /** Calls of the answer have waited for their user; they are made or denied next. */
    void haveWaited(List<PlannedCall> calls) {
        calls.forEach(planned -> waited.add(planned.call().id()));
    }

    private static boolean isRefused(ToolUse use) {
        return use.outcome() instanceof ToolOutcome.Failure failure && REFUSED.contains(failure.kind());
    }

    /** Passes an event on to the client; throws when the client has disconnected. */
    void emit(AgentEvent event) {
        client.accept(event);
    }

    /** What is longer than {@link #LONGEST_REASONING} is shown, and not stored. */
    void addReasoning(String text) {
        if (reasoningSince.isEmpty()) {
            reasoningSince = Optional.of(elapsed());
        }
        if (reasoning.length() < LONGEST_REASONING) {
            reasoning.append(Text.beginning(text, LONGEST_REASONING - reasoning.length()));
            if (reasoning.length() >= LONGEST_REASONING) {
                notice(List.of(REASONING_CUT));
            }
        }
        emit(new AgentEvent.Reasoned(text));
    }

    private void endReasoning() {
        reasoningSince.ifPresent(since -> reasoningTime = reasoningTime.plus(since(since)));
        reasoningSince = Optional.empty();
    }

    void addText(String text) {
        endReasoning();
        content.append(text);
        draft.ifPresent(started -> started.append(text));
        emit(new AgentEvent.Token(text));
    }

    /**
     * A round of tool calls begins; their outcomes are {@link ReplyDraft#UNKNOWN}. None of them begins when this throws,
     * because the client has disconnected or the thread is interrupted.
     */
    void toolsBegin(List<ToolUse> calls) {
        draft.ifPresent(started -> started.begun(calls));
        boolean begun = false;
        try {
            calls.forEach(call -> emit(new AgentEvent.ToolStarted(call.callId(), call.tool(), call.parameters())));
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            begun = true;
        } finally {
            if (!begun) {
                draft.ifPresent(started -> started.withdrawn(calls));
            }
        }
    }

    /** A tool call has ended, on any thread; this is not its result if its round has ended without it. */
    void toolEnded(ToolUse use) {
        draft.ifPresent(started -> started.ended(use));
    }

    void add(List<ToolUse> results) {
        results.forEach(use -> uses.put(use.callId(), use));
        draft.ifPresent(started -> started.settled(results));
    }

    /** A tool was called: it exists, and neither the user nor the registry refused the call. */
    void addToolUsed(String tool) {
        toolsUsed.add(tool);
    }

    void add(Usage more) {
        usage = usage.plus(more);
    }

    /** A model has answered. The cost of a turn is unknown as soon as one of its models has no price. */
    void add(Completion completion) {
        endReasoning();
        model = Optional.of(completion.model());
        Optional<Cost> sum =
                cost.isEmpty() ? completion.cost() : completion.cost().flatMap(cost.get()::plus);
        unpriced = unpriced || sum.isEmpty();
        cost = sum.filter(all -> !unpriced);
        add(completion.usage());
        describe();
    }

    /** That assistant gives the answer. */
    void isOf(Optional<AssistantVersion> answering) {
        assistant = answering;
    }

    ReplyDetails details() {
        return new ReplyDetails(
                assistant, model, usage, cost, Text.repaired(reasoning.toString()), reasoningTime, List.of());
    }

    private void describe() {
        draft.ifPresent(started -> started.describe(notices(), details()));
    }

    /** What the model does not receive; a repetition has no effect. */
    void notice(List<String> more) {
        more.stream()
                .map(notice -> Text.beginning(notice, LONGEST_NOTICE))
                .takeWhile(notice -> notices.size() < MOST_NOTICES)
                .forEach(notices::add);
        describe();
    }

    List<String> notices() {
        return List.copyOf(notices);
    }

    void add(AgentTrace.Step step) {
        steps.add(step);
    }

    Duration elapsed() {
        Duration elapsed = Duration.between(startedAt, clock.instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    /** The time since {@link #elapsed} was so long. */
    Duration since(Duration before) {
        Duration passed = elapsed().minus(before);
        return passed.isNegative() ? Duration.ZERO : passed;
    }

    AgentTrace trace(AgentTrace.Outcome outcome) {
        List<AgentTrace.Step> inOrder = steps.stream()
                .sorted(Comparator.comparing(AgentTrace.Step::startedAfter))
                .toList();
        return new AgentTrace(startedAt, elapsed(), outcome, inOrder);
    }

    /** The calls with identifiers that are unique in this turn: some models leave them out or repeat them. */
    List<ToolCall> withUniqueIds(List<ToolCall> calls) {
        List<ToolCall> unique = new ArrayList<>(calls.size());
        for (ToolCall call : calls) {
            unique.add(new ToolCall(uniqueId(call.id()), call.tool(), call.arguments()));
        }
        return unique;
    }

    private String uniqueId(String given) {
        boolean blank = given.isBlank();
        int number = callIds.size() + 1;
        String id = blank ? "call_" + number : given;
        while (!callIds.add(id)) {
            number++;
            id = (blank ? "call" : given) + "_" + number;
        }
        return id;
    }

    /** The words of the answer; empty when there are only blanks. */
    String content() {
        return content(content.toString());
    }

    /** The words in well-formed Unicode; empty when there are only blanks. */
    static String content(String words) {
        String said = Text.repaired(words);
        return said.isBlank() ? "" : said;
    }

    List<ToolUse> uses() {
        return List.copyOf(uses.values());
    }

    Usage usage() {
        return usage;
    }

    /** The names of the tools that were called, in the order of their first calls, without repeats. */
    List<String> toolsUsed() {
        return List.copyOf(toolsUsed);
    }

    boolean isEmpty() {
        return content().isEmpty() && uses.isEmpty();
    }
}
