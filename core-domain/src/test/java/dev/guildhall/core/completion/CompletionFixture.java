package dev.guildhall.core.completion;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.UsageEntry;
import dev.guildhall.ports.completion.UsageReport;
import java.util.List;
import java.util.function.UnaryOperator;

/** A core in memory with a scripted model and a user. */
final class CompletionFixture {
    private final FakeModel model = new FakeModel("first");
    private final Installation installation;
    private final Caller.User caller;

    CompletionFixture() {
        this(CompletionLimits.DEFAULT, parts -> parts);
    }

    CompletionFixture(CompletionLimits limits, UnaryOperator<Core.Parts> change) {
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

    Completion ask(ChunkSink sink) {
        return installation.core().completions().stream(
                caller, CompletionRequest.of("Say hello to the bench please."), sink);
    }

    Completion ask() {
        return ask(chunk -> {});
    }

    UsageReport report() {
        return installation.core().usage().report(caller, 30);
    }

    List<UsageEntry> entries() {
        return installation.core().usage().requests(caller, PageRequest.first()).items();
    }

    /** The entry of the only request. */
    UsageEntry entry() {
        return entries().getFirst();
    }
}
