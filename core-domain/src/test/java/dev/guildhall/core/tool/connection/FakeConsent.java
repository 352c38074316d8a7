package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that rotates refresh tokens, accepts each once, and follows the script of a test. Thread-safe. */
public final class FakeConsent implements ConsentGateway {
    static final Duration LIFE = Duration.ofHours(1);

    private final InstantSource clock;
    private final AtomicInteger counter = new AtomicInteger();
    private final AtomicInteger refreshes = new AtomicInteger();
    private final List<ConsentRequest> asked = new ArrayList<>();
    private final List<ConsentCode> exchanged = new ArrayList<>();
    private final List<Credential.OAuthTokens> revoked = new ArrayList<>();
    private volatile Optional<RuntimeException> failure = Optional.empty();
    private volatile Optional<List<Scope>> scopes = Optional.empty();
    private volatile Optional<String> registration = Optional.empty();
    private volatile List<Scope> offered = List.of();
    private volatile boolean refreshable = true;
    private volatile Runnable meanwhile = () -> {};

    public FakeConsent(InstantSource clock) {
        this.clock = clock;
    }

    public void goesDown() {
        failure = Optional.of(new Refusal(new ToolProblem.IntegrationUnavailable("acme", "it is down")));
    }

    public void refuses() {
        failure = Optional.of(new Refusal(new ToolProblem.ConsentRefused("acme")));
    }

    void hasBug() {
        failure = Optional.of(new IllegalStateException("a bug"));
    }

    void recovers() {
        failure = Optional.empty();
    }

    public void grants(String... names) {
        scopes = Optional.of(List.of(names).stream().map(Scope::new).toList());
    }

    /** Sets the scopes that the provider names. */
    public void offers(String... names) {
        offered = List.of(names).stream().map(Scope::new).toList();
    }

    void registers(String text) {
        registration = Optional.of(text);
    }

    void givesNoRefreshTokens() {
        refreshable = false;
    }

    /** Sets what happens while a code is exchanged or a token is refreshed. */
    void meanwhile(Runnable event) {
        meanwhile = event;
    }

    int refreshes() {
        return refreshes.get();
    }

    synchronized ConsentRequest asked() {
        return asked.getLast();
    }

    public List<Scope> lastScopes() {
        return asked().scopes();
    }

    synchronized List<ConsentCode> exchanged() {
        return List.copyOf(exchanged);
    }

    public synchronized List<Credential.OAuthTokens> revoked() {
        return List.copyOf(revoked);
    }

    @Override
    public synchronized BegunConsent begin(ConsentRequest request) {
        asked.add(request);
        return new BegunConsent(
                URI.create("https://acme.example/consent?state=" + request.state()),
                request.scopes(),
                offered,
                registration);
    }

    @Override
    public Grant exchange(ConsentCode code) {
        synchronized (this) {
            exchanged.add(code);
        }
        return grant();
    }

    @Override
    public Grant refresh(Credential.OAuthTokens expired) {
        refreshes.incrementAndGet();
        return grant();
    }

    private Grant grant() {
        meanwhile.run();
        failure.ifPresent(thrown -> {
            throw thrown;
        });
        int number = counter.incrementAndGet();
        return new Grant(
                new Credential.OAuthTokens(
                        "access " + number,
                        Optional.of("refresh " + number).filter(token -> refreshable),
                        Optional.of(clock.instant().plus(LIFE))),
                scopes);
    }

    @Override
    public synchronized void revoke(Credential.OAuthTokens tokens) {
        revoked.add(tokens);
        failure.ifPresent(thrown -> {
            throw thrown;
        });
    }
}
