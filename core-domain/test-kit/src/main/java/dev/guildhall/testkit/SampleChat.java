package dev.guildhall.testkit;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;

/** Builds a {@link Chat}, by default without messages. Not thread-safe. */
public final class SampleChat {
    private final UserId userId;
    private AgentMode mode = AgentMode.WITH_TASKS;
    private int messageCount;

    SampleChat(UserId userId) {
        this.userId = userId;
    }

    public SampleChat mode(AgentMode agent) {
        mode = agent;
        return this;
    }

    public SampleChat messageCount(int messages) {
        messageCount = messages;
        return this;
    }

    public Chat build() {
        return new Chat(new ChatId(Sample.id("chat")), userId, mode, Sample.NOW, Sample.NOW, messageCount);
    }
}
