package dev.guildhall.core.assistant;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * Finds the assistants that a caller may use, in one read. Whether the account of the owner is enabled does not count
 * (assistants-4).
 */
public final class UsableAssistants {
    private final AssistantStore assistants;

    public UsableAssistants(AssistantStore assistants) {
        this.assistants = assistants;
    }

    /** The newest version; refuses one that the caller does not see as one that does not exist. */
    public Assistant find(Caller.User caller, AssistantId id) {
        Optional<Assistant> found = caller.isAdmin() ? assistants.find(id) : assistants.seen(id, caller.userId());
        return found.orElseThrow(UsableAssistants::none);
    }

    /** The assistant with that identifier, or else the one of that name: of several an own one, then the oldest. */
    public Assistant named(Caller.User caller, String idOrName) {
        UserId user = caller.userId();
        Optional<AssistantId> id =
                Optional.of(idOrName).filter(UsableAssistants::isId).map(AssistantId::new);
        return id.flatMap(known -> caller.isAdmin() ? assistants.find(known) : assistants.seen(known, user))
                .or(() -> assistants.named(idOrName, user))
                .orElseThrow(UsableAssistants::none);
    }

    private static boolean isId(String text) {
        try {
            return !new AssistantId(text).value().isEmpty();
        } catch (Refusal name) {
            return false;
        }
    }

    static Refusal none() {
        return new Refusal(new CommonProblem.NotFound("assistant"));
    }
}
