package dev.guildhall.integrations.agent;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.http.AllowedHosts;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.CallerResolver;
import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Guard;
import dev.guildhall.http.Listener;
import dev.guildhall.http.Mount;
import dev.guildhall.http.PublicAddress;
import dev.guildhall.http.RateLimits;
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
import dev.guildhall.http.agent.AgentErrors;
import dev.guildhall.http.agent.AgentRoutes;
import dev.guildhall.http.agent.AgentTaskRoutes;
import dev.guildhall.http.agent.ApprovalRoutes;
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.http.server.Server;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.integrations.PromptStop;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.testkit.contract.agent.AgentScript;
import dev.guildhall.testkit.contract.agent.AskingTool;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Our agent service on a free port, over a core in memory, with the tokens of registered users. */
final class AgentServer implements AutoCloseable {

    private final Map<Caller, AccessToken> tokens = new ConcurrentHashMap<>();
    private final AgentScript script = new AgentScript();
    private final Core core;
    private final Server server;

    AgentServer() {
        this(InMemoryStores.empty());
    }

    AgentServer(Stores stores) {
        core = Core.of(parts -> parts.stores(stores)
                .chatModel(script)
                .tools(script)
                .endpoints(() -> List.of(new AskingTool()))
                .node(new NodeDescription(Instant.now(), "", List.of("agent")))
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1)));
        core.importTools();
        List<Route> v1 = Stream.concat(
                        new AgentRoutes(core.agents(), AgentMode.WITH_TASKS).routes().stream(),
                        Stream.concat(
                                new ApprovalRoutes(core.approvals()).routes().stream(),
                                new AgentTaskRoutes(core.agentTasks()).routes().stream()))
                .toList();
        List<Route> first = new AgentRoutes(core.agents(), AgentMode.WITHOUT_TASKS).routes();
        server = Server.start(
                List.of(new Listener(
                        "127.0.0.1",
                        0,
                        List.of(
                                Mount.of(Service.AGENT, "/agent", v1, new AgentErrors()),
                                Mount.of(Service.AGENT, "/agent-v0.1", first, new AgentErrors())))),
                new Guard(
                        new CallerResolver(
                                core.accounts(),
                                core.factors(),
                                new ClientAddress(List.of()),
                                new BrowserSessions(core.webSessions(), PublicAddress.fixed("http://127.0.0.1"))),
                        new RateLimits(
                                new BucketRateLimiter(InstantSource.system()), new RateLimit(0), new RateLimit(0)),
                        new AllowedHosts(List.of()),
                        new CrossOriginProtection(PublicAddress.fixed(""), List.of())),
                new Metrics(Set.of(), "1.2.3").requestLog(),
                PromptStop.LIMITS,
                Server.BackgroundReplies.NONE);
    }

    Core core() {
        return core;
    }

    AgentScript script() {
        return script;
    }

    RemoteAgentClient client() {
        return new RemoteAgentClient(
                AgentAddress.parse("http://127.0.0.1:" + server.ports().getFirst() + "/agent"),
                AgentTimeouts.DEFAULT,
                this::token,
                InstantSource.system());
    }

    Caller.User someone() {
        SignedIn signedIn = core.accounts()
                .register(
                        Caller.anonymous(), Registration.of("user" + tokens.size() + "@example.org", "correct horse"));
        AccessToken token = signedIn.tokens().accessToken();
        Caller.User user = core.accounts().authenticate(Caller.anonymous(), token);
        tokens.put(user, token);
        return user;
    }

    private AccessToken token(Caller caller) {
        AccessToken token = tokens.get(caller);
        if (token == null) {
            throw new AssertionError(caller + " has not registered");
        }
        return token;
    }

    @Override
    public void close() {
        server.close();
    }
}
