package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.knowledge.DocumentStatus;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.knowledge.KnowledgeQuery;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.PassageHit;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.testkit.ScriptedChatModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** knowledge-1 to knowledge-7. */
class KnowledgeServiceTest {
    private static final KnowledgeLimits FEW = new KnowledgeLimits(
            2, 2, 1_000, 500, 1, 3, Duration.ofSeconds(30), Duration.ofSeconds(1), 2, KnowledgeLimits.DEFAULT.index());

    private final Core core = Core.of(parts -> parts.callersRun()
            .embedder(new HashingEmbedder())
            .documentParser(KnowledgeServiceTest::parse)
            .chatModel(new ScriptedChatModel(KnowledgeServiceTest::answer))
            .limits(Limits.DEFAULT.withKnowledge(FEW)));
    private final Knowledge knowledge = core.knowledge();
    private final Caller.User ada = core.user("https://idp.example", "ada");
    private final Caller.User bob = core.user("https://idp.example", "bob");

    /** Each line is a page. */
    private static String parse(DocumentParser.Source source, DocumentParser.Sections sections) {
        try {
            String text = new String(source.content().readAllBytes(), StandardCharsets.UTF_8);
            if (text.contains("broken")) {
                throw Refusal.invalid("document", "the document is broken");
            }
            List<String> pages = text.lines().toList();
            for (int i = 0; i < pages.size(); i++) {
                sections.add(new DocumentParser.Section(Optional.of(i + 1), "", pages.get(i)));
                sections.read(i + 1);
            }
            return "";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Searches for roses, and cites the first passage. */
    private static Completion answer(CompletionRequest request) {
        return request.messages().getLast() instanceof ChatMessage.ToolResult
                ? ScriptedChatModel.says(request, "There are roses [1].")
                : ScriptedChatModel.calls(
                        request,
                        List.of(new ToolCall(
                                "c1", "knowledge.search", new ToolArguments.Parsed(Map.of("query", "roses")))));
    }

    private CollectionId collection() {
        return knowledge
                .create(ada, new NewCollection("Reports", "", Audience.PRIVATE))
                .id();
    }

    private Document added(CollectionId id, String text) {
        ReceivedFile file = knowledge.receive(
                ada, id, new FileName("a.txt"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return knowledge.add(ada, id, file);
    }

    private static void assertProblem(Class<?> problem, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refused -> assertThat(refused.problem()).isInstanceOf(problem));
    }

    @Test
    void a_document_is_found_by_words_and_meaning_with_its_page() {
        CollectionId id = collection();
        Document document =
                added(id, "the turbine has nine valves\nthe garden has roses\nparking is free\nlunch is at noon");
        assertThat(document.status()).isEqualTo(DocumentStatus.INDEXING);

        core.runDue();
        PassageHit hit = knowledge
                .search(ada, List.of(id), new KnowledgeQuery("roses in the garden", 1))
                .getFirst();

        Document indexed = knowledge.document(ada, document.id());
        assertThat(indexed.status()).isEqualTo(DocumentStatus.READY);
        assertThat(indexed.pages()).isEqualTo(4);
        assertThat(indexed.embedded()).isEqualTo(indexed.passages()).isEqualTo(4);
        assertThat(hit.passage().page()).contains(2);
        assertThat(hit.score()).isBetween(0.5, 1.0);
        assertThat(knowledge.page(ada, document.id(), 2)).containsExactly(hit.passage());
    }

    @Test
    void a_broken_document_says_why_and_stops_no_other() {
        CollectionId id = collection();
        Document broken = added(id, "broken");
        Document whole = added(id, "whole");

        core.runDue();

        assertThat(knowledge.document(ada, broken.id()).status()).isEqualTo(DocumentStatus.FAILED);
        assertThat(knowledge.document(ada, broken.id()).error()).contains("the document is broken");
        assertThat(knowledge.document(ada, whole.id()).status()).isEqualTo(DocumentStatus.READY);
    }

    @Test
    void a_document_with_too_much_text_fails() {
        Document large = added(collection(), "word ".repeat(150));

        core.runDue();

        assertThat(knowledge.document(ada, large.id()).error())
                .contains("the document has more than 500 characters of text");
    }

    @Test
    void a_user_has_a_limited_number_of_collections_and_a_collection_of_documents() {
        CollectionId id = collection();
        collection();
        added(id, "one");
        added(id, "two");

        assertProblem(CommonProblem.RateLimited.class, this::collection);
        assertProblem(CommonProblem.RateLimited.class, () -> added(id, "three"));
    }

    @Test
    void another_user_reads_neither_a_private_collection_nor_its_documents() {
        CollectionId id = collection();
        Document document = added(id, "one");

        assertProblem(CommonProblem.NotFound.class, () -> knowledge.find(bob, id));
        assertProblem(CommonProblem.NotFound.class, () -> knowledge.document(bob, document.id()));
        assertProblem(CommonProblem.NotFound.class, () -> knowledge.delete(bob, id));
        assertProblem(
                CommonProblem.NotFound.class, () -> knowledge.search(bob, List.of(id), new KnowledgeQuery("one", 1)));
        assertThat(knowledge
                        .list(bob, new PageRequest(new Limit(10), Optional.empty()))
                        .items())
                .isEmpty();
        assertProblem(
                CommonProblem.Forbidden.class,
                () -> knowledge.create(bob, new NewCollection("All", "", Audience.EVERYONE)));
    }

    @Test
    void a_document_cannot_be_added_to_a_collection_that_was_removed_meanwhile() {
        CollectionId id = collection();
        ReceivedFile file = knowledge.receive(
                ada, id, new FileName("a.txt"), new ByteArrayInputStream("one".getBytes(StandardCharsets.UTF_8)));

        knowledge.delete(ada, id);

        assertProblem(CommonProblem.NotFound.class, () -> knowledge.add(ada, id, file));
    }

    @Test
    void a_removed_document_is_not_found_any_more() {
        CollectionId id = collection();
        Document document = added(id, "the garden has roses");
        core.runDue();
        assertThat(knowledge.search(ada, List.of(id), new KnowledgeQuery("roses", 5)))
                .hasSize(1);

        knowledge.deleteDocument(ada, document.id());

        assertThat(knowledge.search(ada, List.of(id), new KnowledgeQuery("roses", 5)))
                .isEmpty();
        knowledge.delete(ada, id);
        assertProblem(CommonProblem.NotFound.class, () -> knowledge.find(ada, id));
    }

    @Test
    void an_answer_outside_of_a_chat_cites_its_passages() {
        CollectionId id = collection();
        Document document = added(id, "the garden has roses");
        core.runDue();
        gardener(id);
        AssistantQuestion question = new AssistantQuestion(
                "Gardener", List.of(new ChatMessage.User("What grows?")), Sampling.DEFAULT, Optional.empty());

        AssistantAnswer answer = core.agents().ask(ada, question, event -> {});

        assertThat(answer.citations())
                .containsExactly(new Citation(
                        1, document.id(), "a.txt", Optional.of(1), "the garden has roses", Optional.of(0)));
    }

    private Assistant gardener(CollectionId id) {
        return core.assistants()
                .create(
                        ada,
                        new AssistantDefinition(
                                "Gardener",
                                "",
                                "",
                                Optional.empty(),
                                OptionalDouble.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(id),
                                false,
                                List.of(),
                                Audience.PRIVATE));
    }

    @Test
    void the_output_of_a_task_whose_answer_uses_passages_has_its_citations() {
        CollectionId id = collection();
        Document document = added(id, "the garden has roses");
        core.runDue();
        Map<String, Object> input =
                Map.of("prompt", "What grows?", "assistantId", gardener(id).id().value());
        TaskSpec asked =
                new TaskSpec(new TaskType("agent"), input, List.of(), TaskSpec.DEFAULT_PRIORITY, Duration.ofMinutes(1));
        TaskId task = core.tasks().submit(ada, asked, Optional.empty()).task().id();

        core.runDue();

        assertThat(core.tasks().find(ada, task).state())
                .isInstanceOfSatisfying(
                        TaskState.Completed.class,
                        completed -> assertThat(completed.output())
                                .containsEntry(
                                        "citations",
                                        List.of(Map.of(
                                                "n",
                                                1,
                                                "documentId",
                                                document.id().value(),
                                                "name",
                                                "a.txt",
                                                "page",
                                                1,
                                                "quote",
                                                "the garden has roses",
                                                "passage",
                                                0))));
    }
}
