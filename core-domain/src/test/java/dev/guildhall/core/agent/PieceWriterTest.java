package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.agent.AnswerPiece;
import dev.guildhall.ports.agent.Turn;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PieceWriterTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final PieceWriter writer =
            new PieceWriter(time, InMemoryStores.empty().conversations(), AgentLimits.Kept.DEFAULT);
    private final BlockingQueue<PieceWriter.Source> ended = new LinkedBlockingQueue<>();

    private final class Answer implements PieceWriter.Source {
        private final Supplier<Optional<AnswerPiece>> piece;

        Answer(Supplier<Optional<AnswerPiece>> piece) {
            this.piece = piece;
        }

        @Override
        public Optional<AnswerPiece> takePiece() {
            return piece.get();
        }

        @Override
        public void pieceWritten(boolean isStored) {
            ended.add(this);
        }

        @Override
        public void pieceFailed() {
            ended.add(this);
        }
    }

    private Answer speaking() {
        AnswerPiece piece = new AnswerPiece(new ChatId(Sample.id("chat")), Turn.first(1), 0, "Once");
        return new Answer(() -> Optional.of(piece));
    }

    @Test
    void an_answer_stayed_locked_when_the_text_of_another_one_could_not_be_taken() throws InterruptedException {
        Answer one = speaking();
        Answer other = speaking();
        writer.add(new Answer(Optional::empty));
        time.awaitWaiting(1);

        writer.add(one);
        writer.add(new Answer(() -> {
            throw new IllegalStateException("a bug");
        }));
        writer.add(other);
        time.advance(AgentLimits.Kept.DEFAULT.shownAfter());

        assertThat(ended.take()).isIn(one, other);
        assertThat(ended.take()).isIn(one, other);
    }
}
