package dev.guildhall.core.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Updates the list of chats while the agent answers a question. For the answering thread. */
final class ReplyRecord {
    private final InstantSource clock;
    private final WebChatStore chats;
    private final ChatTitles titles;
    private final Caller.User user;
    private final AgentRequest request;
    private final String asked;
    private final boolean isTitled;

    /** A titled request sets the title of its chat. */
    ReplyRecord(
            InstantSource clock,
            WebChatStore chats,
            ChatTitles titles,
            Caller.User user,
            AgentRequest request,
            boolean isTitled) {
        this.clock = clock;
        this.chats = chats;
        this.titles = titles;
        this.user = user;
        this.request = request;
        this.asked = WebChatService.withoutFiles(request.question());
        this.isTitled = isTitled;
    }

    /** The agent has accepted the question; the chat is new when the request named none. */
    void started(ChatId chatId) {
        Instant now = clock.instant();
        if (request.chatId().isEmpty()) {
            chats.add(new WebChat(chatId, request.userId(), firstWords(), request.mode(), model(), now, now));
        } else {
            chats.touch(chatId, request.mode(), model(), now);
            if (isTitled) {
                chats.rename(chatId, firstWords());
            }
        }
    }

    /** The reply is complete and stored. */
    void answered(ChatId chatId, AgentReply reply) {
        chats.touch(chatId, request.mode(), model(), clock.instant());
        if (isTitled) {
            titles.of(user, asked, reply.message().content())
                    .filter(ignored -> isUnnamed(chatId))
                    .ifPresent(title -> chats.rename(chatId, title));
        }
    }

    private Optional<String> model() {
        return request.options().sampling().model();
    }

    private ChatTitle firstWords() {
        return ChatTitles.firstWords(asked);
    }

    /** The user may have renamed the chat while the agent answered. */
    private boolean isUnnamed(ChatId chatId) {
        return chats.find(chatId)
                .filter(chat -> chat.title().equals(firstWords()))
                .isPresent();
    }
}
