package dev.guildhall.core.webchat;

import dev.guildhall.core.builtin.FileTools;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.Dashboard;
import dev.guildhall.ports.webchat.ListedChat;
import dev.guildhall.ports.webchat.OpenChat;
import dev.guildhall.ports.webchat.OpenWork;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.ports.workflow.WorkflowId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class WebChatService implements WebChats {
    private static final String ATTACHED = "Attached file: ";

    /** The types of pictures that models usually see. */
    private static final Set<String> PICTURES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private static final int MOST_PICTURE_BYTES = 8 * 1024 * 1024;
    private static final int RECENT = 10;

    private final InstantSource clock;
    private final Permissions permissions;
    private final Stores stores;
    private final WebChatStore chats;
    private final ReplyStore replies;
    private final AgentClient agents;
    private final RunningReplies running;
    private final Files files;
    private final UsageReports usage;

    public WebChatService(
            InstantSource clock,
            Permissions permissions,
            Stores stores,
            AgentClient agents,
            RunningReplies running,
            Files files,
            UsageReports usage) {
        this.clock = clock;
        this.permissions = permissions;
        this.stores = stores;
        this.chats = stores.webChats();
        this.replies = stores.replies();
        this.agents = agents;
        this.running = running;
        this.files = files;
        this.usage = usage;
    }

    @Override
    public Begun send(Caller caller, ChatQuestion question) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, question.request().userId());
        question.request().chatId().ifPresent(known -> requireOwner(chat(user, known), question.request()));
        AgentRequest request = withFiles(user, question);
        Reply answer = listedWhileThere(request.chatId(), () -> {
            boolean isTitled = isTitled(user, question.request());
            return running.begin(user, request, isTitled);
        });
        return new Begun(chats.find(answer.chatId()).orElseThrow(WebChatService::noSuchChat), answer.firstNumber() - 1);
    }

    private static void requireOwner(WebChat chat, AgentRequest request) {
        if (!chat.userId().equals(request.userId())) {
            throw noSuchChat();
        }
    }

    /**
     * Whether the request sets the title of a chat: the chat is new, or its first question is edited and the title is
     * the beginning of the former one. Any other title may come from the user.
     */
    private boolean isTitled(Caller.User user, AgentRequest request) {
        if (request.chatId().isEmpty()) {
            return true;
        }
        if (request.keep().filter(kept -> kept == 0).isEmpty()) {
            return false;
        }
        WebChat chat = chat(user, request.chatId().get());
        Conversation conversation = agents.conversation(user, chat.userId(), chat.id());
        return chat.title().equals(ChatTitles.firstWords(firstQuestion(conversation)));
    }

    private static String firstQuestion(Conversation conversation) {
        String first = conversation.messages().stream()
                .filter(entry -> entry.speaker() == Speaker.USER)
                .map(ChatEntry::content)
                .findFirst()
                .orElse("");
        return withoutFiles(first);
    }

    /** A question without the lines that name its files. */
    static String withoutFiles(String question) {
        int files = question.indexOf("\n\n" + ATTACHED);
        return files < 0 ? question : question.substring(0, files);
    }

    /** The last message names the files, so that the agent can read them and the history shows them. */
    private AgentRequest withFiles(Caller.User user, ChatQuestion question) {
        if (question.files().isEmpty()) {
            return question.request();
        }
        List<StoredFile> attachedFiles =
                question.files().stream().map(id -> files.find(user, id)).toList();
        String attached = attachedFiles.stream().map(WebChatService::line).collect(Collectors.joining("\n"));
        List<NewMessage> messages = new ArrayList<>(question.request().messages());
        NewMessage last = messages.removeLast();
        List<ContentPart> parts = new ArrayList<>(last.parts());
        parts.add(new ContentPart.Text("\n\n" + attached));
        attachedFiles.stream()
                .filter(WebChatService::isPicture)
                .map(file -> picture(user, file))
                .forEach(parts::add);
        messages.add(new NewMessage(last.speaker(), parts));
        return question.request().with(messages);
    }

    private static boolean isPicture(StoredFile file) {
        return PICTURES.contains(file.contentType()) && file.size() <= MOST_PICTURE_BYTES;
    }

    /** The model sees an attached picture itself. */
    private ContentPart picture(Caller.User user, StoredFile file) {
        try (InputStream content = files.open(user, file.id()).stream()) {
            String base64 = Base64.getEncoder().encodeToString(content.readNBytes(MOST_PICTURE_BYTES));
            return new ContentPart.Media(
                    ContentPart.Kind.PICTURE, new MediaSource.Inline(file.contentType(), base64), Optional.empty());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The line shows the call as a model has to make it. */
    private static String line(StoredFile file) {
        return (ATTACHED + "%s (%s, %d bytes), to be read with %s {\"fileId\":\"%s\"}")
                .formatted(
                        file.name().value(),
                        file.contentType(),
                        file.size(),
                        FileTools.READ,
                        file.id().value());
    }

    @Override
    public void follow(Caller caller, ChatId chatId, int after, Consumer<Numbered<ReplyEvent>> sink) {
        chat(caller.requireUser(), chatId);
        running.follow(chatId, after, sink);
    }

    @Override
    public void stop(Caller caller, ChatId chatId) {
        chat(caller.requireUser(), chatId);
        running.stop(chatId);
    }

    @Override
    public void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer) {
        agents.answer(caller, chat(caller.requireUser(), chatId).id(), questionId, answer);
    }

    @Override
    public Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision) {
        return agents.decide(caller, chat(caller.requireUser(), chatId).id(), callId, decision);
    }

    @Override
    public OpenChat open(Caller caller, ChatId chatId) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        Optional<Reply> answer = running.latest(chatId).filter(latest -> latest.isOpen(clock.instant()));
        Conversation conversation =
                listedWhileThere(Optional.of(chatId), () -> agents.conversation(user, chat.userId(), chatId));
        int drafts = answer.filter(running -> hasBegun(running, conversation)).isPresent() ? 1 : 0;
        List<ChatEntry> messages = conversation.messages();
        return new OpenChat(
                chat,
                messages.subList(0, messages.size() - drafts),
                conversation.chat().messageCount() - drafts,
                answer.map(running -> running.firstNumber() - 1),
                conversation.chat().assistant());
    }

    @Override
    public WebChat find(Caller caller, ChatId chatId) {
        return chat(caller.requireUser(), chatId);
    }

    @Override
    public String version(Caller caller, ChatId chatId) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        Optional<Reply> answer = running.latest(chatId).filter(latest -> latest.isOpen(clock.instant()));
        Chat conversation = listedWhileThere(Optional.of(chatId), () -> agents.find(user, chat.userId(), chatId));
        return String.join(
                " ",
                chat.title().value(),
                chat.mode().wireName(),
                chat.model().orElse("-"),
                chat.updatedAt().toString(),
                conversation.lastActivity().toString(),
                Integer.toString(conversation.messageCount()),
                answer.map(Reply::firstNumber).map(String::valueOf).orElse("-"));
    }

    @Override
    public MediaSource.Inline media(Caller caller, ChatId chatId, int position, Instant sentAt, int part) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        ChatEntry message =
                listedWhileThere(Optional.of(chatId), () -> agents.message(user, chat.userId(), chatId, position));
        boolean isThere = message.timestamp().truncatedTo(ChronoUnit.MILLIS).equals(sentAt)
                && part < message.parts().size();
        if (isThere
                && message.parts().get(part) instanceof ContentPart.Media media
                && media.source() instanceof MediaSource.Inline inline) {
            return inline;
        }
        throw new Refusal(new CommonProblem.NotFound("part"));
    }

    @Override
    public MediaSource.Inline media(Caller caller, ChatId chatId, MediaId mediaId) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        return listedWhileThere(Optional.of(chatId), () -> agents.media(user, chat.userId(), chatId, mediaId));
    }

    private static boolean hasBegun(Reply running, Conversation conversation) {
        return !conversation.messages().isEmpty()
                && conversation.messages().getLast().speaker() == Speaker.ASSISTANT
                && !conversation.messages().getLast().timestamp().isBefore(running.startedAt());
    }

    @Override
    public List<AgentTrace> trace(Caller caller, ChatId chatId) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        return listedWhileThere(Optional.of(chatId), () -> agents.trace(user, chat.userId(), chatId));
    }

    @Override
    public Page<ListedChat> list(Caller caller, UserId userId, Optional<String> query, PageRequest page) {
        permissions.requireSelf(caller.requireUser(), userId);
        if (query.filter(text -> !Text.isWellFormed(text)).isPresent()) {
            throw Refusal.invalid("q", "must be well-formed Unicode without NUL");
        }
        Page<WebChat> found = chats.ofUser(userId, query, page);
        Set<ChatId> answered =
                replies.running(found.items().stream().map(WebChat::id).toList(), clock.instant());
        return found.map(chat -> new ListedChat(chat, answered.contains(chat.id())));
    }

    @Override
    public ListedChat rename(Caller caller, ChatId chatId, ChatTitle title) {
        chat(caller.requireUser(), chatId);
        chats.rename(chatId, title);
        WebChat renamed = chats.find(chatId).orElseThrow(WebChatService::noSuchChat);
        return new ListedChat(
                renamed, replies.running(List.of(chatId), clock.instant()).contains(chatId));
    }

    @Override
    public void delete(Caller caller, ChatId chatId) {
        Caller.User user = caller.requireUser();
        WebChat chat = chat(user, chatId);
        running.stop(chatId);
        try {
            agents.delete(user, chat.userId(), chatId);
        } catch (Refusal refusal) {
            if (!isNoSuchChat(refusal)) {
                throw refusal;
            }
        }
        chats.remove(chatId);
    }

    private <T> T listedWhileThere(Optional<ChatId> chatId, Supplier<T> call) {
        try {
            return call.get();
        } catch (Refusal refusal) {
            if (isNoSuchChat(refusal)) {
                chatId.ifPresent(chats::remove);
            }
            throw refusal;
        }
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        return agents.models(caller);
    }

    @Override
    public Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page) {
        return agents.tasks(caller, userId, page);
    }

    @Override
    public AgentTask task(Caller caller, WorkflowId id) {
        return agents.task(caller, id);
    }

    @Override
    public AgentTask cancelTask(Caller caller, WorkflowId id) {
        return agents.cancelTask(caller, id);
    }

    @Override
    public Dashboard dashboard(Caller caller) {
        Caller.User user = caller.requireUser();
        UserId id = user.userId();
        WebChatStore.Count counted = chats.count(id, Total.COUNTED);
        Map<TaskStatus, Long> tasks = stores.tasks().counts(id, EnumSet.allOf(TaskStatus.class), Total.COUNTED);
        Map<RunStatus, Long> runs = stores.runs().counts(id, EnumSet.allOf(RunStatus.class), Total.COUNTED);
        boolean isExact = Stream.of(Stream.of(counted.chats()), tasks.values().stream(), runs.values().stream())
                .flatMap(Function.identity())
                .allMatch(count -> Total.of(count).isExact());
        return new Dashboard(
                new WebChatStore.Count(Total.of(counted.chats()).value(), counted.messages()),
                chats.ofUser(id, Optional.empty(), new PageRequest(new Limit(RECENT), Optional.empty()))
                        .items(),
                usage.report(user, UsageReports.DEFAULT_DAYS),
                bounded(tasks),
                bounded(runs),
                stores.runs().outcomes(id, Total.MOST),
                isExact);
    }

    private static <S> Map<S, Long> bounded(Map<S, Long> counts) {
        return counts.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, count ->
                (long) Total.of(count.getValue()).value()));
    }

    @Override
    public OpenWork openWork(Caller caller) {
        UserId user = caller.requireUser().userId();
        return new OpenWork(
                sum(stores.tasks().counts(user, EnumSet.of(TaskStatus.QUEUED, TaskStatus.RUNNING), Total.MOST)),
                sum(stores.runs().counts(user, EnumSet.of(RunStatus.QUEUED, RunStatus.RUNNING), Total.MOST)));
    }

    private static long sum(Map<?, Long> counts) {
        return Math.min(
                Total.MOST, counts.values().stream().mapToLong(Long::longValue).sum());
    }

    /** A chat that was begun at the agent service itself is added to the list when a request names it. */
    private WebChat chat(Caller.User caller, ChatId id) {
        return chats.find(id)
                .or(() -> Optional.of(adopted(caller, id)))
                .filter(chat -> permissions.sees(caller, chat.userId()))
                .orElseThrow(WebChatService::noSuchChat);
    }

    private WebChat adopted(Caller.User caller, ChatId id) {
        Conversation conversation = agents.conversation(caller, caller.userId(), id);
        Chat chat = conversation.chat();
        WebChat adopted = new WebChat(
                id,
                chat.userId(),
                ChatTitles.firstWords(firstQuestion(conversation)),
                chat.mode(),
                Optional.empty(),
                chat.createdAt(),
                chat.lastActivity());
        chats.add(adopted);
        return adopted;
    }

    private static boolean isNoSuchChat(Refusal refusal) {
        return refusal.problem().equals(noSuchChat().problem());
    }

    private static Refusal noSuchChat() {
        return new Refusal(new CommonProblem.NotFound("chat"));
    }
}
