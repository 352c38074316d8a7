package dev.guildhall.integrations.mail;

import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.mail.SmtpAddress;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.UnsupportedEncodingException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends mail by SMTP (RFC 5321), one connection a mail. A password goes to another machine over TLS only: without TLS the
 * mail fails.
 */
public final class SmtpMailer implements Mailer {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final int SUBMISSION = 587;
    private static final int SUBMISSION_TLS = 465;
    private static final int REFUSED_FOR_GOOD = 500;

    private final InstantSource clock;

    public SmtpMailer(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Optional<MailFailure> send(SmtpAddress server, Mail mail) {
        URI address = server.uri();
        Session session = Session.getInstance(properties(address));
        Account account = Account.of(address);
        try {
            MimeMessage message = message(session, mail);
            try (Transport transport = session.getTransport()) {
                transport.connect(address.getHost(), port(address), account.user(), account.password());
                transport.sendMessage(message, message.getAllRecipients());
            }
            return Optional.empty();
        } catch (AddressException malformed) {
            return failure("the address of the receiver is none that mail can be sent to", true);
        } catch (AuthenticationFailedException refused) {
            return failure(address.getHost() + " refuses the user and password", false);
        } catch (SendFailedException failed) {
            return failure(address.getHost() + ": " + reason(failed), isPermanent(failed));
        } catch (MessagingException failed) {
            return failure(address.getHost() + ": " + reason(failed), false);
        }
    }

    private static Optional<MailFailure> failure(String reason, boolean isPermanent) {
        return Optional.of(new MailFailure(reason, isPermanent));
    }

    private record Account(@Nullable String user, @Nullable String password) {
        static Account of(URI address) {
            String info = address.getRawUserInfo();
            if (info == null || info.isEmpty()) {
                return new Account(null, null);
            }
            String[] parts = info.split(":", 2);
            return new Account(decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : "");
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
    }

    private static boolean isTls(URI address) {
        return "smtps".equalsIgnoreCase(address.getScheme());
    }

    private static int port(URI address) {
        return address.getPort() > 0 ? address.getPort() : isTls(address) ? SUBMISSION_TLS : SUBMISSION;
    }

    private static Properties properties(URI address) {
        String protocol = isTls(address) ? "smtps" : "smtp";
        Properties properties = new Properties();
        properties.put("mail.transport.protocol", protocol);
        properties.put("mail.mime.allowutf8", "true");
        String prefix = "mail." + protocol + ".";
        properties.put(prefix + "connectiontimeout", String.valueOf(CONNECT.toMillis()));
        properties.put(prefix + "timeout", String.valueOf(SILENCE.toMillis()));
        properties.put(prefix + "writetimeout", String.valueOf(SILENCE.toMillis()));
        properties.put(prefix + "ssl.checkserveridentity", "true");
        properties.put(prefix + "starttls.enable", "true");
        boolean hasAccount = address.getRawUserInfo() != null;
        properties.put(prefix + "auth", String.valueOf(hasAccount));
        properties.put(prefix + "starttls.required", String.valueOf(hasAccount && !isHere(address.getHost())));
        return properties;
    }

    private static boolean isHere(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private MimeMessage message(Session session, Mail mail) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(from(mail.from()));
        message.setRecipient(
                Message.RecipientType.TO, new InternetAddress(mail.to().value(), true));
        message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
        message.setText(mail.text(), StandardCharsets.UTF_8.name());
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setSentDate(Date.from(clock.instant()));
        return message;
    }

    private static InternetAddress from(MailFrom from) {
        try {
            return new InternetAddress(from.address(), from.name(), StandardCharsets.UTF_8.name());
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException("every JDK has UTF-8", impossible);
        }
    }

    /** Whether the server has refused the receiver or the mail itself for good (a code of 500 or more). */
    private static boolean isPermanent(SendFailedException failed) {
        for (Exception cause = failed;
                cause instanceof MessagingException;
                cause = ((MessagingException) cause).getNextException()) {
            int code = switch (cause) {
                case SMTPAddressFailedException address -> address.getReturnCode();
                case SMTPSendFailedException mail -> mail.getReturnCode();
                default -> 0;
            };
            if (code >= REFUSED_FOR_GOOD) {
                return true;
            }
        }
        return false;
    }

    /** The deepest reason, which is what the server or the system said. */
    private static String reason(MessagingException failed) {
        Exception deepest = failed;
        while (deepest instanceof MessagingException one && one.getNextException() != null) {
            deepest = one.getNextException();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
