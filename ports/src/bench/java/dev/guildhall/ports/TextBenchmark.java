package dev.guildhall.ports;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to look at every character of a text: each message of a chat passes through here. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class TextBenchmark {
    /** UTF-16 units: a title, a message, a pasted document. */
    @Param({"80", "2000", "100000"})
    int length;

    private String text = "";

    @Setup
    public void makeText() {
        text = "Gr\u00fc\u00dfe \uD83D\uDE00 ".repeat(length / 9 + 1).substring(0, length);
        if (Character.isHighSurrogate(text.charAt(length - 1))) {
            text = text.substring(0, length - 1);
        }
    }

    @Benchmark
    public boolean isWellFormed() {
        return Text.isWellFormed(text);
    }
}
