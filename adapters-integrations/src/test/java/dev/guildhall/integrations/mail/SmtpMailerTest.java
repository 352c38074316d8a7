package dev.guildhall.integrations.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.testkit.Sample;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real conversations with an SMTP server on this machine. */
class SmtpMailerTest {
    private static final String HOST = "127.0.0.1";

    private final GreenMail server = new GreenMail(new ServerSetup(0, HOST, ServerSetup.PROTOCOL_SMTP));
    private final SmtpMailer mailer = new SmtpMailer(() -> Sample.NOW);

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private static Mail mail(String to) {
        return new Mail(new MailFrom("Guildhäll <guildhall@example.org>"), new Email(to), "Grüße", "First\nSecond ✓\n");
    }

    private SmtpAddress address(String account) {
        return new SmtpAddress(
                "smtp://" + account + HOST + ":" + server.getSmtp().getPort());
    }

    private static MailFailure failure(SmtpMailer mailer, SmtpAddress server, Mail mail) {
        return mailer.send(server, mail).orElseThrow();
    }

    @Test
    void a_mail_arrives_with_its_sender_subject_and_text() throws MessagingException, IOException {
        assertThat(mailer.send(address(""), mail("ada@example.org"))).isEmpty();

        MimeMessage received = server.getReceivedMessages()[0];
        assertThat(received.getAllRecipients()[0]).hasToString("ada@example.org");
        assertThat(received.getSubject()).isEqualTo("Grüße");
        assertThat(received.getFrom()[0].toString()).contains("guildhall@example.org");
        assertThat(received.getContent().toString().replace("\r\n", "\n").strip())
                .isEqualTo("First\nSecond ✓");
        assertThat(received.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(received.getSentDate()).isEqualTo(Date.from(Sample.NOW.truncatedTo(ChronoUnit.SECONDS)));
    }

    @Test
    void it_signs_in_with_a_user_and_password_that_have_special_characters() {
        server.getUserManager().setAuthRequired(true);
        server.setUser("ada@example.org", "ada@example.org", "p:a@s+s/");

        assertThat(mailer.send(address("ada%40example.org:p%3Aa%40s+s%2F@"), mail("ada@example.org")))
                .isEmpty();

        assertThat(server.getReceivedMessages()).hasSize(1);
        MailFailure refused = failure(mailer, address("ada%40example.org:wrong@"), mail("ada@example.org"));
        assertThat(refused.reason()).contains("refuses the user and password").doesNotContain("wrong");
        assertThat(refused.isPermanent()).isFalse();
    }

    @Test
    void an_address_that_the_server_refuses_for_good_is_permanent_and_one_that_it_refuses_for_now_is_not()
            throws IOException {
        MailFailure forGood = failure(mailer, refusing("550 no such user"), mail("nobody@example.org"));
        MailFailure forNow = failure(mailer, refusing("451 try later"), mail("nobody@example.org"));
        MailFailure malformed = failure(mailer, address(""), mail("a,b@d"));

        assertThat(forGood.isPermanent()).isTrue();
        assertThat(forGood.reason()).contains("550 no such user");
        assertThat(forNow.isPermanent()).isFalse();
        assertThat(forNow.reason()).contains("451 try later");
        assertThat(malformed.isPermanent()).isTrue();
    }

    @Test
    void a_server_that_cannot_be_reached_is_tried_again() {
        SmtpAddress address = address("");
        server.stop();

        assertThat(failure(mailer, address, mail("ada@example.org")).isPermanent())
                .isFalse();
    }

    /** A server that answers every receiver with this line. */
    private static SmtpAddress refusing(String answer) throws IOException {
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName(HOST));
        Thread.ofVirtual().start(() -> {
            try (listener;
                    Socket client = listener.accept()) {
                converse(client, answer);
            } catch (IOException gone) {
                // The client has what it needs.
            }
        });
        return new SmtpAddress("smtp://" + HOST + ":" + listener.getLocalPort());
    }

    private static void converse(Socket client, String answer) throws IOException {
        OutputStream out = client.getOutputStream();
        say(out, "220 here");
        for (String line : (Iterable<String>)
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII)).lines()
                        ::iterator) {
            say(out, line.startsWith("RCPT") ? answer : line.startsWith("QUIT") ? "221 bye" : "250 ok");
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
