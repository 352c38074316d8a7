package dev.guildhall.ports.webchat;

import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.file.FileId;
import java.util.List;

/**
 * A question of a web user.
 *
 * @param request the question
 * @param files the user's files that the agent may read for it, 0 to {@value #MOST_FILES}; the last message names them
 */
public record ChatQuestion(AgentRequest request, List<FileId> files) {
    /** The most files of a question. */
    public static final int MOST_FILES = 20;

    public ChatQuestion {
        files = List.copyOf(files);
    }
}
