package dev.guildhall.app;

import dev.guildhall.app.config.AgentConfig;
import dev.guildhall.app.config.BuildVersion;
import dev.guildhall.app.config.Config;
import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Parts;
import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.config.SignInLimits;
import dev.guildhall.core.config.SigningKeyLimits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.config.TokenLimits;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.http.Service;
import dev.guildhall.http.api.Addresses;
import dev.guildhall.http.api.HttpApi;
import dev.guildhall.http.completion.openai.BackgroundResponses;
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.orchestration.ResourceBodies;
import dev.guildhall.http.pages.PageRoutes;
import dev.guildhall.http.passkey.WebAuthnPasskeys;
import dev.guildhall.http.schedule.StartBodies;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.http.token.IssuerTokens;
import dev.guildhall.http.token.JwtAccessTokens;
import dev.guildhall.http.token.RsaKeyGenerator;
import dev.guildhall.integrations.agent.AgentTimeouts;
import dev.guildhall.integrations.agent.RemoteAgentClient;
import dev.guildhall.integrations.builtin.BuiltinTools;
import dev.guildhall.integrations.cron.CrontabParser;
import dev.guildhall.integrations.mail.SmtpMailer;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.oauth.ClientMetadataDocuments;
import dev.guildhall.integrations.oauth.ConfiguredProviders;
import dev.guildhall.integrations.otlp.OtlpOptions;
import dev.guildhall.integrations.otlp.OtlpTraces;
import dev.guildhall.integrations.playwright.DiskSuites;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.integrations.webhook.OutboundWebhooks;
import dev.guildhall.persistence.secret.Argon2PasswordHasher;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.task.NodeDescription;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A running node: everything that it opened, and how to close it again. */
final class Application implements AutoCloseable {
    /** Longer than any installation lives. */
    private static final Duration UNBOUNDED_WAIT = Duration.ofDays(36_500);

    private static final String AUDIENCE = "guildhall";

    /** Logs each failure, which we log once; held in a field, since the JDK garbage-collects unreferenced loggers. */
    private static final Logger EXPORTER = Logger.getLogger("io.opentelemetry.exporter");

    private static final Duration LAST_WORDS = Duration.ofSeconds(15);

    private final Config config;
    private final Addresses addresses;
    private final Optional<SetupToken> setupToken;
    private final Closer closing;

    private Application(Config config, Addresses addresses, Optional<SetupToken> setupToken, Closer closing) {
        this.config = config;
        this.addresses = addresses;
        this.setupToken = setupToken;
        this.closing = closing;
    }

    /**
     * Opens the storage, wires the core, and listens. When a step fails, everything that was opened is closed. While the
     * database starts, all that does not need it is prepared.
     *
     * @throws RuntimeException a start failure, whose message gives the reason in one line
     */
    static Application start(Config config) {
        Closer closing = new Closer();
        try {
            Addresses addresses = addresses(config).claimed();
            refuseOwnName(config, addresses);
            CompletableFuture<Storage> opening = Storage.opening(config);
            closing.keep(() -> opening.thenAccept(Storage::close)
                    .exceptionally(reported -> null)
                    .join());
            Parts parts = parts(config, addresses);
            if (!config.services().contains(Service.CHAT)) {
                parts.withoutPages();
            }
            ConfiguredProviders providers =
                    ConfiguredProviders.of(config.oauth().clients(), parts.clock());
            parts.oauthProviders(providers);
            Metrics metrics = new Metrics(config.llm().modelNames(), BuildVersion.text());
            OutsideSystems outside = closing.keep(OutsideSystems.open(config, parts, metrics.mcp()));
            OutboundHttp fetch = new OutboundHttp(config.fetch(), parts.ticker(), parts.clock());
            parts.clientDocuments(new ClientMetadataDocuments(fetch));
            parts.tools(new BuiltinTools(parts.clock(), fetch))
                    .endpoints(outside.endpoints())
                    .integrationConnector(outside.connector());
            parts.meter(metrics.calls());
            PageRoutes pages = new PageRoutes();
            Storage storage = opened(opening);
            SetupToken setupToken = storage.setupToken();
            storage.install(config, parts).setupToken(setupToken);
            AtomicReference<@Nullable Core> running = new AtomicReference<>();
            parts.webhooks(
                    new OutboundWebhooks(config.webhooks(), parts.ticker(), parts.clock()),
                    new ResourceBodies(() -> runsAddress(addresses, Optional.ofNullable(running.get()))));
            Optional<DiskSuites> suites =
                    TestRuns.install(config, parts, () -> setAddress(Optional.ofNullable(running.get())));
            suites.ifPresent(closing::keep);
            UserFiles.install(config, parts);
            EmbeddingModel embeddings = EmbeddingModel.of(config);
            embeddings.local().ifPresent(closing::keep);
            embeddings.embedder().ifPresent(parts::embedder);
            parts.embeddingAliases(config.embeddings().aliases());
            Optional<OtlpTraces> traces = config.traces().map(options -> closing.keep(traces(options)));
            traces.ifPresent(parts::traces);
            JwtAccessTokens tokens = new JwtAccessTokens(
                    parts.signingKeySource(),
                    new JwtAccessTokens.IssuerIdentity(
                            () -> issuer(config, addresses, Optional.ofNullable(running.get())),
                            config.publicUrl().isPresent(),
                            AUDIENCE),
                    parts.clock());
            RateLimiter rates = new BucketRateLimiter(parts.clock());
            traces.ifPresent(metrics.requestLog()::traceTo);
            Core core = parts.accessTokens(tokens).rateLimiter(rates).build();
            running.set(core);
            core.start();
            closing.keep(() -> core.close(LAST_WORDS));
            storage.gauges().forEach(metrics::add);
            traces.ifPresent(sent -> sent.counters().forEach(metrics::add));
            closing.keep(HttpApi.over(core, options -> {
                        options.clock(parts.clock())
                                .publicKeys(tokens::publicKeys)
                                .linkKey(storage.linkKey())
                                .rateLimiter(rates)
                                .requests(config.limits().requests())
                                .signIns(config.limits().signIns())
                                .trustedProxies(config.limits().trustedProxies())
                                .allowedOrigins(config.allowedOrigins())
                                .limits(config.server())
                                .checks(storage.checks())
                                .metrics(metrics)
                                .pages(pages);
                        if (config.llm().storesResponses()) {
                            options.storesResponses();
                        }
                        config.tokenIssuer()
                                .ifPresent(trusted -> options.externalTokens(
                                        new IssuerTokens(trusted, core.externalAccounts(), parts.clock()),
                                        trusted.provisioning()
                                                ? EnumSet.complementOf(EnumSet.of(Service.CHAT))
                                                : Set.of(Service.COMPLETION)));
                        return options;
                    })
                    .start(addresses));
            embeddings.load();
            suites.ifPresent(DiskSuites::start);
            if (config.services().contains(Service.ACCOUNT) || config.services().contains(Service.CHAT)) {
                Thread discovery = Thread.ofVirtual().name("discovery").start(providers::discover);
                closing.keep(() -> end(discovery));
            }
            Optional<SetupToken> setup = core.administration().awaitsFirstAdmin(Caller.anonymous())
                    ? Optional.of(setupToken)
                    : Optional.empty();
            return new Application(config, addresses, setup, closing);
        } catch (RuntimeException failure) {
            closing.close();
            throw failure;
        }
    }

    private static String runsAddress(Addresses addresses, Optional<Core> core) {
        return setAddress(core).map(PublicUrl::value).orElseGet(() -> addresses.publicUrlOf(Service.RUNS)) + "/api/v1";
    }

    private static Optional<PublicUrl> setAddress(Optional<Core> core) {
        return core.flatMap(running -> running.settings().publicUrl(Caller.anonymous()));
    }

    /** The address that an admin has set, else the installation's; never the name of another issuer. */
    private static String issuer(Config config, Addresses addresses, Optional<Core> core) {
        return setAddress(core)
                .map(PublicUrl::value)
                .filter(url -> config.tokenIssuer()
                        .filter(trusted -> trusted.issuer().equals(url))
                        .isEmpty())
                .orElseGet(addresses::publicUrl);
    }

    private static OtlpTraces traces(OtlpOptions options) {
        EXPORTER.setLevel(Level.OFF);
        return OtlpTraces.open(options);
    }

    /** Waits for the thread, so that its last writes finish before the storage closes. */
    private static void end(Thread background) throws InterruptedException {
        background.interrupt();
        background.join(LAST_WORDS);
    }

    private static Storage opened(CompletableFuture<Storage> opening) {
        try {
            return opening.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException reason ? reason : failed;
        }
    }

    private static Parts parts(Config config, Addresses addresses) {
        Parts parts = new Parts();
        LanguageModels models = new LanguageModels(config.llm(), parts.ticker());
        config.remoteAgent()
                .ifPresent(address -> parts.agentClient(sessions ->
                        new RemoteAgentClient(address, AgentTimeouts.DEFAULT, sessions::accessToken, parts.clock())));
        return parts.passwordHasher(new Argon2PasswordHasher())
                .signingKeyMaker(new RsaKeyGenerator())
                .chatModel(models.primary())
                .fallbacks(models.fallbacks())
                .modelConnector(models)
                .prices(config.llm().prices())
                .mediaHosts(config.llm().imageHosts())
                .responses(new BackgroundResponses(parts.clock()))
                .unknownTaskTypes(UnknownTaskTypes.AGENT)
                .schemaValidator(new JsonSchemaValidator())
                .cronParser(new CrontabParser())
                .startReader(new StartBodies())
                .adminEmails(config.adminEmails())
                .settings(config.fixed())
                .mailer(new SmtpMailer(parts.clock()))
                .passkeys(new WebAuthnPasskeys())
                .pageAddress(URI.create(addresses.publicUrlOf(Service.CHAT)))
                .node(new NodeDescription(
                        parts.clock().instant(),
                        BuildVersion.text(),
                        config.services().stream().map(Service::wireName).toList()))
                .facts(config.agent().facts())
                .publicAddress(URI.create(addresses.publicUrlOf(Service.TOOLS)))
                .allowedRedirects(config.oauth().allowedRedirects())
                .limits(Limits.DEFAULT
                        .withCompletion(models.limits())
                        .withOAuth(OAuthLimits.DEFAULT.withStateRequired(
                                config.oauth().stateRequired()))
                        .withAgent(agentLimits(config.agent()))
                        .withRun(RunLimits.DEFAULT
                                .withSlots(config.runs().slots())
                                .withKept(config.runs().kept()))
                        .withTask(TaskLimits.DEFAULT
                                .withCapacity(config.queue().capacity())
                                .withWorkers(config.queue().workers()))
                        .withAccount(AccountLimits.DEFAULT
                                .withSignIn(config.limits().signIns().isOff() ? SignInLimits.OFF : SignInLimits.DEFAULT)
                                .withTokens(TokenLimits.DEFAULT
                                        .withAccessTokenLife(config.tokens().accessTokenLife())
                                        .withRefreshGrace(config.tokens().refreshGrace()))
                                .withSigningKeys(SigningKeyLimits.DEFAULT.withLife(
                                        config.tokens().signingKeyLife()))));
    }

    private static AgentLimits agentLimits(AgentConfig config) {
        AgentLimits.Context usual = AgentLimits.Context.DEFAULT;
        Duration wait = config.approval().isZero() ? UNBOUNDED_WAIT : config.approval();
        return AgentLimits.DEFAULT
                .withContext(new AgentLimits.Context(
                        usual.messages(), config.contextTokens().orElse(usual.tokens()), config.contextTokensByModel()))
                .withApprovals(AgentLimits.Approvals.DEFAULT.withLongest(wait));
    }

    private static Addresses addresses(Config config) {
        return new Addresses(
                config.host(),
                config.port(),
                config.services(),
                config.ownPorts(),
                config.publicUrl(),
                config.runs().reportsUrl());
    }

    /** This installation's own tokens would be checked against the wrong keys. */
    private static void refuseOwnName(Config config, Addresses addresses) {
        config.tokenIssuer()
                .filter(trusted -> trusted.issuer().equals(addresses.publicUrl()))
                .ifPresent(ourselves -> {
                    throw new StartFailure("GUILDHALL_TOKEN_ISSUER: must not be this installation's own address");
                });
    }

    Config config() {
        return config;
    }

    Addresses addresses() {
        return addresses;
    }

    /** The token that makes the first admin; absent when an account exists or the configuration names admins. */
    Optional<SetupToken> setupToken() {
        return setupToken;
    }

    /**
     * Lets requests finish, then closes everything in the reverse order of its opening. A second call changes nothing.
     */
    @Override
    public void close() {
        closing.close();
    }
}
