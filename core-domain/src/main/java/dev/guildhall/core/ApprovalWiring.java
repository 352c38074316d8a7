package dev.guildhall.core;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.agent.AgentService;
import dev.guildhall.core.agent.ApprovalWaits;
import dev.guildhall.core.agent.ToolSchemas;
import dev.guildhall.core.approval.ApprovalService;
import dev.guildhall.core.approval.ResumedCallers;
import dev.guildhall.core.approval.SuspendedAnswers;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.approval.SuspendedAnswer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Wires approvals, and what continues answers after them. Used once. */
final class ApprovalWiring {
    private final Parts parts;
    private final InstantSource clock;
    private final AgentLimits.Approvals limits;
    private final Threads threads;
    private final ApprovalWaits waits;
    private final ResumedCallers callers;
    private final Approvals approvals;

    /** Set after the wiring of what continues answers. */
    private Optional<SuspendedAnswers> suspended = Optional.empty();

    ApprovalWiring(Parts parts, Permissions permissions, Threads threads, ApprovalWaits waits, ToolSchemas schemas) {
        this.parts = parts;
        this.clock = parts.clock();
        this.limits = parts.limits.agent().approvals();
        this.threads = threads;
        this.waits = waits;
        this.callers = new ResumedCallers(
                clock, new AccountRoles(clock, parts.stores().accounts(), permissions), parts.stores());
        this.approvals = new ApprovalService(
                clock,
                parts.stores(),
                parts.schemaValidator,
                schemas,
                () -> suspended.ifPresent(SuspendedAnswers::look));
    }

    Approvals approvals() {
        return approvals;
    }

    /** What continues answers beside the queue: the agent service and the chat front-end. */
    void continuedBy(AgentService agents, Consumer<SuspendedAnswer.InChat> replies) {
        List<String> services = parts.nodeOrDefault().services();
        boolean hasAgents = services.isEmpty() || services.contains("agent");
        suspended = Optional.of(new SuspendedAnswers(
                clock,
                parts.ticker(),
                threads,
                parts.stores().approvals(),
                waits,
                limits,
                new SuspendedAnswers.Continuations() {
                    @Override
                    public void answer(SuspendedAnswer.InChat ready) {
                        Caller.User caller = callers.of(ready);
                        agents.proceed(caller, ready);
                    }

                    @Override
                    public void lose(SuspendedAnswer.InChat ready, String why) {
                        agents.lose(ready, why);
                    }

                    @Override
                    public void reply(SuspendedAnswer.InChat ready) {
                        replies.accept(ready);
                    }

                    @Override
                    public void task(SuspendedAnswer.InTask ready) {
                        wake(ready);
                    }

                    @Override
                    public boolean hasAgents() {
                        return hasAgents;
                    }
                }));
    }

    /** The answer of a task that has ended goes on no more. */
    private void wake(SuspendedAnswer.InTask ready) {
        boolean hasEnded = parts.stores()
                .tasks()
                .find(ready.taskId())
                .filter(task -> !task.status().isFinal())
                .isEmpty();
        if (hasEnded) {
            parts.stores().approvals().withdraw(ready.work());
        } else {
            parts.stores().tasks().wake(ready.taskId());
        }
    }

    List<Runnable> background() {
        return List.of(
                suspended.orElseThrow(() -> new IllegalStateException("the core is not wired yet")),
                new Housekeeping(
                        parts.ticker(),
                        new Housekeeping.Job(
                                "the sweep of old approvals",
                                () -> BatchedSweep.sweep(most -> parts.stores()
                                        .approvals()
                                        .sweep(clock.instant().minus(limits.kept()), most)))));
    }
}
