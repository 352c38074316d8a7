package dev.guildhall.core;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.task.Task;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.jdbcx.JdbcConnectionPool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An embedded core in memory beside its peers: a task from its submission to its end, beside db-scheduler with H2 in memory and
 * beside a bare executor; a question with one call of a tool, beside an AI service of LangChain4j.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl core-domain -am -Dbench.include=PeerBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class PeerBenchmark {
    /** Of one user: the core remembers and searches what a user has asked before. */
    private static final int QUESTIONS = 50;

    private static final Map<String, Object> NUMBER =
            Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")));

    private final Map<String, CountDownLatch> ended = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final JdbcConnectionPool h2 = JdbcConnectionPool.create("jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa", "");
    private final OneTimeTask<Void> refund = Tasks.oneTime("refund")
            .execute((instance, context) -> ended.get(instance.getId()).countDown());
    private Core core;
    private Caller.User user;
    private Scheduler scheduler;
    private Desk desk;

    /** What LangChain4j implements. */
    interface Desk {
        String ask(String question);
    }

    /** A tool of LangChain4j. */
    public static final class Orders {
        @Tool(name = "desk_order", value = "The state of an order.")
        public String order(@P("number") String number) {
            return "shipped";
        }
    }

    @Setup
    public void start() throws Exception {
        core = Core.start(parts -> parts.chatModel(new ScriptedChatModel(PeerBenchmark::scripted))
                .tool("desk.order", "The state of an order.", NUMBER, (caller, given) -> Map.of("state", "shipped"))
                .task("refund", (owner, task) -> Map.of("refunded", true)));
        user = core.user("bench", "ada");
        try (var connection = h2.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("""
                create table scheduled_tasks (task_name varchar(100), task_instance varchar(100), task_data blob,
                    execution_time timestamp with time zone, picked boolean, picked_by varchar(50),
                    last_success timestamp with time zone, last_failure timestamp with time zone,
                    consecutive_failures int, last_heartbeat timestamp with time zone, version bigint,
                    priority smallint, state varchar(50), primary key (task_name, task_instance))\
                """);
        }
        scheduler = Scheduler.create(h2, refund)
                .enableImmediateExecution()
                .pollingInterval(Duration.ofSeconds(1))
                .build();
        scheduler.start();
        desk = AiServices.builder(Desk.class)
                .chatModel(new ScriptedLangChain4j())
                .tools(new Orders())
                .build();
    }

    @TearDown
    public void close() {
        core.close();
        scheduler.stop();
        executor.close();
        h2.dispose();
    }

    private static Completion scripted(CompletionRequest request) {
        return request.messages().getLast().toString().contains("ToolResult")
                ? ScriptedChatModel.says(request, "It has been shipped.")
                : ScriptedChatModel.calls(
                        request,
                        List.of(new ToolCall("1", "desk.order", new ToolArguments.Parsed(Map.of("number", "77")))));
    }

    private static final class ScriptedLangChain4j implements ChatModel {
        @Override
        public ChatResponse chat(ChatRequest request) {
            AiMessage answer = request.messages().getLast() instanceof ToolExecutionResultMessage
                    ? AiMessage.from("It has been shipped.")
                    : AiMessage.from(ToolExecutionRequest.builder()
                            .id("1")
                            .name("desk_order")
                            .arguments("{\"number\":\"77\"}")
                            .build());
            return ChatResponse.builder().aiMessage(answer).build();
        }
    }

    @Benchmark
    public Task taskOfCore() {
        return core.tasks()
                .await(user, core.tasks().submit(user, "refund", Map.of()).id());
    }

    @Benchmark
    public boolean taskOfDbScheduler() throws InterruptedException {
        String id = Long.toString(ids.incrementAndGet());
        CountDownLatch latch = new CountDownLatch(1);
        ended.put(id, latch);
        scheduler.schedule(refund.instance(id), Instant.now());
        latch.await();
        return ended.remove(id) != null;
    }

    @Benchmark
    public String taskOfExecutor() throws Exception {
        return executor.submit(() -> "refunded").get();
    }

    @Benchmark
    public String questionOfCore() {
        long asked = ids.getAndIncrement();
        if (asked % QUESTIONS == 0) {
            user = core.user("bench", Long.toString(asked));
        }
        return core.agents()
                .ask(user, "Where is my order 77?", words -> {})
                .message()
                .content();
    }

    @Benchmark
    public String questionOfLangChain4j() {
        return desk.ask("Where is my order 77?");
    }
}
