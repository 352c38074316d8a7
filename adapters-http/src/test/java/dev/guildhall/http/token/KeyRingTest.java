package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyMaker;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("reads what a logger of all tests writes")
class KeyRingTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final SigningKeyMaker KEYS = new LentKeys();
    private static final KeyMaterial ONE = KEYS.make();
    private static final KeyMaterial TWO = KEYS.make();
    private static final KeyMaterial THREE = KEYS.make();

    private final ManualTicker clock = new ManualTicker(START);
    private final AtomicInteger reads = new AtomicInteger();
    private final KeyRing ring = new KeyRing(this::read, clock);
    private volatile List<SigningKey> kept = List.of(next(TWO), active(ONE));
    private volatile boolean down;

    private List<SigningKey> read() {
        reads.incrementAndGet();
        if (down) {
            throw new IllegalStateException("the store cannot be reached");
        }
        return kept;
    }

    private static SigningKey next(KeyMaterial material) {
        return new SigningKey(material, START, new KeyPhase.Next());
    }

    private static SigningKey active(KeyMaterial material) {
        return next(material).in(new KeyPhase.Active(START));
    }

    private static SigningKey retired(KeyMaterial material) {
        return next(material).in(new KeyPhase.Retired(START, START));
    }

    /** As another node does it. */
    private void rotate() {
        kept = List.of(next(THREE), active(TWO), retired(ONE));
    }

    @Test
    void what_is_logged_about_an_outage_can_be_read() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(KeyRing.class);
        lines.start();
        logger.addAppender(lines);
        down = true;

        assertThatThrownBy(ring::publicKeys).isInstanceOf(IllegalStateException.class);
        logger.detachAppender(lines);

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(1)
                .noneMatch(line -> line.contains("{"));
    }

    @Test
    void the_active_key_signs_and_all_are_published_without_their_private_halves() throws Exception {
        rotate();

        JWKSet published = JWKSet.parse(ring.publicKeys());

        assertThat(ring.signing().keyId()).isEqualTo(TWO.keyId());
        assertThat(published.getKeys())
                .extracting(JWK::getKeyID)
                .containsExactlyInAnyOrder(ONE.keyId(), TWO.keyId(), THREE.keyId());
        assertThat(published.getKeys()).noneMatch(JWK::isPrivate);
    }

    @Test
    void a_rotation_on_another_node_is_noticed_after_ten_seconds_and_not_looked_for_before() {
        ring.signing();
        rotate();
        clock.advance(Duration.ofSeconds(10));
        String atTheEnd = ring.signing().keyId();
        clock.advance(Duration.ofMillis(1));

        String after = ring.signing().keyId();

        assertThat(atTheEnd).isEqualTo(ONE.keyId());
        assertThat(after).isEqualTo(TWO.keyId());
        assertThat(reads).hasValue(2);
    }

    @Test
    void the_published_keys_are_at_most_a_second_old() {
        ring.publicKeys();
        rotate();
        ring.publicKeys();
        clock.advance(Duration.ofMillis(1001));

        String published = ring.publicKeys();

        assertThat(published).contains(THREE.keyId());
        assertThat(reads).hasValue(2);
    }

    @Test
    void an_unknown_key_is_looked_for_at_most_once_a_second() {
        ring.signing();
        rotate();

        Optional<TokenKey> early = ring.find(THREE.keyId());
        clock.advance(Duration.ofMillis(1001));
        Optional<TokenKey> later = ring.find(THREE.keyId());

        assertThat(early).isEmpty();
        assertThat(later).isPresent();
        assertThat(ring.find("made up")).isEmpty();
        assertThat(reads).hasValue(2);
    }

    /** The moment of the reading was noted before its outcome, so that all but the reader found nothing. */
    @Test
    void requests_with_a_new_key_were_refused_while_another_one_was_looking_for_it() throws Exception {
        ring.signing();
        rotate();
        clock.advance(Duration.ofMillis(1001));
        Callable<Optional<TokenKey>> search = () -> ring.find(THREE.keyId());

        List<Optional<TokenKey>> found = AtOnce.run(Collections.nCopies(8, search));

        assertThat(found).allMatch(Optional::isPresent);
        assertThat(reads).hasValue(2);
    }

    @Test
    void a_key_is_parsed_once() {
        TokenKey before = ring.find(ONE.keyId()).orElseThrow();
        rotate();
        clock.advance(Duration.ofMinutes(1));
        ring.signing();

        TokenKey after = ring.find(ONE.keyId()).orElseThrow();

        assertThat(reads).hasValue(2);
        assertThat(after).isSameAs(before);
    }

    @Test
    void in_an_outage_the_known_keys_sign_and_are_published_and_an_unknown_one_is_no_bad_one() {
        ring.signing();
        down = true;
        clock.advance(Duration.ofMinutes(1));

        assertThat(ring.signing().keyId()).isEqualTo(ONE.keyId());
        assertThat(ring.publicKeys()).contains(ONE.keyId());
        assertThatThrownBy(() -> ring.find(THREE.keyId())).hasMessageContaining("cannot be reached");
        assertThat(reads).as("one attempt a second").hasValue(2);
        down = false;
        rotate();
        clock.advance(Duration.ofMillis(1001));
        assertThat(ring.find(THREE.keyId())).isPresent();
    }

    @Test
    void a_removed_key_is_forgotten() {
        rotate();
        ring.signing();
        kept = List.of(next(THREE), active(TWO));
        clock.advance(Duration.ofMinutes(1));

        ring.signing();

        assertThat(ring.find(ONE.keyId())).isEmpty();
        assertThat(ring.publicKeys()).doesNotContain(ONE.keyId());
    }
}
