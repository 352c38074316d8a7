package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link MailStore} does. */
public interface MailStoreContract {
    int PLENTY = 1000;
    Instant LATER = Sample.NOW.plus(Duration.ofMinutes(5));

    Stores stores();

    private MailStore mails() {
        return stores().mails();
    }

    /** The tests of a suite share a database. */
    @BeforeEach
    default void nothing_waits() {
        for (QueuedMail mail : mails().claim(Instant.parse("9000-01-01T00:00:00Z"), Sample.NOW, PLENTY)) {
            mails().remove(mail.id());
        }
    }

    private QueuedMail added(Instant at) {
        QueuedMail mail = new QueuedMail(
                new MailId(Sample.id("mail")),
                MailKind.INVITATION,
                new Email("ada@example.org"),
                Optional.of("s3cret"),
                at,
                0);
        assertThat(mails().add(mail, PLENTY)).isTrue();
        return mail;
    }

    private static List<MailId> ids(List<QueuedMail> mails) {
        return mails.stream().map(QueuedMail::id).toList();
    }

    @Test
    default void a_mail_is_claimed_unchanged_with_one_attempt_more_and_again_when_its_claim_has_expired() {
        QueuedMail mail = added(Sample.NOW);

        assertThat(mails().claim(Sample.NOW, LATER, 10)).containsExactly(Sample.with(mail, "attempts", 1));
        assertThat(mails().claim(LATER.minusMillis(1), LATER, 10)).isEmpty();
        assertThat(mails().claim(LATER, LATER.plusSeconds(1), 10)).containsExactly(Sample.with(mail, "attempts", 2));
    }

    @Test
    default void those_that_are_due_for_the_longest_time_are_claimed_first() {
        QueuedMail second = added(Sample.NOW);
        QueuedMail first = added(Sample.NOW.minusSeconds(1));
        added(Sample.NOW.plusSeconds(1));

        assertThat(ids(mails().claim(Sample.NOW, LATER, 1))).containsExactly(first.id());
        assertThat(ids(mails().claim(Sample.NOW, LATER, 10))).containsExactly(second.id());
    }

    @Test
    default void a_postponed_mail_is_due_then_and_a_removed_one_never() {
        QueuedMail mail = added(Sample.NOW);
        QueuedMail removed = added(Sample.NOW);

        mails().postpone(mail.id(), LATER);
        mails().remove(removed.id());
        mails().remove(removed.id());

        assertThat(mails().claim(LATER.minusMillis(1), LATER, 10)).isEmpty();
        assertThat(ids(mails().claim(LATER, LATER, 10))).containsExactly(mail.id());
    }

    @Test
    default void no_more_than_so_many_wait() {
        QueuedMail mail = added(Sample.NOW);

        assertThat(mails().add(Sample.with(mail, "id", new MailId(Sample.id("mail"))), 1))
                .isFalse();
        assertThat(mails().claim(Sample.NOW, LATER, 10)).hasSize(1);
    }

    @Test
    default void of_several_at_once_each_claims_others() throws Exception {
        for (int i = 0; i < 8; i++) {
            added(Sample.NOW);
        }
        Callable<List<QueuedMail>> claim = () -> mails().claim(Sample.NOW, LATER, 2);

        List<MailId> claimed = new ArrayList<>();
        AtOnce.run(Collections.nCopies(4, claim)).forEach(some -> claimed.addAll(ids(some)));

        claimed.addAll(ids(mails().claim(Sample.NOW, LATER, 10)));
        assertThat(claimed).hasSize(8).doesNotHaveDuplicates();
    }
}
