package dev.guildhall.core.agent;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Parts;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.testkit.SampleTool;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A user in a conversation with an agent whose model gives scripted answers, one after the other. Confined to the test's thread. */
public final class Conversing {
    private final Deque<Function<CompletionRequest, Completion>> script = new ArrayDeque<>();
    private final List<CompletionRequest> asked = new ArrayList<>();
    private final List<AgentEvent> events = new ArrayList<>();
    private final FakeTools tools = new FakeTools();
    private final List<ChatId> begun = new ArrayList<>();
    private final AtomicLong ids = new AtomicLong();
    private final Installation installation;
    private final Caller.User caller;
    private Optional<ChatId> chat = Optional.empty();

    public Conversing() {
        this(parts -> parts);
    }

    public Conversing(AgentLimits limits) {
        this(parts -> parts.limits(Limits.DEFAULT.withAgent(limits)));
    }

    public Conversing(UnaryOperator<Parts> change) {
        this(InMemoryStores.empty(), change);
    }

    private Conversing(Stores stores, UnaryOperator<Parts> change) {
        installation = new Installation(
                stores,
                parts -> change.apply(parts.chatModel(new ScriptedChatModel(this::next))
                        .ids(this::nextId)
                        .tools(tools)));
        caller = installation.someone();
    }

    /** On a store that breaks when an interrupted thread uses it, as a connection to a database does. */
    static Conversing onFragileStore() {
        Stores stores = InMemoryStores.empty();
        ConversationStore fragile = hooked(ConversationStore.class, stores.conversations(), method -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the connection broke");
            }
        });
        return new Conversing(
                stores,
                parts -> parts.stores(new ForwardingStores() {
                    @Override
                    public Stores others() {
                        return stores;
                    }

                    @Override
                    public ConversationStore conversations() {
                        return fragile;
                    }
                }));
    }

    /** A store that runs a hook with the name of the method before it passes a call on. */
    static <T> T hooked(Class<T> store, T inner, Consumer<String> hook) {
        return store.cast(Proxy.newProxyInstance(
                store.getClassLoader(), new Class<?>[] {store}, (proxy, method, arguments) -> {
                    hook.accept(method.getName());
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    /** Waits until it is released; an interrupt ends the wait and stays set. */
    public static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private String nextId(String prefix) {
        String id = "%s_%08d".formatted(prefix, ids.incrementAndGet());
        if (prefix.equals("chat")) {
            begun.add(new ChatId(id));
        }
        return id;
    }

    /** What the script says to a request, for models that say something else to others. */
    public Completion answered(CompletionRequest request) {
        return next(request);
    }

    private Completion next(CompletionRequest request) {
        asked.add(request);
        return script.isEmpty()
                ? ScriptedChatModel.says(request, "done")
                : script.removeFirst().apply(request);
    }

    /** What the model answers next, after what was scripted before. */
    Conversing model(Function<CompletionRequest, Completion> answer) {
        script.addLast(answer);
        return this;
    }

    /** The model says {@code done} from now on. */
    void forgetScript() {
        script.clear();
    }

    public Conversing modelSays(String content) {
        return model(request -> ScriptedChatModel.says(request, content));
    }

    public Conversing modelCalls(ToolCall... calls) {
        return model(request -> ScriptedChatModel.calls(request, List.of(calls)));
    }

    public static ToolCall call(String id, String tool) {
        return call(id, tool, Map.of());
    }

    public static ToolCall call(String id, String tool, Map<String, Object> arguments) {
        return new ToolCall(id, tool, new ToolArguments.Parsed(arguments));
    }

    public AgentReply ask(String question) {
        return ask(question, event -> {});
    }

    /** Asks, with something more that hears every event after it was noted. */
    public AgentReply ask(String question, Consumer<AgentEvent> listener) {
        return send(AgentRequest.ofQuestion(caller.userId(), question), listener);
    }

    /** Sends a request in the conversation that there is, or begins one. */
    public AgentReply send(AgentRequest request, Consumer<AgentEvent> listener) {
        Consumer<AgentEvent> note = events::add;
        AgentReply reply = agents().chat(caller, chat.map(request::in).orElse(request), note.andThen(listener)::accept);
        chat = Optional.of(reply.chatId());
        return reply;
    }

    public AgentReply send(AgentRequest request) {
        return send(request, event -> {});
    }

    /** What is kept of the conversation that was begun last, whether it was answered or not. */
    public List<ChatEntry> kept() {
        return conversation().messages();
    }

    Conversation conversation() {
        return agents().conversation(caller, caller.userId(), begun.getLast());
    }

    /** Goes on in the conversation that was begun last, although it was not answered. */
    void goOn() {
        chat = Optional.of(begun.getLast());
    }

    public List<Memory> memories() {
        return installation
                .stores()
                .memories()
                .list(caller.userId(), MemoryFilter.of(MemoryType.CONVERSATION), PageRequest.first())
                .page()
                .items();
    }

    /** A question with or without memory, and with these tools or all. */
    public AgentRequest request(String question, boolean enableMemory, Optional<List<String>> tools) {
        return new AgentRequest(
                caller.userId(),
                AgentMode.WITH_TASKS,
                Optional.empty(),
                List.of(new NewMessage(Speaker.USER, question)),
                new AgentOptions(Sampling.DEFAULT, enableMemory, tools));
    }

    /** Forgets the memories of the conversation that was begun last. */
    public void forgetConversation() {
        core().memories().forgetConversation(caller, caller.userId(), begun.getLast());
    }

    /** The traces of the conversation that was begun last. */
    List<AgentTrace> traces() {
        return agents().trace(caller, caller.userId(), begun.getLast());
    }

    Tool register(SampleTool sample) {
        return core().tools().register(caller, new NewTool(sample.definition(), Optional.empty()));
    }

    public Core core() {
        return installation.core();
    }

    Agents agents() {
        return installation.agents();
    }

    public Installation installation() {
        return installation;
    }

    public Caller.User caller() {
        return caller;
    }

    /** All conversations that were begun, those that were not kept too. */
    public List<ChatId> begun() {
        return begun;
    }

    public FakeTools tools() {
        return tools;
    }

    List<AgentEvent> events() {
        return events;
    }

    /** What the model was asked, in order. */
    public List<CompletionRequest> asked() {
        return asked;
    }
}
