package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Reads one document, and stores its passages with their words: after that, searches find it (knowledge-6). */
final class DocumentReading {
    private static final Logger LOG = System.getLogger(DocumentReading.class.getName());
    private static final int ERROR = 300;

    private final InstantSource clock;
    private final KnowledgeStore store;
    private final BlobStore blobs;
    private final DocumentParser parser;
    private final KnowledgeLimits limits;

    DocumentReading(
            InstantSource clock, KnowledgeStore store, BlobStore blobs, DocumentParser parser, KnowledgeLimits limits) {
        this.clock = clock;
        this.store = store;
        this.blobs = blobs;
        this.parser = parser;
        this.limits = limits;
    }

    /** Ends the reading of a document that was removed, or that another node reads now. */
    private static final class ClaimLost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClaimLost() {
            super("the claim is lost", null, false, false);
        }
    }

    void read(Claim claim) {
        if (claim.attempt() > limits.attempts()) {
            store.fail(
                    claim, "the server did not come to the end of the document in " + limits.attempts() + " attempts");
            return;
        }
        try {
            readOnce(claim);
        } catch (ClaimLost removed) {
            LOG.log(
                    Level.DEBUG,
                    "the indexing of {0} has ended",
                    claim.document().id());
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Invalid invalid) {
                String why = invalid.violations().getFirst().message();
                store.fail(claim, Text.beginning(Text.repaired(why), ERROR));
            } else {
                store.release(claim, clock.instant().plus(limits.claim()));
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failed) {
            LOG.log(Level.WARNING, "the document " + claim.document().id().value() + " cannot be read", failed);
            store.fail(claim, "the document cannot be read");
        }
    }

    private void readOnce(Claim claim) {
        Document document = claim.document();
        Collecting collecting = new Collecting(claim);
        String title;
        try (InputStream content = blobs.open(document.sha256())
                .orElseThrow(() -> Refusal.invalid("document", "the content is missing"))) {
            title = parser.parse(
                    new DocumentParser.Source(
                            document.name().value(), document.contentType(), document.size(), content),
                    collecting);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        List<Passage> passages = collecting.splitter.end();
        if (passages.isEmpty()) {
            throw Refusal.invalid("document", "the document has no text");
        }
        collecting.renew();
        byte[] words = WordIndex.write(document.name().value() + "\n" + title, passages, collecting::goesOn);
        collecting.renew();
        store.putPassages(claim, collecting.pages, passages, words);
    }

    private final class Collecting implements DocumentParser.Sections {
        private final Claim claim;
        private final PassageSplitter splitter;
        private Instant reported = clock.instant();
        private int pages;
        private long characters;

        Collecting(Claim claim) {
            this.claim = claim;
            this.splitter = new PassageSplitter(claim.document().id(), this::report);
        }

        @Override
        public void add(DocumentParser.Section section) {
            characters += section.text().length();
            if (characters > limits.characters()) {
                throw Refusal.invalid(
                        "document", "the document has more than " + limits.characters() + " characters of text");
            }
            splitter.add(section);
            report();
        }

        @Override
        public void read(int page) {
            pages = Math.max(pages, page);
            report();
        }

        @Override
        public void goesOn() {
            report();
        }

        /** Often enough that the claim does not end, and seldom enough that it costs nothing. */
        private void report() {
            if (!reported.plus(limits.every()).isAfter(clock.instant())) {
                renew();
            }
        }

        private void renew() {
            Instant now = clock.instant();
            reported = now;
            if (!store.progress(claim, pages, now.plus(limits.claim()))) {
                throw new ClaimLost();
            }
        }
    }
}
