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

/** Updates the list of chats while the agent answers questions. */
public final class AnswerRecords {
    private final InstantSource clock;
    private final WebChatStore chats;
    private final ChatTitles titles;

    public AnswerRecords(InstantSource clock, WebChatStore chats, ChatTitles titles) {
        this.clock = clock;
        this.chats = chats;
        this.titles = titles;
    }

    /** The record of one answer; a titled request sets the title of its chat. */
    AnswerRun.Listener of(Caller.User user, AgentRequest request, boolean isTitled) {
        return new One(user, request, isTitled);
    }

    private final class One implements AnswerRun.Listener {
        private final Caller.User user;
        private final AgentRequest request;
        private final String asked;
        private final boolean isTitled;

        One(Caller.User user, AgentRequest request, boolean isTitled) {
            this.user = user;
            this.request = request;
            this.asked = WebChatService.withoutFiles(request.asked());
            this.isTitled = isTitled;
        }

        private ChatTitle firstWords() {
            return ChatTitles.firstWords(asked);
        }

        @Override
        public void started(ChatId chatId) {
            Instant now = clock.instant();
            if (request.chatId().isEmpty()) {
                chats.add(new WebChat(chatId, request.userId(), firstWords(), request.mode(), now, now));
            } else {
                chats.touch(chatId, request.mode(), now);
                if (isTitled) {
                    chats.rename(chatId, firstWords());
                }
            }
        }

        @Override
        public void answered(ChatId chatId, AgentReply reply) {
            chats.touch(chatId, request.mode(), clock.instant());
            if (isTitled) {
                titles.of(user, asked, reply.message().content())
                        .filter(ignored -> isUnnamed(chatId))
                        .ifPresent(title -> chats.rename(chatId, title));
            }
        }

        /** The user may have renamed the chat while the agent answered. */
        private boolean isUnnamed(ChatId chatId) {
            return chats.find(chatId)
                    .filter(chat -> chat.title().equals(firstWords()))
                    .isPresent();
        }
    }
}
