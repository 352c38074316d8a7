package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.account.SigningKeyRotation;
import dev.guildhall.core.account.SigningKeyService;
import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.http.token.JwtAccessTokens;
import dev.guildhall.http.token.RsaKeyGenerator;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyDetails;
import dev.guildhall.ports.key.SigningKeyMaker;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real use cases on the real database: several nodes change the signing keys at the same time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SigningKeyRacesIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int NODES = 6;
    private static final Caller ADMIN = new Caller.User(
            new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER, Role.ADMIN));

    @AutoClose
    private final Closer closing = new Closer();

    private final ManualTicker clock = new ManualTicker(START);
    private final AtomicInteger made = new AtomicInteger();
    private Stores stores;

    @BeforeAll
    void start(@TempDir Path folder) {
        SecretBox key = SecretKeyFile.open(Optional.empty(), folder);
        stores = closing.keep(Database.open(TestPostgres.newDatabase(), key)).stores();
    }

    @BeforeEach
    void forget_all_keys() {
        stores.signingKeys().all().forEach(key -> stores.signingKeys().remove(key.keyId()));
    }

    private KeyMaterial inNameOnly() {
        String name = "key " + made.incrementAndGet();
        return new KeyMaterial(name, "private part of " + name, "public part of " + name);
    }

    private SigningKeyRotation node(SigningKeyMaker maker) {
        return new SigningKeyRotation(clock, maker, stores, AccountLimits.DEFAULT);
    }

    private SigningKeyService service(SigningKeyRotation node) {
        return new SigningKeyService(
                node,
                new AuditJournal(clock, new TimeOrderedIds(clock, SystemTime.SECRETS), stores.audit()),
                new Permissions(Set.of()));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException late) {
            throw new IllegalStateException(late);
        }
    }

    private static <T> List<T> atOnce(Callable<T> call) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<T> results = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(Collections.nCopies(NODES, call))) {
                results.add(one.get());
            }
            return results;
        }
    }

    private long inPhase(Class<? extends KeyPhase> phase) {
        return stores.signingKeys().all().stream()
                .filter(key -> phase.isInstance(key.phase()))
                .count();
    }

    @RepeatedTest(5)
    void of_many_nodes_that_begin_at_once_all_have_the_same_two_keys() throws Exception {
        List<List<SigningKey>> seen = atOnce(() -> node(this::inNameOnly).all());

        assertThat(seen).containsOnly(stores.signingKeys().all());
        assertThat(List.of(inPhase(KeyPhase.Active.class), inPhase(KeyPhase.Next.class)))
                .containsOnly(1L);
        assertThat(stores.signingKeys().all()).hasSize(2);
    }

    @RepeatedTest(5)
    void of_many_rotations_that_found_the_same_active_key_one_takes_place() throws Exception {
        node(this::inNameOnly).all();
        CyclicBarrier looked = new CyclicBarrier(NODES);
        SigningKeyMaker withTheOthers = () -> {
            await(looked);
            return inNameOnly();
        };

        List<List<SigningKeyDetails>> left =
                atOnce(() -> service(node(withTheOthers)).rotate(ADMIN));

        assertThat(left).containsOnly(service(node(this::inNameOnly)).keys(ADMIN));
        assertThat(stores.signingKeys().all()).hasSize(3);
        assertThat(inPhase(KeyPhase.Retired.class)).isEqualTo(1);
    }

    @RepeatedTest(5)
    void rotations_at_any_moments_leave_one_active_and_one_next_key() throws Exception {
        node(this::inNameOnly).all();

        atOnce(() -> service(node(this::inNameOnly)).rotate(ADMIN));

        assertThat(List.of(inPhase(KeyPhase.Active.class), inPhase(KeyPhase.Next.class)))
                .containsOnly(1L);
    }

    @Test
    void a_rotation_on_one_node_signs_no_user_out_on_another() {
        JwtAccessTokens here = tokens();
        JwtAccessTokens there = tokens();
        AccessClaims claims = new AccessClaims(ADMIN.requireUser(), START, START.plus(Duration.ofMinutes(15)));
        AccessToken before = here.issue(claims);
        there.verify(before);

        service(node(new RsaKeyGenerator())).rotate(ADMIN);
        service(node(new RsaKeyGenerator())).rotate(ADMIN);
        AccessToken unnoticed = there.issue(claims);
        clock.advance(Duration.ofSeconds(11));
        AccessToken after = here.issue(claims);

        for (JwtAccessTokens node : List.of(here, there, tokens())) {
            assertThat(List.of(before, unnoticed, after))
                    .allSatisfy(token -> assertThat(node.verify(token)).isEqualTo(claims));
        }
        assertThat(keyOf(after)).isNotEqualTo(keyOf(before));
        assertThat(keyOf(unnoticed)).isEqualTo(keyOf(before));
    }

    private JwtAccessTokens tokens() {
        return new JwtAccessTokens(
                node(new RsaKeyGenerator()), new JwtAccessTokens.IssuerIdentity("http://us", true, "guildhall"), clock);
    }

    /** The header is the same for all tokens of one key. */
    private static String keyOf(AccessToken token) {
        return token.value().split("\\.")[0];
    }
}
