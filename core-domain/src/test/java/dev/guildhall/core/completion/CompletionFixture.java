package dev.guildhall.core.completion;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Parts;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageReport;
import dev.guildhall.ports.usage.UsageReports;
import java.util.List;
import java.util.function.UnaryOperator;

/** A core in memory with a scripted model and a user. */
final class CompletionFixture {
    private final FakeModel model = new FakeModel("first");
    private final Installation installation;
    private final Caller.User caller;

    CompletionFixture() {
        this(CompletionLimits.DEFAULT);
    }

    CompletionFixture(CompletionLimits limits) {
        this(limits, parts -> parts);
    }

    CompletionFixture(UnaryOperator<Parts> change) {
        this(CompletionLimits.DEFAULT, change);
    }

    CompletionFixture(CompletionLimits limits, UnaryOperator<Parts> change) {
        installation = new Installation(
                parts -> change.apply(parts.chatModel(model).limits(Limits.DEFAULT.withCompletion(limits))));
        caller = installation.someone();
    }

    FakeModel model() {
        return model;
    }

    Installation installation() {
        return installation;
    }

    Caller.User caller() {
        return caller;
    }

    Completions completions() {
        return installation.core().completions();
    }

    UsageReports usage() {
        return installation.core().usage();
    }

    Completion ask(ChunkSink sink) {
        return completions().stream(caller, CompletionRequest.of("Say hello to the bench please."), sink);
    }

    Completion ask() {
        return ask(chunk -> {});
    }

    UsageReport report() {
        return usage().report(caller, 30);
    }

    List<UsageEntry> entries() {
        return usage().requests(caller, PageRequest.first()).items();
    }

    /** The entry of the only request. */
    UsageEntry entry() {
        return entries().getFirst();
    }
}
