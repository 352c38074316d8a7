package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.NamedModel;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.ListedChat;
import dev.guildhall.ports.webchat.OpenChat;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.AtOnce;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WebChatServiceTest {
    private static final String WAIT = "wait";

    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final Installation installation =
            new Installation(parts -> parts.chatModel(new ScriptedChatModel(this::answered)));
    private final WebChats chats = installation.core().webChats();
    private final Caller.User ada = installation.someone();
    private final Caller.User bob = installation.someone();
    private final List<Core> started = new ArrayList<>();

    @AfterEach
    void close_cores() {
        released.countDown();
        started.forEach(Core::close);
    }

    /** The model answers a question with the word "wait" when the test permits it. */
    private Completion answered(CompletionRequest request) {
        String question = request.messages().getLast().content();
        if (question.contains(WAIT)) {
            awaitRelease();
        }
        return ScriptedChatModel.says(request, "You said: " + question);
    }

    private void awaitRelease() {
        try {
            waiting.countDown();
            released.await();
        } catch (InterruptedException stopped) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Another node: a separate core with the same stores. */
    private Core anotherNode(ChatModel model) {
        return new Installation(
                        installation.stores(),
                        parts -> parts.clock(installation.time())
                                .ticker(installation.time())
                                .chatModel(model))
                .core();
    }

    private Core anotherNode() {
        return anotherNode(new ScriptedChatModel(this::answered));
    }

    private void runInBackground(Core core) {
        core.start();
        started.add(core);
    }

    private static ChatQuestion question(Caller.User user, String text) {
        return new ChatQuestion(AgentRequest.ofQuestion(user.userId(), text), List.of());
    }

    private static ChatQuestion question(Caller.User user, ChatId chat, String text) {
        return new ChatQuestion(AgentRequest.ofQuestion(user.userId(), text).in(chat), List.of());
    }

    private static List<Numbered<ReplyEvent>> follow(WebChats chats, Caller.User user, ChatId chat, int after) {
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        chats.follow(user, chat, after, events::add);
        return events;
    }

    private static String words(List<Numbered<ReplyEvent>> events) {
        return events.stream()
                .map(Numbered::event)
                .filter(ReplyEvent.Token.class::isInstance)
                .map(event -> ((ReplyEvent.Token) event).text())
                .collect(Collectors.joining());
    }

    private static ReplyEvent last(List<Numbered<ReplyEvent>> events) {
        return events.getLast().event();
    }

    private WebChat asked(String text) {
        return chats.send(ada, question(ada, text)).chat();
    }

    private ChatId asked(Core node, String text) {
        return node.webChats().send(ada, question(ada, text)).chat().id();
    }

    /** A chat with a complete answer. */
    private ChatId answeredChat(String text) {
        ChatId chat = asked(text).id();
        follow(chats, ada, chat, 0);
        return chat;
    }

    /** Waits until a follower at another node has received the last event. */
    private void awaitEnd(Thread follower) throws InterruptedException {
        while (!follower.join(Duration.ofMillis(5))) {
            installation.time().advance(Duration.ofMillis(200));
        }
    }

    private void awaitEvent(ChatId chat) {
        while (installation.stores().replies().newest(chat) == 0) {
            Thread.yield();
        }
    }

    /** Waits until the first words of an answer are stored as events and as a message. */
    private void awaitDraft(ChatId chat) throws InterruptedException {
        installation.time().awaitWaiting(2);
        installation.time().advance(AgentLimits.Storage.DEFAULT.wordsAfter());
        installation.time().awaitWaiting(1);
        installation.time().advance(AgentLimits.Storage.DEFAULT.draftAfter());
        while (installation.stores().conversations().latest(chat, 10).size() < 2) {
            Thread.yield();
        }
    }

    private static List<String> contents(List<ChatEntry> messages) {
        return messages.stream().map(ChatEntry::content).toList();
    }

    @Test
    void an_answer_has_numbered_events_and_is_stored_with_a_title() {
        WebChats.Begun begun = chats.send(ada, question(ada, "What is 12*12?"));
        ChatId chat = begun.chat().id();

        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, begun.after());

        assertThat(begun.after()).isZero();
        assertThat(events).extracting(Numbered::number).startsWith(1, 2, 3);
        assertThat(words(events)).isEqualTo("You said: What is 12*12?");
        assertThat(events.get(events.size() - 2).event()).isInstanceOf(ReplyEvent.Used.class);
        assertThat(last(events))
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(chat, words(events), List.of(), false, List.of(), ReplyDetails.NONE));
        assertThat(chats.open(ada, chat).chat().title()).isEqualTo(new ChatTitle("What is 12*12?"));
        assertThat(contents(chats.open(ada, chat).messages()))
                .containsExactly("What is 12*12?", "You said: What is 12*12?");
        assertThat(chats.open(ada, chat).running()).isEmpty();
    }

    @Test
    void an_answer_continues_without_clients_and_can_be_followed_after_a_number() {
        ChatId chat = asked("wait for me").id();
        Optional<Integer> running = chats.open(ada, chat).running();

        released.countDown();
        List<Numbered<ReplyEvent>> whole = follow(chats, ada, chat, running.orElseThrow());

        assertThat(running).contains(0);
        assertThat(words(whole)).isEqualTo("You said: wait for me");
        assertThat(follow(chats, ada, chat, 2)).isEqualTo(whole.subList(2, whole.size()));
        assertThat(follow(chats, ada, chat, whole.getLast().number())).isEmpty();
    }

    @Test
    void the_list_tells_which_chats_are_being_answered() {
        ChatId ended = answeredChat("first");
        ChatId running = asked("wait for me").id();

        List<ListedChat> listed = chats.list(ada, ada.userId(), Optional.empty(), PageRequest.first())
                .items();

        assertThat(listed)
                .extracting(chat -> chat.chat().id(), ListedChat::running)
                .containsExactlyInAnyOrder(tuple(ended, false), tuple(running, true));
        assertThat(chats.rename(ada, running, new ChatTitle("mine")).running()).isTrue();
    }

    @Test
    void two_clients_see_the_same_events() throws Exception {
        ChatId chat = asked("wait for both").id();
        Callable<List<Numbered<ReplyEvent>>> following = () -> follow(chats, ada, chat, 0);
        Callable<List<Numbered<ReplyEvent>>> releasing = () -> {
            released.countDown();
            return List.of();
        };

        List<List<Numbered<ReplyEvent>>> seen = AtOnce.run(List.of(following, following, releasing));

        assertThat(words(seen.getFirst())).isEqualTo("You said: wait for both");
        assertThat(seen.get(1)).isEqualTo(seen.getFirst());
    }

    @Test
    void a_stopped_answer_keeps_its_question() {
        ChatId chat = asked("wait long").id();

        chats.stop(ada, chat);
        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, 0);

        assertThat(last(events))
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(chat, "", List.of(), true, List.of(), ReplyDetails.NONE));
        assertThat(contents(chats.open(ada, chat).messages())).startsWith("wait long");
        chats.stop(ada, chat);
    }

    @Test
    void a_stopped_answer_lost_its_notices() {
        WebChats speaking = anotherNode(new SpeakingModel(this::awaitRelease)).webChats();
        ChatId chat =
                speaking.send(ada, question(ada, "word ".repeat(40_000))).chat().id();
        List<Numbered<ReplyEvent>> events = new ArrayList<>();

        speaking.follow(ada, chat, 0, event -> {
            events.add(event);
            if (event.event() instanceof ReplyEvent.Token) {
                speaking.stop(ada, chat);
            }
        });

        ChatEntry stopped = chats.open(ada, chat).messages().getLast();
        assertThat(stopped.notices()).hasSize(1);
        assertThat(last(events))
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(chat, "Once ", List.of(), true, stopped.notices(), ReplyDetails.NONE));
    }

    @Test
    void an_answer_that_was_stopped_after_its_first_words_looked_complete() {
        WebChats speaking = anotherNode(new SpeakingModel(this::awaitRelease)).webChats();
        ChatId chat = speaking.send(ada, question(ada, "a story")).chat().id();

        speaking.follow(ada, chat, 0, event -> {
            if (event.event() instanceof ReplyEvent.Token) {
                speaking.stop(ada, chat);
            }
        });

        assertThat(contents(chats.open(ada, chat).messages())).containsExactly("a story", "Once ");
        assertThat(chats.open(ada, chat).messages().getLast().ended()).contains(IncompleteReason.STOPPED);
    }

    @Test
    void an_answer_that_ended_with_the_session_looked_complete() {
        Core node = anotherNode(new SpeakingModel(this::awaitRelease));
        WebChats speaking = node.webChats();
        ChatId chat = speaking.send(ada, question(ada, "a story")).chat().id();

        speaking.follow(ada, chat, 0, event -> {
            if (event.event() instanceof ReplyEvent.Token) {
                node.accounts().signOut(ada);
            }
        });

        assertThat(installation.stores().conversations().latest(chat, 1))
                .extracting(ChatEntry::content, ChatEntry::ended)
                .containsExactly(tuple("Once ", Optional.of(IncompleteReason.INTERRUPTED)));
    }

    @Test
    void an_answer_is_stopped_and_followed_from_another_node() throws Exception {
        WebChats other = anotherNode().webChats();
        ChatId chat = asked("wait long").id();
        runInBackground(installation.core());

        other.stop(ada, chat);
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> other.follow(ada, chat, 0, events::add));
        awaitEnd(follower);

        assertThat(last(events))
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(chat, "", List.of(), true, List.of(), ReplyDetails.NONE));
        assertThat(follow(chats, ada, chat, 0)).isEqualTo(events);
    }

    @Test
    void an_answer_stops_when_its_chat_is_deleted_on_another_node_and_its_followers_are_notified() throws Exception {
        WebChats other = anotherNode().webChats();
        ChatId chat = asked("wait long").id();
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> other.follow(ada, chat, 0, events::add));
        installation.time().awaitWaiting(1);
        waiting.await();

        other.delete(ada, chat);
        runInBackground(installation.core());
        interrupted.await();
        awaitEnd(follower);

        assertThat(last(events)).isEqualTo(ReplyEvent.Failed.CHAT_DELETED);
        assertThat(installation.stores().conversations().find(chat)).isEmpty();
    }

    @Test
    void a_client_that_names_an_event_that_there_is_not_yet_gets_those_that_follow() throws Exception {
        ChatId chat = asked("wait for me").id();
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> chats.follow(ada, chat, 1000, events::add));
        while (follower.getState() != Thread.State.WAITING) {
            Thread.yield();
        }

        released.countDown();
        follower.join();

        assertThat(words(events)).isEqualTo("You said: wait for me");
        assertThat(last(events)).isInstanceOf(ReplyEvent.Done.class);
        assertThat(follow(chats, ada, chat, Integer.MAX_VALUE)).containsExactly(events.getLast());
    }

    @Test
    void a_client_at_another_node_that_names_an_event_that_there_is_not_yet_gets_those_that_follow() throws Exception {
        WebChats other = anotherNode().webChats();
        ChatId chat = asked("wait for me").id();
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> other.follow(ada, chat, Integer.MAX_VALUE, events::add));
        installation.time().awaitWaiting(1);

        released.countDown();
        awaitEnd(follower);

        assertThat(words(events)).isEqualTo("You said: wait for me");
        assertThat(last(events)).isInstanceOf(ReplyEvent.Done.class);
    }

    @Test
    void a_fifth_answer_of_an_account_is_refused_with_the_bound() {
        List.of("a", "b", "c", "d").forEach(name -> asked("wait for " + name));

        Problem refused = Refused.by(() -> asked("wait for e"));

        assertThat(refused).isInstanceOf(CommonProblem.RateLimited.class);
        assertThat(refused.message())
                .isEqualTo("an account has at most 4 answers at a time on a node; try again in 1 s");
    }

    @Test
    void an_answer_whose_node_failed_ends_and_the_chat_accepts_another() throws Exception {
        ChatId chat = asked(anotherNode(), "wait in vain");
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> chats.follow(ada, chat, 0, events::add));

        installation.time().advance(Duration.ofSeconds(16));
        runInBackground(installation.core());
        awaitEnd(follower);

        assertThat(last(events)).isEqualTo(ReplyEvent.Failed.NODE_LOST);
        assertThat(chats.open(ada, chat).running()).isEmpty();
    }

    @Test
    void the_text_of_a_failed_node_is_stored_once_as_a_message() throws Exception {
        ChatId chat = asked(anotherNode(new SpeakingModel(this::awaitRelease)), "a story");
        awaitDraft(chat);
        OpenChat running = chats.open(ada, chat);

        installation.time().advance(Duration.ofSeconds(16));
        OpenChat ended = chats.open(ada, chat);
        chats.send(ada, question(ada, chat, "go on"));
        follow(chats, ada, chat, 1);

        assertThat(running.running()).contains(0);
        assertThat(contents(running.messages())).containsExactly("a story");
        assertThat(running.messageCount()).isEqualTo(1);
        assertThat(ended.running()).isEmpty();
        assertThat(contents(ended.messages())).containsExactly("a story", "Once ");
        assertThat(ended.messages().getLast().ended()).contains(IncompleteReason.INTERRUPTED);
        assertThat(ended.messageCount()).isEqualTo(2);
        assertThat(contents(chats.open(ada, chat).messages()))
                .containsExactly("a story", "Once ", "go on", "You said: go on");
    }

    @Test
    void a_node_that_resumes_after_its_lease_stored_its_answer_again_after_newer_turns() throws Exception {
        Core frozen = anotherNode(new SpeakingModel(this::awaitRelease));
        ChatId chat = asked(frozen, "a story");
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        Thread follower = Thread.ofVirtual().start(() -> frozen.webChats().follow(ada, chat, 0, events::add));
        awaitEvent(chat);
        installation.time().advance(Duration.ofSeconds(16));
        WebChats.Begun newer = chats.send(ada, question(ada, chat, "go on"));
        follow(chats, ada, chat, newer.after());

        released.countDown();
        awaitEnd(follower);

        assertThat(last(events)).isInstanceOf(ReplyEvent.Failed.class);
        assertThat(contents(chats.open(ada, chat).messages()))
                .containsExactly("a story", "Once ", "go on", "You said: go on");
    }

    @Test
    void text_that_clients_received_was_lost_with_the_node_when_the_message_was_older() throws Exception {
        ChatId chat = asked(anotherNode(new SpeakingModel(this::awaitRelease)), "a story");
        awaitDraft(chat);
        store(chat, "upon ", "a ");

        endLost(chat);

        assertThat(chats.open(ada, chat).messages())
                .extracting(ChatEntry::content, ChatEntry::ended)
                .containsExactly(
                        tuple("a story", Optional.empty()),
                        tuple("Once upon a ", Optional.of(IncompleteReason.INTERRUPTED)));
    }

    @Test
    void text_of_the_message_was_missing_in_the_events_of_a_failed_node() throws Exception {
        ChatId chat = asked(anotherNode(new SpeakingModel(this::awaitRelease)), "a story");
        awaitDraft(chat);
        ConversationStore conversations = installation.stores().conversations();
        ChatEntry draft = conversations.latest(chat, 1).getFirst();
        ChatEntry longer =
                new ChatEntry(draft.speaker(), "Once upon a ", draft.toolUses(), draft.timestamp(), draft.ended());
        conversations.storeReply(chat, conversations.takeOver(chat).orElseThrow(), longer, draft.timestamp());

        installation.time().advance(Duration.ofSeconds(16));
        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, 0);

        assertThat(events)
                .containsExactly(
                        new Numbered<>(1, new ReplyEvent.Token("Once ")),
                        new Numbered<>(2, new ReplyEvent.Token("upon a ")),
                        new Numbered<>(3, ReplyEvent.Failed.NODE_LOST));
        assertThat(contents(chats.open(ada, chat).messages())).containsExactly("a story", "Once upon a ");
    }

    @Test
    void text_that_clients_received_was_lost_with_the_node_before_the_first_message() throws Exception {
        ChatId chat = asked(anotherNode(), "wait in vain");
        store(chat, "Once ", "upon ");

        endLost(chat);

        assertThat(chats.open(ada, chat).messages())
                .extracting(ChatEntry::content, ChatEntry::ended)
                .containsExactly(
                        tuple("wait in vain", Optional.empty()),
                        tuple("Once upon ", Optional.of(IncompleteReason.INTERRUPTED)));
    }

    @Test
    void a_lost_answer_had_no_end_until_the_next_sweep() {
        ChatId opened = asked(anotherNode(), "wait in vain");
        ChatId followed = asked(anotherNode(), "wait in vain");
        store(opened, "Once ", "upon ");
        installation.time().advance(Duration.ofSeconds(16));

        OpenChat open = chats.open(ada, opened);
        List<Numbered<ReplyEvent>> events = follow(chats, ada, followed, 0);

        assertThat(open.running()).isEmpty();
        assertThat(contents(open.messages())).containsExactly("wait in vain", "Once upon ");
        assertThat(last(events)).isEqualTo(ReplyEvent.Failed.NODE_LOST);
    }

    @Test
    void a_question_after_a_lost_answer_follows_the_text_that_clients_received() {
        ChatId chat = asked(anotherNode(), "wait in vain");
        store(chat, "Once ", "upon ");
        installation.time().advance(Duration.ofSeconds(16));

        WebChats.Begun begun = chats.send(ada, question(ada, chat, "go on"));
        follow(chats, ada, chat, begun.after());

        assertThat(contents(chats.open(ada, chat).messages()))
                .containsExactly("wait in vain", "Once upon ", "go on", "You said: go on");
        assertThat(begun.after()).isEqualTo(3);
    }

    /** Stores words as the node that answers in a chat does a few times a second. */
    private void store(ChatId chat, String... words) {
        Reply answer = installation.stores().replies().latest(chat).orElseThrow();
        int next = installation.stores().replies().newest(chat) + 1;
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        for (String word : words) {
            events.add(new Numbered<>(next + events.size(), new ReplyEvent.Token(word)));
        }
        installation.stores().replies().append(Map.of(answer.id(), events), answer.leaseUntil());
    }

    private void endLost(ChatId chat) throws InterruptedException {
        installation.time().advance(Duration.ofSeconds(16));
        Thread follower = Thread.ofVirtual().start(() -> follow(chats, ada, chat, 0));
        runInBackground(installation.core());
        awaitEnd(follower);
    }

    @Test
    void of_two_questions_at_once_in_a_chat_one_is_answered() throws Exception {
        ChatId chat = answeredChat("first");
        Callable<Optional<Problem>> asking = () -> {
            try {
                chats.send(ada, question(ada, chat, "wait a little"));
                return Optional.empty();
            } catch (Refusal refusal) {
                return Optional.of(refusal.problem());
            }
        };

        List<Optional<Problem>> problems = AtOnce.run(Collections.nCopies(3, asking));
        released.countDown();
        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, 0);

        assertThat(problems.stream().flatMap(Optional::stream))
                .hasSize(2)
                .allMatch(CommonProblem.Conflict.class::isInstance);
        assertThat(last(events)).isInstanceOf(ReplyEvent.Done.class);
        assertThat(chats.open(ada, chat).messageCount()).isEqualTo(4);
    }

    @Test
    void a_second_answer_is_numbered_on_and_followed_alone() {
        ChatId chat = answeredChat("first");

        WebChats.Begun second = chats.send(ada, question(ada, chat, "second"));
        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, second.after());

        assertThat(second.after()).isPositive();
        assertThat(events.getFirst().number()).isEqualTo(second.after() + 1);
        assertThat(words(events)).isEqualTo("You said: second");
        assertThat(follow(anotherNode().webChats(), ada, chat, 0)).isEqualTo(events);
    }

    @Test
    void a_first_question_is_asked_again_after_the_kept_messages_and_gives_the_chat_another_title() {
        ChatId chat = answeredChat("first");

        askFirstAgain(chat, "better");

        assertThat(contents(chats.open(ada, chat).messages())).containsExactly("better", "You said: better");
        assertThat(chats.trace(ada, chat)).hasSize(1);
        assertThat(chats.open(ada, chat).chat().title()).isEqualTo(new ChatTitle("better"));
    }

    @Test
    void a_chat_of_another_user_is_not_found() {
        ChatId chat = answeredChat("mine");

        assertThat(List.of(
                        Refused.by(() -> chats.open(bob, chat)),
                        Refused.by(() -> chats.stop(bob, chat)),
                        Refused.by(() -> chats.delete(bob, chat)),
                        Refused.by(() -> chats.trace(bob, chat)),
                        Refused.by(() -> chats.rename(bob, chat, new ChatTitle("x"))),
                        Refused.by(() -> follow(chats, bob, chat, 0)),
                        Refused.by(() -> chats.send(bob, question(bob, chat, "hello")))))
                .allMatch(CommonProblem.NotFound.class::isInstance);
        assertThat(Refused.by(() -> chats.list(bob, ada.userId(), Optional.empty(), PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void a_search_for_what_no_text_can_have_is_refused() {
        assertThat(List.of("\0", "\ud83d"))
                .allSatisfy(text -> assertThat(
                                Refused.by(() -> chats.list(ada, ada.userId(), Optional.of(text), PageRequest.first())))
                        .extracting(Problem::message)
                        .isEqualTo("q: must be well-formed Unicode without NUL"));
    }

    @Test
    void the_last_message_names_the_files_and_those_of_others_are_not_found() {
        StoredFile file = kept(ada);
        ChatQuestion withFile = new ChatQuestion(AgentRequest.ofQuestion(ada.userId(), "read it"), List.of(file.id()));
        ChatQuestion withOthers =
                new ChatQuestion(AgentRequest.ofQuestion(bob.userId(), "read it"), List.of(file.id()));

        ChatId chat = chats.send(ada, withFile).chat().id();
        follow(chats, ada, chat, 0);

        assertThat(contents(chats.open(ada, chat).messages()).getFirst())
                .contains("read it")
                .contains("notes.txt")
                .contains(file.id().value());
        assertThat(Refused.by(() -> chats.send(bob, withOthers))).isInstanceOf(CommonProblem.NotFound.class);
    }

    private StoredFile kept(Caller.User user) {
        return installation
                .core()
                .files()
                .keep(
                        user,
                        List.of(installation
                                .core()
                                .files()
                                .receive(user, new FileName("notes.txt"), new ByteArrayInputStream(new byte[] {'a'}))))
                .getFirst();
    }

    @Test
    void a_deleted_chat_is_not_found_and_its_answer_ends() {
        ChatId chat = asked("wait for nothing").id();
        chats.delete(ada, chat);

        assertThat(Refused.by(() -> chats.open(ada, chat))).isInstanceOf(CommonProblem.NotFound.class);
        assertThat(installation.stores().replies().latest(chat)).isEmpty();
        assertThat(chats.list(ada, ada.userId(), Optional.empty(), PageRequest.first())
                        .items())
                .isEmpty();
    }

    @Test
    void a_chat_whose_conversation_is_deleted_at_the_agent_service_is_removed_from_the_list() {
        ChatId chat = answeredChat("first");

        installation.agents().delete(ada, ada.userId(), chat);

        assertThat(chats.list(ada, ada.userId(), Optional.empty(), PageRequest.first())
                        .items())
                .isEmpty();
        assertThat(chats.dashboard(ada).chats().chats()).isZero();
    }

    @Test
    void a_chat_whose_conversation_a_remote_agent_service_does_not_have_is_removed_from_the_list() {
        List<Consumer<ChatId>> uses = List.of(
                chat -> chats.open(ada, chat),
                chat -> chats.trace(ada, chat),
                chat -> chats.send(ada, question(ada, chat, "go on")));

        for (Consumer<ChatId> use : uses) {
            ChatId chat = goneElsewhere();
            assertThat(Refused.by(() -> use.accept(chat))).isEqualTo(new CommonProblem.NotFound("chat"));
            assertThat(installation.stores().webChats().find(chat)).isEmpty();
        }
        ChatId deleted = goneElsewhere();
        chats.delete(ada, deleted);
        assertThat(installation.stores().webChats().find(deleted)).isEmpty();
    }

    private ChatId goneElsewhere() {
        ChatId chat = answeredChat("first");
        installation.stores().conversations().remove(chat);
        return chat;
    }

    @Test
    void an_answer_ends_with_the_session_of_its_user() {
        ChatId chat = asked("wait long").id();
        installation.accounts().signOut(ada);

        List<Numbered<ReplyEvent>> events = follow(chats, ada, chat, 0);

        assertThat(last(events)).isInstanceOf(ReplyEvent.Failed.class);
    }

    @Test
    void a_model_names_a_chat_after_its_first_answer() throws Exception {
        CountDownLatch named = new CountDownLatch(1);
        ChatModel model = new NamedModel(request -> {
            boolean isName = request.messages().getFirst().content().startsWith("Name a conversation");
            if (isName) {
                named.countDown();
            }
            return ScriptedChatModel.says(request, isName ? "\"Sums of twelve\"" : "144");
        });
        WebChats others = anotherNode(model).webChats();

        ChatId chat = others.send(ada, question(ada, "What is 12*12?")).chat().id();
        follow(others, ada, chat, 0);
        named.await();
        while (others.open(ada, chat).chat().title().value().startsWith("What")) {
            Thread.yield();
        }

        assertThat(others.open(ada, chat).chat().title().value()).contains("Sums of twelve");
    }

    @Test
    void a_name_that_the_user_gives_during_the_first_answer_stays() {
        ChatModel model = new NamedModel(request -> {
            awaitRelease();
            return ScriptedChatModel.says(request, "Sums of twelve");
        });
        WebChats others = anotherNode(model).webChats();
        ChatId chat = others.send(ada, question(ada, "What is 12*12?")).chat().id();
        others.rename(ada, chat, new ChatTitle("Ada's sums"));

        released.countDown();
        follow(others, ada, chat, 0);
        ChatId next = others.send(ada, question(ada, chat, "And 13*13?")).chat().id();
        follow(others, ada, next, 0);

        assertThat(others.open(ada, chat).chat().title()).isEqualTo(new ChatTitle("Ada's sums"));
    }

    private void askFirstAgain(ChatId chat, String text) {
        AgentRequest again =
                AgentRequest.ofQuestion(ada.userId(), text).in(chat).keeping(Optional.of(0));
        WebChats.Begun begun = chats.send(ada, new ChatQuestion(again, List.of()));
        follow(chats, ada, chat, begun.after());
    }

    @Test
    void a_name_that_the_user_gave_outlives_another_first_question() {
        ChatId chat = answeredChat("What is 12*12?");
        chats.rename(ada, chat, new ChatTitle("Sums"));

        askFirstAgain(chat, "What is 13*13?");

        assertThat(chats.open(ada, chat).chat().title()).isEqualTo(new ChatTitle("Sums"));
    }

    @Test
    void a_dashboard_counts_what_the_user_has() {
        answeredChat("first");
        answeredChat("second");

        assertThat(chats.dashboard(ada).chats().chats()).isEqualTo(2);
        assertThat(chats.dashboard(ada).chats().messages()).isEqualTo(4);
        assertThat(chats.dashboard(ada).recent()).hasSize(2);
        assertThat(chats.dashboard(ada).totalIsExact()).isTrue();
        assertThat(chats.dashboard(bob).chats().chats()).isZero();
    }

    @Test
    void a_dashboard_counts_the_runs_that_the_user_started_alone() {
        installation.stores().runs().add(Sample.run().startedBy(ada.userId()).build());

        assertThat(chats.dashboard(ada).runs()).isEqualTo(Map.of(RunStatus.QUEUED, 1L));
        assertThat(chats.dashboard(bob).runs()).isEmpty();
    }

    @Test
    void a_dashboard_says_when_it_does_not_count_all() {
        for (int i = 0; i <= Total.MOST; i++) {
            ChatId id = new ChatId("chat_" + i);
            WebChat chat = new WebChat(
                    id,
                    ada.userId(),
                    new ChatTitle("many"),
                    AgentMode.WITH_TASKS,
                    Optional.empty(),
                    Instant.EPOCH,
                    Instant.EPOCH);
            installation.stores().webChats().add(chat);
        }

        assertThat(chats.dashboard(ada).chats().chats()).isEqualTo(Total.MOST);
        assertThat(chats.dashboard(ada).totalIsExact()).isFalse();
    }
}
