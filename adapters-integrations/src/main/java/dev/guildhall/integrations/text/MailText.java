package dev.guildhall.integrations.text;

import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
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
            for (String name : List.of("From", "To", "Cc")) {
                Optional<String> value = Optional.ofNullable(message.getHeader(name, ", "));
                value.ifPresent(words -> into.line(name + ": " + decoded(words)));
            }
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

    /** Words of a header (RFC 2047); those in a charset that is not known stay as they are. */
    private static String decoded(String words) {
        try {
            return MimeUtility.decodeText(MimeUtility.unfold(words));
        } catch (UnsupportedEncodingException unknown) {
            return words;
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
                readablePart(several.getBodyPart(i), depth + 1);
            }
            return;
        }
        boolean isAttached = Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
        if (isAttached || part.getFileName() != null) {
            attachments.add(Optional.ofNullable(part.getFileName())
                    .map(MailText::decoded)
                    .orElse("without a name"));
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

    /** One broken part does not hide the others. */
    private void readablePart(Part part, int depth) {
        try {
            part(part, depth);
        } catch (MessagingException | IOException broken) {
            attachments.add("a part that cannot be read");
        }
    }

    private static SourceDocument source(Part part) throws MessagingException, IOException {
        try (InputStream content = part.getInputStream()) {
            return new SourceDocument(content.readAllBytes(), Optional.ofNullable(part.getContentType()), "");
        }
    }
}
