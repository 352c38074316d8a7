package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.completion.DecodingOptions;
import java.util.Optional;

/**
 * What another node needs to continue a reply that its node gave up: who asked, and how. The question itself is in the
 * conversation.
 *
 * @param caller who asked, without an API key; the roles are those of the time of the question
 * @param mode which agent answers
 * @param options options of the reply, without further settings of the model
 * @param messages how many messages the question has, 1 or more
 */
public record Handover(Caller.User caller, AgentMode mode, AgentOptions options, int messages) {
    /** The handover of a caller's question; empty for an API key and further settings of the model, which are not stored. */
    public static Optional<Handover> of(Caller.User caller, AgentRequest request) {
        boolean isStorable = caller.key().isEmpty()
                && request.options().sampling().decoding().equals(DecodingOptions.DEFAULT);
        return isStorable
                ? Optional.of(new Handover(
                        caller,
                        request.mode(),
                        request.options(),
                        request.messages().size()))
                : Optional.empty();
    }
}
