package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.FileLimits;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.testkit.Sample;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is stored with the keys of groups counts for the limits of the user who made the keys. */
class GroupKeyShareTest {
    private final Installation installation =
            new Installation(parts -> parts.limits(limits()).fileBlobs(new InMemoryBlobStore(parts.clock())));
    private final Caller.User maker = installation.someone();
    private final Caller.User first = keyOfGroup();
    private final Caller.User second = keyOfGroup();

    private static Limits limits() {
        MemoryLimits memory = MemoryLimits.DEFAULT;
        ToolLimits tool = ToolLimits.DEFAULT;
        return Limits.DEFAULT
                .withFile(new FileLimits(10, 25, Duration.ofHours(1)))
                .withMemory(new MemoryLimits(
                        2,
                        memory.changesAtOnce(),
                        memory.embeddingsEvery(),
                        memory.embeddingsInRound(),
                        memory.textsInRound(),
                        memory.packsInRound(),
                        memory.index(),
                        memory.summary(),
                        memory.shown()))
                .withTool(new ToolLimits(
                        2,
                        tool.toolBytesOfUser(),
                        tool.deprecatedLife(),
                        tool.executionTimeout(),
                        tool.resultCharacters(),
                        tool.executionsAtOnce(),
                        tool.executionsKept(),
                        tool.importsEvery(),
                        tool.embeddingsEvery(),
                        tool.learned(),
                        tool.learnedBytes(),
                        tool.recentBytes(),
                        tool.registeredBytes()));
    }

    /** The bearer of a key of another group's account, which the maker has made. */
    private Caller.User keyOfGroup() {
        Caller.User account = installation.someone();
        Caller.Key key = new Caller.Key(
                new ApiKeyId(Sample.id("key")),
                maker.userId(),
                Optional.empty(),
                Optional.empty(),
                Caller.Key.Limits.NONE);
        return new Caller.User(
                account.userId(),
                account.profileId(),
                account.sessionId(),
                account.roles(),
                Optional.empty(),
                Optional.of(key));
    }

    private Memory remembered(Caller.User user, String words) {
        return installation
                .core()
                .memories()
                .remember(
                        user,
                        new NewMemory(user.userId(), MemoryType.LONG_TERM, words, 0.5, List.of(), Optional.empty()));
    }

    @Test
    void memories_of_all_groups_count_for_the_maker_until_they_are_deleted() {
        Memory tea = remembered(first, "drinks tea");
        remembered(second, "drinks coffee");

        assertThat(Refused.by(() -> remembered(second, "drinks milk"))).isEqualTo(new AgentProblem.MemoryFull(2));
        assertThat(Refused.by(() -> remembered(maker, "drinks milk"))).isEqualTo(new AgentProblem.MemoryFull(2));
        installation.core().memories().forget(first, tea.id());
        assertThat(remembered(maker, "drinks milk").userId()).isEqualTo(maker.userId());
    }

    @Test
    void the_memories_of_the_turns_of_a_chat_count_for_the_maker() {
        ask(first, new ContentPart.Text("hello"));
        ask(second, new ContentPart.Text("hello"));

        assertThat(ask(second, new ContentPart.Text("hello again")).memoryUpdated())
                .isFalse();
        assertThat(installation.stores().memories().count(maker.userId())).isEqualTo(2);
    }

    private AgentReply ask(Caller.User user, ContentPart part) {
        AgentRequest question = new AgentRequest(
                user.userId(),
                AgentMode.WITH_TASKS,
                Optional.empty(),
                List.of(new NewMessage(Speaker.USER, List.of(part))),
                AgentOptions.DEFAULT);
        return installation.agents().chat(user, question, event -> {});
    }

    private StoredFile stored(Caller.User user, String text) {
        ReceivedFile received = installation
                .core()
                .files()
                .receive(user, new FileName("a.txt"), new ByteArrayInputStream(text.getBytes()));
        return installation.core().files().keep(user, List.of(received)).getFirst();
    }

    @Test
    void files_and_pictures_of_all_groups_count_for_the_maker_until_they_are_deleted() {
        ContentPart picture = new ContentPart.Media(
                ContentPart.Kind.PICTURE, MediaSource.parse("data:image/png;base64,iVBORw0KGgoA"), Optional.empty());
        StoredFile file = stored(first, "x".repeat(10));
        ask(second, picture);

        assertThat(Refused.by(() -> ask(first, picture))).isEqualTo(new FileProblem.QuotaExceeded(25));
        assertThat(Refused.by(() -> stored(maker, "y".repeat(7)))).isEqualTo(new FileProblem.QuotaExceeded(25));
        installation.core().files().delete(first, file.id());
        assertThat(stored(second, "z".repeat(10)).userId()).isEqualTo(second.userId());
        assertThat(installation.stores().files().bytesOf(maker.userId())).isEqualTo(10);
    }

    @Test
    void tools_of_all_groups_count_for_the_maker() {
        registered(first);
        registered(second);

        assertThat(Refused.by(() -> registered(maker))).isEqualTo(new ToolProblem.TooManyTools(2));
    }

    private void registered(Caller.User user) {
        installation.core().tools().register(user, new NewTool(Sample.tool().definition(), Optional.empty()));
    }
}
