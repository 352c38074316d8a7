package dev.guildhall.core.tool;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.tool.Visibility;
import java.time.InstantSource;

/** Decides which tools a caller sees by their ids; all others do not exist for the caller. */
final class ToolVisibility {
    private final InstantSource clock;
    private final ToolStore store;
    private final ToolLimits limits;

    ToolVisibility(InstantSource clock, ToolStore store, ToolLimits limits) {
        this.clock = clock;
        this.store = store;
        this.limits = limits;
    }

    /** A tool, in any status; admins, and the owner of the private integration that offers it, see quarantined ones. */
    Tool seen(Caller.User caller, ToolId id) {
        return store.find(id).filter(tool -> sees(caller, tool)).orElseThrow(ToolVisibility::notFound);
    }

    /** A tool that may still be executed. */
    Tool executable(Caller.User caller, ToolId id) {
        Tool tool = seen(caller, id);
        boolean inUse = switch (tool.status()) {
            case ACTIVE -> true;
            case QUARANTINED -> false;
            case DEPRECATED ->
                tool.deprecation()
                        .filter(end -> clock.instant().isBefore(end.at().plus(limits.deprecatedLife())))
                        .isPresent();
        };
        if (!inUse) {
            throw notFound();
        }
        return tool;
    }

    private static boolean sees(Caller.User caller, Tool tool) {
        boolean isShared = tool.visibility() == Visibility.SHARED && tool.status() != ToolStatus.QUARANTINED;
        return caller.isAdmin() || tool.isOf(caller.userId()) || isShared;
    }

    static Refusal notFound() {
        return new Refusal(new ToolProblem.ToolNotFound());
    }
}
