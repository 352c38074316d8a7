package dev.guildhall.core;

import dev.guildhall.core.file.FileService;
import dev.guildhall.core.memory.ServiceModel;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.webchat.ChatTitles;
import dev.guildhall.core.webchat.LocalAgentClient;
import dev.guildhall.core.webchat.RunningReplies;
import dev.guildhall.core.webchat.WebChatService;
import dev.guildhall.core.webchat.WebSessionService;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.ports.webchat.WebSessions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Wires the chat front-end and the file service. Used once. */
final class WebWiring {
    /** How long a chat has been without activity when its words are indexed: its messages rarely change then. */
    private static final Duration INDEXED_AFTER = Duration.ofMinutes(10);

    private final Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final FileService files;
    private final WebSessions sessions;
    private final RunningReplies answers;
    private final WebChats chats;

    WebWiring(Parts parts, IdSource ids, Permissions permissions, Threads threads, Services services) {
        this.parts = parts;
        this.clock = parts.clock();
        this.stores = parts.stores();
        this.files = services.files();
        this.sessions = new WebSessionService(
                clock,
                parts.secrets,
                stores,
                services.accounts(),
                services.oauth(),
                services.profiles(),
                parts.limits.webchat());
        AgentClient agents = parts.agentClient
                .map(made -> made.apply(sessions))
                .orElseGet(() -> new LocalAgentClient(services.agents(), services.agentTasks(), services.approvals()));
        this.answers = new RunningReplies(
                clock,
                parts.ticker(),
                ids,
                services.accounts(),
                agents,
                new ChatTitles(services.model()),
                stores,
                parts.limits.webchat(),
                threads,
                servesChats(parts.nodeOrDefault().services()));
        this.chats = new WebChatService(clock, permissions, stores, agents, answers, files, services.usage());
    }

    /** A node that does not say which services it has serves all. */
    private static boolean servesChats(List<String> services) {
        return services.isEmpty() || services.contains("chat");
    }

    /** The services that it uses; the model gives chats their titles. */
    record Services(
            Accounts accounts,
            OAuthSignIn oauth,
            Profiles profiles,
            Agents agents,
            AgentTasks agentTasks,
            Approvals approvals,
            ServiceModel model,
            FileService files,
            UsageReports usage) {}

    WebSessions sessions() {
        return sessions;
    }

    WebChats chats() {
        return chats;
    }

    int runningAnswers() {
        return answers.count();
    }

    /** Continues a reply that has waited for an approval, if this node serves chats. */
    void proceed(SuspendedAnswer.InChat ready) {
        if (servesChats(parts.nodeOrDefault().services())) {
            answers.proceed(ready);
        }
    }

    void giveUpAnswers() {
        answers.giveUp();
    }

    List<Runnable> background() {
        return List.of(
                answers,
                new Housekeeping(
                        parts.ticker(),
                        new Housekeeping.Job("the sweep of browser sessions", this::sweepSessions),
                        new Housekeeping.Job("the sweep of unused files", files::sweep),
                        new Housekeeping.Job("the index of words in chats", this::indexChats)));
    }

    private void indexChats() {
        Instant idleSince = clock.instant().minus(INDEXED_AFTER);
        BatchedSweep.sweep(most -> stores.webChats().index(idleSince, most));
    }

    private void sweepSessions() {
        Instant now = clock.instant();
        BatchedSweep.sweep(most -> stores.webSessions()
                .sweep(
                        now.minus(parts.limits.webchat().sessions().life()),
                        now.minus(parts.limits.webchat().sessions().idle()),
                        most));
    }
}
