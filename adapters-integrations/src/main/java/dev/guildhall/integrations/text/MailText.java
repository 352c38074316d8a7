package dev.guildhall.integrations.text;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The text of an e-mail message (RFC 5322): who wrote it to whom and when, its text, and the names of attachments. */
final class MailText {
    private static final int DEPTH = 10;
    private static final int MOST_PARTS = 1_000;

    private final List<String> plain = new ArrayList<>();
    private final List<String> html = new ArrayList<>();
    private final List<String> attachments = new ArrayList<>();
    private int parts;

    private MailText() {}

    /** Reads the message, and returns its subject. */
    static String read(byte[] bytes, DocumentSections into) throws IOException {
        try {
            MimeMessage message =
                    new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(bytes));
            MailText text = new MailText();
            text.part(message, 0);
            String subject = Optional.ofNullable(message.getSubject()).orElse("");
            into.heading(1, subject);
            header(into, "From", message.getFrom());
            header(into, "To", message.getRecipients(Message.RecipientType.TO));
            header(into, "Cc", message.getRecipients(Message.RecipientType.CC));
            Optional.ofNullable(message.getSentDate()).ifPresent(date -> into.line("Date: " + date.toInstant()));
            text.attachments.forEach(name -> into.line("Attachment: " + name));
            if (text.plain.isEmpty()) {
                text.html.forEach(part -> MarkedText.read(part, true, into));
            } else {
                text.plain.forEach(part -> MarkedText.read(part, false, into));
            }
            into.end();
            return subject;
        } catch (MessagingException malformed) {
            throw new IOException(malformed);
        }
    }

    private static void header(DocumentSections into, String name, Object[] addresses) {
        if (addresses != null && addresses.length > 0) {
            into.line(name + ": "
                    + String.join(
                            ", ", Arrays.stream(addresses).map(String::valueOf).toList()));
        }
    }

    private void part(Part part, int depth) throws MessagingException, IOException {
        parts++;
        if (depth > DEPTH || parts > MOST_PARTS) {
            return;
        }
        if (part.getContentType().toLowerCase(Locale.ROOT).startsWith("multipart/")
                && part.getContent() instanceof Multipart several) {
            for (int i = 0; i < several.getCount(); i++) {
                part(several.getBodyPart(i), depth + 1);
            }
            return;
        }
        boolean isAttached = Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
        if (isAttached || part.getFileName() != null) {
            attachments.add(Optional.ofNullable(part.getFileName()).orElse("without a name"));
        } else if (part.isMimeType("message/rfc822") && part.getContent() instanceof Part message) {
            part(message, depth + 1);
        } else if (part.isMimeType("text/html")) {
            html.add(
                    HtmlText.ofHtml(source(part), TextLimits.INDEXED_CHARACTERS).text());
        } else if (part.isMimeType("text/*")) {
            plain.add(TextExtractor.plain(source(part), TextLimits.INDEXED_CHARACTERS)
                    .text());
        }
    }

    private static SourceDocument source(Part part) throws MessagingException, IOException {
        try (InputStream content = part.getInputStream()) {
            return new SourceDocument(content.readAllBytes(), Optional.ofNullable(part.getContentType()), "");
        }
    }
}
