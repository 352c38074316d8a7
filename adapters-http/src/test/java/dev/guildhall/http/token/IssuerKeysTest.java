package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerKeysTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SOON = IssuerKeys.LOOK_AGAIN_AFTER.plusMillis(1);

    @AutoClose
    private final Issuer issuer = new Issuer();

    private final ManualTicker clock = new ManualTicker(START);
    private IssuerTokens tokens = new IssuerTokens(issuer.trusted(), Issuer.NO_ACCOUNTS, clock);
    private int made;

    private Optional<Caller.User> bearer(String token) {
        return tokens.bearer(Caller.anonymous(), new AccessToken(token));
    }

    /** A token that the server has not seen before. */
    private String fresh(RSAKey key) {
        made++;
        return Issuer.signed(
                key,
                JWSAlgorithm.RS256,
                issuer.claims(clock.instant()).claim("jti", "token " + made).build());
    }

    private void isUnavailable(String token) {
        assertThatThrownBy(() -> bearer(token))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unavailable.class));
    }

    private void isNotValid(String token) {
        assertThatThrownBy(() -> bearer(token))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unauthenticated.class));
    }

    @Test
    void the_keys_are_read_once_for_many_tokens() {
        for (int i = 0; i < 5; i++) {
            assertThat(bearer(fresh(Issuer.RSA))).isPresent();
        }

        assertThat(issuer.keySetReads).hasValue(1);
    }

    @Test
    void many_first_requests_at_once_read_the_keys_once() throws Exception {
        int requests = 100;
        CountDownLatch started = new CountDownLatch(requests);
        issuer.beforeAnswering.set(() -> awaitAll(started));
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            fresh.add(fresh(Issuer.RSA));
        }

        List<Future<Optional<Caller.User>>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String token : fresh) {
                answers.add(threads.submit(() -> {
                    started.countDown();
                    return bearer(token);
                }));
            }
        }

        for (Future<Optional<Caller.User>> answer : answers) {
            assertThat(answer.get()).isPresent();
        }
        assertThat(issuer.keySetReads).hasValue(1);
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void a_key_that_is_new_is_looked_for_but_not_at_every_request() {
        bearer(fresh(Issuer.RSA));
        issuer.keySet.set(Issuer.published(Issuer.NEXT_RSA));
        isNotValid(fresh(Issuer.NEXT_RSA));
        isNotValid(fresh(Issuer.NEXT_RSA));
        assertThat(issuer.keySetReads).hasValue(1);

        clock.advance(SOON);

        assertThat(bearer(fresh(Issuer.NEXT_RSA))).isPresent();
        assertThat(issuer.keySetReads).hasValue(2);
    }

    @Test
    void what_a_withdrawn_key_signed_is_not_believed_once_that_is_known() {
        String token = fresh(Issuer.RSA);
        bearer(token);
        issuer.keySet.set(Issuer.published(Issuer.NEXT_RSA));
        clock.advance(SOON);
        assertThat(bearer(token)).isPresent();

        bearer(fresh(Issuer.NEXT_RSA));

        clock.advance(SOON);
        isNotValid(token);
    }

    @Test
    void keys_are_read_again_regularly_without_delaying_requests() throws Exception {
        String token = issuer.signed(issuer.claims(START.plus(Duration.ofDays(1)))
                .issueTime(Date.from(START))
                .build());
        bearer(token);
        Semaphore asked = new Semaphore(0);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        issuer.beforeAnswering.set(() -> {
            asked.release();
            awaitAll(mayAnswer);
        });
        clock.advance(IssuerKeys.BELIEVED.plusSeconds(1));

        assertThat(bearer(token)).isPresent();
        assertThat(asked.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        assertThat(bearer(token)).isPresent();
        mayAnswer.countDown();
    }

    @Test
    void during_an_outage_known_keys_are_accepted() {
        bearer(fresh(Issuer.RSA));
        issuer.goDown();
        clock.advance(IssuerKeys.BELIEVED_IN_OUTAGE);

        assertThat(bearer(fresh(Issuer.RSA))).isPresent();
    }

    @Test
    void an_outage_that_lasts_too_long_does() {
        String token = issuer.signed(issuer.claims(START.plus(Duration.ofDays(2)))
                .issueTime(Date.from(START))
                .build());
        bearer(token);
        issuer.goDown();

        clock.advance(IssuerKeys.BELIEVED_IN_OUTAGE.plusSeconds(1));

        isUnavailable(token);
    }

    @Test
    void an_issuer_that_cannot_be_asked_is_an_outage_and_is_not_asked_at_once_again() {
        issuer.goDown();
        isUnavailable(fresh(Issuer.RSA));
        isUnavailable(fresh(Issuer.RSA));
        issuer.status.set(200);
        isUnavailable(fresh(Issuer.RSA));

        clock.advance(SOON);

        assertThat(bearer(fresh(Issuer.RSA))).isPresent();
    }

    @Test
    void a_key_that_is_new_in_an_outage_may_be_good() {
        bearer(fresh(Issuer.RSA));
        issuer.goDown();
        clock.advance(SOON);

        isUnavailable(fresh(Issuer.NEXT_RSA));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"keys\":7}", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"x\"}]}"})
    void a_document_without_keys_is_an_outage(String document) {
        issuer.keySet.set(document);

        isUnavailable(fresh(Issuer.RSA));
    }

    @Test
    void a_document_that_is_too_large_is_an_outage() {
        String keys = Issuer.published(Issuer.RSA);
        issuer.keySet.set(keys + " ".repeat(IssuerDocuments.MOST_BYTES - keys.length() + 1));
        isUnavailable(fresh(Issuer.RSA));
        clock.advance(SOON);

        issuer.keySet.set(keys + " ".repeat(IssuerDocuments.MOST_BYTES - keys.length()));

        assertThat(bearer(fresh(Issuer.RSA))).isPresent();
    }

    @Test
    void keys_that_are_not_understood_or_not_for_signing_leave_the_others_good() throws Exception {
        RSAKey encrypting =
                new RSAKey.Builder(Issuer.NEXT_RSA).keyUse(KeyUse.ENCRYPTION).build();
        String keys = Issuer.published(encrypting, Issuer.RSA);
        issuer.keySet.set(
                keys.replace("[", "[{\"kty\":\"EC\",\"kid\":\"?\"},{\"kty\":\"oct\",\"kid\":\"s\",\"k\":\"AA\"},"));

        assertThat(bearer(fresh(Issuer.RSA))).isPresent();
        clock.advance(SOON);
        isNotValid(fresh(Issuer.NEXT_RSA));
    }

    @Test
    void a_key_for_one_algorithm_verifies_no_other() {
        RSAKey bound =
                new RSAKey.Builder(Issuer.RSA).algorithm(JWSAlgorithm.PS256).build();
        issuer.keySet.set(Issuer.published(bound));

        isNotValid(fresh(Issuer.RSA));
    }

    @Test
    void the_key_set_may_be_where_the_configuration_says() {
        tokens = new IssuerTokens(issuer.trusted("/keys"), Issuer.NO_ACCOUNTS, clock);

        assertThat(bearer(fresh(Issuer.RSA))).isPresent();
    }

    @Test
    void redirects_are_not_followed() {
        tokens = new IssuerTokens(issuer.trusted("/elsewhere"), Issuer.NO_ACCOUNTS, clock);

        isUnavailable(fresh(Issuer.RSA));
        assertThat(issuer.keySetReads).hasValue(0);
    }
}
