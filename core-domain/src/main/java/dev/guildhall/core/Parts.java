package dev.guildhall.core;

import dev.guildhall.core.account.SigningKeyRotation;
import dev.guildhall.core.authorization.ClientRegistry;
import dev.guildhall.core.config.FactExtraction;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.InMemoryRateLimiter;
import dev.guildhall.core.inmemory.defaults.NoConnector;
import dev.guildhall.core.inmemory.defaults.NoCron;
import dev.guildhall.core.inmemory.defaults.NoIntegrations;
import dev.guildhall.core.inmemory.defaults.NoMailer;
import dev.guildhall.core.inmemory.defaults.NoModel;
import dev.guildhall.core.inmemory.defaults.NoPasskeys;
import dev.guildhall.core.inmemory.defaults.NoPendingUsage;
import dev.guildhall.core.inmemory.defaults.NoSuites;
import dev.guildhall.core.inmemory.defaults.OpaqueAccessTokens;
import dev.guildhall.core.inmemory.defaults.RequiredFieldsValidator;
import dev.guildhall.core.inmemory.defaults.RsaKeyMaker;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TaskStarts;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.core.task.TaskHandlers;
import dev.guildhall.core.tool.FunctionTools;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.authorization.ClientDocuments;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.key.SigningKeyMaker;
import dev.guildhall.ports.key.SigningKeySource;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.oauth.OAuthProviders;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.passkey.PasskeyVerifier;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.schedule.CronParser;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.session.AccessTokens;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.start.StartReader;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskHandler;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.ToolFunction;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.ports.webhook.WebhookBodies;
import dev.guildhall.ports.webhook.WebhookSender;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The driven ports of a core. Each has an in-memory default; every setter returns this object. */
public final class Parts {
    InstantSource clock = SystemTime.CLOCK;
    Ticker ticker = SystemTime.TICKER;
    boolean callersRun;
    Optional<IdSource> ids = Optional.empty();
    SecretSource secrets = SystemTime.SECRETS;
    Optional<Stores> stores = Optional.empty();
    PendingUsage pendingUsage = new NoPendingUsage();
    SigningKeyMaker signingKeyMaker = new RsaKeyMaker();
    OAuthProviders oauthProviders = List::of;
    List<RedirectUri> allowedRedirects = List.of();
    ClientDocuments clientDocuments = ClientRegistry.NO_DOCUMENTS;
    Optional<PasswordHasher> passwordHasher = Optional.empty();
    PasskeyVerifier passkeys = new NoPasskeys();
    Optional<AccessTokens> accessTokens = Optional.empty();
    Optional<RateLimiter> rateLimiter = Optional.empty();
    ChatModel chatModel = new NoModel();
    ModelConnector modelConnector = new NoConnector();
    IntegrationConnector integrationConnector = new NoIntegrations();
    Fallbacks fallbacks = Fallbacks.NONE;
    SchemaValidator schemaValidator = new RequiredFieldsValidator();
    CronParser cronParser = new NoCron();
    StartReader startReader = new TaskStarts();
    final List<ToolInvoker> tools = new ArrayList<>();
    final FunctionTools functions = new FunctionTools();
    final TaskHandlers handlers = new TaskHandlers();
    UnknownTaskTypes unknownTaskTypes = UnknownTaskTypes.REFUSE;
    final List<TaskExecutor> executors = new ArrayList<>();
    ToolEndpoints endpoints = List::of;
    SuiteCatalog suites = new NoSuites();
    Optional<SuiteRunner> runner = Optional.empty();
    Optional<BlobStore> blobs = Optional.empty();
    Optional<BlobStore> fileBlobs = Optional.empty();
    Optional<FileText> fileText = Optional.empty();
    Optional<DocumentParser> documentParser = Optional.empty();
    Optional<Function<WebSessions, AgentClient>> agentClient = Optional.empty();
    Optional<Embedder> embedder = Optional.empty();
    Set<String> embeddingAliases = Set.of();
    Optional<ResponseRunner> responses = Optional.empty();
    Optional<WebhookSender> webhookSender = Optional.empty();
    Optional<WebhookBodies> webhookBodies = Optional.empty();
    Optional<TraceSink> traces = Optional.empty();
    Optional<CallMeter> meter = Optional.empty();
    FactExtraction facts = FactExtraction.RULES;
    URI publicAddress = URI.create("http://localhost:8080");
    Set<Email> adminEmails = Set.of();
    Optional<SetupToken> setupToken = Optional.empty();
    InstallationSettings settings = InstallationSettings.NONE;
    Mailer mailer = new NoMailer();
    Optional<URI> pageAddress = Optional.empty();
    boolean hasPages = true;
    Optional<NodeDescription> node = Optional.empty();
    Prices prices = Prices.NONE;
    Set<String> mediaHosts = Set.of();
    Limits limits = Limits.DEFAULT;

    /** In-memory defaults for all. */
    public Parts() {}

    /** The clock. */
    public Parts clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /** Makes endpoints of the integrations that users add; without it none can be added. */
    public Parts integrationConnector(IntegrationConnector connector) {
        this.integrationConnector = Objects.requireNonNull(connector, "connector");
        return this;
    }

    /** Lets threads wait. */
    public Parts ticker(Ticker ticker) {
        this.ticker = Objects.requireNonNull(ticker, "ticker");
        return this;
    }

    /**
     * The core starts no thread of its own: {@link Core#runDue()} executes tasks on the thread that calls it, in the order in
     * which they became due; so do {@code await} and {@code watch} of tasks and workflows, which let the ticker pause between.
     * Calls of tools are made one after the other, and no time limit ends one. For tests, and for programs with one thread.
     */
    public Parts callersRun() {
        this.callersRun = true;
        return this;
    }

    /** Creates identifiers. */
    public Parts ids(IdSource ids) {
        this.ids = Optional.of(Objects.requireNonNull(ids, "ids"));
        return this;
    }

    /** Creates unpredictable bytes. */
    public Parts secrets(SecretSource secrets) {
        this.secrets = Objects.requireNonNull(secrets, "secrets");
        return this;
    }

    /** Stores all data. To replace a single store, see {@link dev.guildhall.ports.storage.ForwardingStores}. */
    public Parts stores(Stores stores) {
        this.stores = Optional.of(Objects.requireNonNull(stores, "stores"));
        return this;
    }

    /** The write-ahead log of usage; without one a process that is killed loses up to 50 ms of it. */
    public Parts pendingUsage(PendingUsage log) {
        this.pendingUsage = Objects.requireNonNull(log, "log");
        return this;
    }

    /** Creates the keys that sign tokens. */
    public Parts signingKeyMaker(SigningKeyMaker maker) {
        this.signingKeyMaker = Objects.requireNonNull(maker, "maker");
        return this;
    }

    /** Sign-in providers; without any, users sign in only with a password. */
    public Parts oauthProviders(OAuthProviders providers) {
        this.oauthProviders = Objects.requireNonNull(providers, "providers");
        return this;
    }

    /**
     * The addresses, and the addresses below them, where providers may send browsers back to; none means anywhere.
     */
    public Parts allowedRedirects(List<RedirectUri> redirects) {
        this.allowedRedirects = List.copyOf(Objects.requireNonNull(redirects, "redirects"));
        return this;
    }

    /** Reads the documents in which OAuth clients describe themselves; without it every client must register. */
    public Parts clientDocuments(ClientDocuments documents) {
        this.clientDocuments = Objects.requireNonNull(documents, "documents");
        return this;
    }

    /** Hashes passwords. */
    public Parts passwordHasher(PasswordHasher hasher) {
        this.passwordHasher = Optional.of(Objects.requireNonNull(hasher, "hasher"));
        return this;
    }

    /** Verifies passkeys; without it, accounts have none. */
    public Parts passkeys(PasskeyVerifier verifier) {
        this.passkeys = Objects.requireNonNull(verifier, "verifier");
        return this;
    }

    /** Issues and verifies access tokens. */
    public Parts accessTokens(AccessTokens tokens) {
        this.accessTokens = Optional.of(Objects.requireNonNull(tokens, "tokens"));
        return this;
    }

    /** Counts requests against limits. */
    public Parts rateLimiter(RateLimiter rates) {
        this.rateLimiter = Optional.of(Objects.requireNonNull(rates, "rates"));
        return this;
    }

    /** The language model; without one, each request to a model is refused as an unknown model. */
    public Parts chatModel(ChatModel model) {
        this.chatModel = Objects.requireNonNull(model, "model");
        return this;
    }

    /** Makes the clients of models that administrators set up; without one they can set up none. */
    public Parts modelConnector(ModelConnector connector) {
        this.modelConnector = Objects.requireNonNull(connector, "connector");
        return this;
    }

    /** The models that the core asks when a model fails; by default none. */
    public Parts fallbacks(Fallbacks fallbacks) {
        this.fallbacks = Objects.requireNonNull(fallbacks, "fallbacks");
        return this;
    }

    /** What models cost; by default no model has a price. */
    public Parts prices(Prices known) {
        this.prices = Objects.requireNonNull(known, "known");
        return this;
    }

    /** Hosts inside of a network that addresses of pictures and files in messages may name, in lower case. */
    public Parts mediaHosts(Set<String> hosts) {
        this.mediaHosts = Set.copyOf(Objects.requireNonNull(hosts, "hosts"));
        return this;
    }

    /** Reads cron expressions; without one, schedules have no cron expressions. */
    public Parts cronParser(CronParser parser) {
        this.cronParser = Objects.requireNonNull(parser, "parser");
        return this;
    }

    /** Reads what schedules start; without one, they start tasks alone. */
    public Parts startReader(StartReader reader) {
        this.startReader = Objects.requireNonNull(reader, "reader");
        return this;
    }

    /** Checks the arguments of tools. */
    public Parts schemaValidator(SchemaValidator validator) {
        this.schemaValidator = Objects.requireNonNull(validator, "validator");
        return this;
    }

    /** Adds an executor of tasks of some kinds, which is asked before the built-in ones. */
    public Parts executor(TaskExecutor executor) {
        this.executors.add(Objects.requireNonNull(executor, "executor"));
        return this;
    }

    /**
     * Adds a tool.
     *
     * @param name 2 or more dotted parts of {@code [a-z0-9_-]}, at most 128 characters; models choose tools by name and
     *     description
     * @param parameters a JSON Schema of the type {@code object}, with which arguments are checked before a call
     * @throws IllegalArgumentException that names the tool when something of it is not valid, or another tool of a
     *     function has the name
     */
    public Parts tool(String name, String description, Map<String, ?> parameters, ToolFunction function) {
        functions.add(
                Objects.requireNonNull(name, "name"),
                Objects.requireNonNull(description, "description"),
                Objects.requireNonNull(parameters, "parameters"),
                Objects.requireNonNull(function, "function"));
        return this;
    }

    /**
     * Adds the handler of a type of tasks. A task that fails is not tried again.
     *
     * @throws IllegalArgumentException when the type has a handler, is built in, or is not valid
     */
    public Parts task(String type, TaskHandler handler) {
        return handler(type, Optional.empty(), Set.of(), handler);
    }

    /** The same; a task that fails is tried again by a rule. A handler decides for itself with {@code TaskProblem.NotDone}. */
    public Parts task(String type, Retry retry, TaskHandler handler) {
        return task(type, retry, Set.of(), handler);
    }

    /** The same; only a task that fails with one of these exceptions is tried again; none means all exceptions. */
    public Parts task(String type, Retry retry, Set<Class<? extends Exception>> on, TaskHandler handler) {
        return handler(
                type, Optional.of(Objects.requireNonNull(retry, "retry")), Objects.requireNonNull(on, "on"), handler);
    }

    private Parts handler(String type, Optional<Retry> retry, Set<Class<? extends Exception>> on, TaskHandler handler) {
        Objects.requireNonNull(handler, "handler");
        TaskType valid;
        try {
            valid = new TaskType(Objects.requireNonNull(type, "type"));
        } catch (Refusal invalid) {
            throw new IllegalArgumentException(
                    "task type " + type + ": " + invalid.problem().message(), invalid);
        }
        handlers.add(valid, retry, on, handler);
        return this;
    }

    /** What becomes of tasks of a type that has no handler; by default they are refused. */
    public Parts unknownTaskTypes(UnknownTaskTypes rule) {
        this.unknownTaskTypes = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * Sends requests to webhooks, with bodies of that form; without this, webhooks are stored and nothing is sent to them by
     * this node.
     */
    public Parts webhooks(WebhookSender sender, WebhookBodies bodies) {
        this.webhookSender = Optional.of(Objects.requireNonNull(sender, "sender"));
        this.webhookBodies = Optional.of(Objects.requireNonNull(bodies, "bodies"));
        return this;
    }

    /** Adds tools. */
    public Parts tools(ToolInvoker invoker) {
        this.tools.add(Objects.requireNonNull(invoker, "invoker"));
        return this;
    }

    /** Outside systems whose tools can be called. */
    public Parts endpoints(ToolEndpoints endpoints) {
        this.endpoints = Objects.requireNonNull(endpoints, "endpoints");
        return this;
    }

    /** Finds suites of browser tests; by default there are none. */
    public Parts suites(SuiteCatalog catalog) {
        this.suites = Objects.requireNonNull(catalog, "catalog");
        return this;
    }

    /** Executes runs of suites; without one no run can start. */
    public Parts runner(SuiteRunner runner) {
        this.runner = Optional.of(Objects.requireNonNull(runner, "runner"));
        return this;
    }

    /** Stores pictures and files of runs. */
    public Parts blobs(BlobStore store) {
        this.blobs = Optional.of(Objects.requireNonNull(store, "store"));
        return this;
    }

    /** Stores the content of files that users upload. */
    public Parts fileBlobs(BlobStore store) {
        this.fileBlobs = Optional.of(Objects.requireNonNull(store, "store"));
        return this;
    }

    /** Extracts the text of files; without it agents have no tool that reads files. */
    public Parts fileText(FileText text) {
        this.fileText = Optional.of(Objects.requireNonNull(text, "text"));
        return this;
    }

    /** Reads the documents of collections; without it this node indexes none. */
    public Parts documentParser(DocumentParser parser) {
        this.documentParser = Optional.of(Objects.requireNonNull(parser, "parser"));
        return this;
    }

    /**
     * The chat front-end's client of the agent service. The function receives the browser sessions, which have
     * access tokens for it; without one the chat front-end uses the agent service of this core.
     */
    public Parts agentClient(Function<WebSessions, AgentClient> client) {
        this.agentClient = Optional.of(Objects.requireNonNull(client, "client"));
        return this;
    }

    /** Computes embeddings; without one, tools are found only by words. */
    public Parts embedder(Embedder embedder) {
        this.embedder = Optional.of(Objects.requireNonNull(embedder, "embedder"));
        return this;
    }

    /** Further names by which requests can name the embedding model; none by default. */
    public Parts embeddingAliases(Set<String> aliases) {
        this.embeddingAliases = Set.copyOf(Objects.requireNonNull(aliases, "aliases"));
        return this;
    }

    /** Gives answers of responses in the background; without one there are none. */
    public Parts responses(ResponseRunner runner) {
        this.responses = Optional.of(Objects.requireNonNull(runner, "runner"));
        return this;
    }

    /** Receives traces; without one they are dropped. */
    public Parts traces(TraceSink sink) {
        this.traces = Optional.of(Objects.requireNonNull(sink, "sink"));
        return this;
    }

    /** Counts calls of models and tools; without one they are not counted. */
    public Parts meter(CallMeter counts) {
        this.meter = Optional.of(Objects.requireNonNull(counts, "counts"));
        return this;
    }

    /** How durable facts are found in the users' messages to agents; by rules unless another way is set. */
    public Parts facts(FactExtraction extraction) {
        this.facts = Objects.requireNonNull(extraction, "extraction");
        return this;
    }

    /** The address at which browsers reach this installation; providers send them back to a path below it. */
    public Parts publicAddress(URI address) {
        this.publicAddress = Objects.requireNonNull(address, "address");
        return this;
    }

    /** The addresses of the accounts that have the role {@code admin}. */
    public Parts adminEmails(Set<Email> emails) {
        this.adminEmails = Set.copyOf(Objects.requireNonNull(emails, "emails"));
        return this;
    }

    /**
     * The token with which an account gets the role {@code admin}, as long as there is no admin and no
     * {@link #adminEmails}; without it no account gets it so.
     */
    public Parts setupToken(SetupToken token) {
        this.setupToken = Optional.of(Objects.requireNonNull(token, "token"));
        return this;
    }

    /** The settings of the installation that no admin can change; without it, none. */
    public Parts settings(InstallationSettings fixed) {
        this.settings = Objects.requireNonNull(fixed, "fixed");
        return this;
    }

    /** Hands mail to a server; without it, each mail fails with the reason. */
    public Parts mailer(Mailer mailer) {
        this.mailer = Objects.requireNonNull(mailer, "mailer");
        return this;
    }

    /** The address of the pages, which links in mails have; without it, {@link #publicAddress}. */
    public Parts pageAddress(URI address) {
        this.pageAddress = Optional.of(Objects.requireNonNull(address, "address"));
        return this;
    }

    /**
     * This node does not serve the pages that links in mail lead to: it leaves the mail to other nodes as long as no public
     * address is set.
     */
    public Parts withoutPages() {
        this.hasPages = false;
        return this;
    }

    /** What this node is, for administrators. */
    public Parts node(NodeDescription description) {
        this.node = Optional.of(Objects.requireNonNull(description, "description"));
        return this;
    }

    /** All limits. */
    public Parts limits(Limits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /** The clock, for adapters that must use the same clock as the core. */
    public InstantSource clock() {
        return clock;
    }

    /** The ticker, for adapters that wait. */
    public Ticker ticker() {
        return ticker;
    }

    /** The stores, for adapters that store data beside the core. */
    public Stores stores() {
        Stores known = stores.orElseGet(() -> InMemoryStores.empty(clock));
        stores = Optional.of(known);
        known.referTo(known);
        return known;
    }

    /** The signing keys in these stores, for an adapter of {@link AccessTokens} that signs. */
    public SigningKeySource signingKeySource() {
        return signingKeyRotation();
    }

    SigningKeyRotation signingKeyRotation() {
        return new SigningKeyRotation(clock, signingKeyMaker, stores(), limits.account());
    }

    IdSource idsOrDefault() {
        return ids.orElseGet(() -> new TimeOrderedIds(clock, secrets));
    }

    PasswordHasher passwordHasherOrDefault() {
        return passwordHasher.orElseGet(() -> new Pbkdf2PasswordHasher(secrets));
    }

    AccessTokens accessTokensOrDefault() {
        return accessTokens.orElseGet(() -> new OpaqueAccessTokens(clock, secrets));
    }

    RateLimiter rateLimiterOrDefault() {
        return rateLimiter.orElseGet(() -> new InMemoryRateLimiter(clock));
    }

    NodeDescription nodeOrDefault() {
        return node.orElseGet(() -> new NodeDescription(clock.instant(), "", List.of()));
    }

    BlobStore blobsOrDefault() {
        return blobs.orElseGet(() -> new InMemoryBlobStore(clock));
    }

    BlobStore fileBlobsOrDefault() {
        return fileBlobs.orElseGet(() -> new InMemoryBlobStore(clock));
    }

    /** Wires the core. Defaults that need the time or secrets use the clock and the source that were set. */
    public Core build() {
        return new Core(this);
    }
}
