package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.text.NoText;
import dev.guildhall.integrations.text.SourceDocument;
import dev.guildhall.integrations.text.TextExtractor;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/** Extracts the text of files: HTML, XML, PDF and plain text. */
public final class DocumentText implements FileText {
    private final TextExtractor texts = new TextExtractor();

    @Override
    public String read(UserId userId, byte[] content, String contentType, int most) {
        try {
            return texts.extract(userId, new SourceDocument(content, Optional.of(contentType), ""), most)
                    .text();
        } catch (NoText none) {
            throw Refusal.invalid("fileId", String.valueOf(none.getMessage()));
        }
    }
}
